// Routes by the History API.
import { useEffect, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { collect } from './api.js';

const MOVED = 'harbour:moved';

function subscribe(heard: () => void): () => void {
  window.addEventListener('popstate', heard);
  window.addEventListener(MOVED, heard);
  return () => {
    window.removeEventListener('popstate', heard);
    window.removeEventListener(MOVED, heard);
  };
}

export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  window.dispatchEvent(new Event(MOVED));
}

/** Path and query of where the user is. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}

export function useCollected(path: string): void {
  useEffect(() => {
    collect(path);
    window.scrollTo(0, 0);
  }, [path]);
}

interface LinkProps {
  to: string;
  children: ReactNode;
  className?: string;
  testId?: string;
}

export function Link({ to, children, className, testId }: LinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} className={className} data-testid={testId} onClick={go}>
      {children}
    </a>
  );
}
