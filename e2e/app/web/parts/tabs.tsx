// Tabs as ARIA wants them: arrows move between them, only the chosen one is a stop of the Tab key.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { broken } from '../broken.js';

interface Tab {
  title: string;
  panel: () => ReactNode;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0);
  const choose = (index: number) => {
    if (broken('tabs-dead')) return;
    setChosen((index + tabs.length) % tabs.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    choose(chosen + step);
    const all = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
    all[(chosen + step + all.length) % all.length]?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`tab-${index}`}
            aria-selected={index === chosen}
            aria-controls="tab-panel"
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`}>
        {tabs[chosen]?.panel()}
      </div>
    </div>
  );
}
