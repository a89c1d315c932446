// The tabs, as ARIA has them: arrow keys move between them, Tab leaves them.

export const TABS = ['Timeline', 'Tests', 'Performance', 'Status'] as const;

export type Tab = (typeof TABS)[number];

export interface TabsProps {
  readonly chosen: Tab;
  readonly counts: Readonly<Partial<Record<Tab, number>>>;
  readonly onChoose: (tab: Tab) => void;
}

export function Tabs({ chosen, counts, onChoose }: TabsProps) {
  const press = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = (TABS.indexOf(chosen) + by + TABS.length) % TABS.length;
    const tab = TABS[at];
    if (tab === undefined) return;
    onChoose(tab);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${at}`)?.focus();
  };
  return (
    <nav aria-label="Views">
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={press}>
        {TABS.map((tab, at) => (
          <button
            key={tab}
            id={`tab-${at}`}
            role="tab"
            aria-selected={tab === chosen}
            aria-controls="panel"
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {tab}
            {(counts[tab] ?? 0) > 0 && <small> {counts[tab]?.toLocaleString('en')}</small>}
          </button>
        ))}
      </div>
    </nav>
  );
}
