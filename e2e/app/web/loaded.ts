// Something a view loads, and loads again when what it depends on changes.
import { useCallback, useEffect, useState } from 'react';

export interface Loaded<T> {
  value: T | null;
  error: Error | null;
  isLoading: boolean;
  again(): void;
  set(value: T): void;
}

/** `load` must be the same function for as long as the same thing is wanted. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isWanted = true;
    setLoading(true);
    const go = async () => {
      try {
        const got = await load();
        if (!isWanted) return;
        setValue(got);
        setError(null);
      } catch (reason) {
        if (!isWanted) return;
        setError(reason instanceof Error ? reason : new Error(String(reason)));
      }
      setLoading(false);
    };
    void go();
    return () => {
      isWanted = false;
    };
  }, [load, round]);

  const again = useCallback(() => setRound((count) => count + 1), []);
  return { value, error, isLoading, again, set: setValue };
}
