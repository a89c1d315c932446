// A button that copies what it is given, or makes it first, and says what came of it.
import { useState } from 'preact/hooks';

export interface CopyProps {
  readonly label: string;
  /** What to copy; a refusal is thrown, and told. */
  readonly make: () => string | Promise<string>;
}

type State = 'ready' | 'busy' | 'done' | { readonly failed: string; readonly text?: string };

export function Copy({ label, make }: CopyProps) {
  const [state, setState] = useState<State>('ready');
  const copy = async () => {
    setState('busy');
    let text: string | undefined;
    try {
      text = await make();
      await navigator.clipboard.writeText(text);
      setState('done');
      setTimeout(() => setState((now) => (now === 'done' ? 'ready' : now)), 2_000);
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      setState(text === undefined ? { failed } : { failed, text });
    }
  };
  return (
    <span class="copy">
      <button class="plain small" disabled={state === 'busy'} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{state === 'done' ? 'Copied.' : ''}</span>
      {typeof state === 'object' && (
        <span class="failed" role="alert">
          {state.text === undefined
            ? state.failed
            : 'The browser lets nothing be copied. Copy it here:'}
          {state.text !== undefined && <textarea readOnly aria-label={label} value={state.text} />}
        </span>
      )}
    </span>
  );
}
