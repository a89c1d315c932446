// A modal dialog: takes the focus, keeps it while open, gives it back; Escape closes.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { broken } from '../broken.js';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose(): void;
}

const FOCUSABLE = 'button, input, select, textarea, a[href]';

export function Dialog({ title, children, onClose }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !broken('escape-dead')) return onClose();
    if (event.key !== 'Tab') return;
    const all = [...(box.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  };

  return (
    <div className="backdrop">
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        ref={box}
        onKeyDown={onKeyDown}
      >
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </div>
  );
}
