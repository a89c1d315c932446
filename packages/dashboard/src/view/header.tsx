// The header: which server, who is connected, whether it is live, and the commands.
import { useRef, useState } from 'preact/hooks';
import { list, number, object, text, type Told } from '../data/read.js';
import type { Follower } from '../data/follower.js';
import { many } from '../model/words.js';

const SAYS = {
  connecting: 'connecting …',
  live: 'live',
  lost: 'the server is gone; looking for it …',
};

export function Header({ follower }: { readonly follower: Follower }) {
  const { health, connection, isPaused } = follower;
  const state = connection === 'live' && isPaused ? 'paused' : connection;
  return (
    <header>
      <h1>
        Gasoline <small>{health && text(health, 'version')}</small>
      </h1>
      <span class={`state ${state}`} role="status">
        {state === 'paused'
          ? follower.hasWaiting
            ? 'paused, more is waiting'
            : 'paused'
          : SAYS[state]}
      </span>
      <span class="clients">{health === undefined ? '' : clients(health)}</span>
      <span class="commands">
        <button
          class="plain small"
          aria-pressed={isPaused}
          onClick={() => follower.setPaused(!isPaused)}
          disabled={connection !== 'live'}
        >
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <Clear follower={follower} />
      </span>
    </header>
  );
}

/** Who is connected, in words. */
function clients(health: Told): string {
  const connected = object(health, 'clients');
  const of = (name: string) => number(connected, name) ?? 0;
  const browsers = list(health, 'browsers');
  const captured = browsers.reduce((sum, one) => sum + (number(one, 'captured_tabs') ?? 0), 0);
  const tabs = browsers.reduce((sum, one) => sum + (number(one, 'tabs') ?? 0), 0);
  const parts = [
    of('extension') > 0 && many(of('extension'), 'browser'),
    tabs > 0 && `${captured} of ${many(tabs, 'tab')} captured`,
    browsers.some((one) => one['paused'] === true) && 'capture is paused',
    of('pages') > 0 && many(of('pages'), 'page'),
    of('mcp') > 0 && many(of('mcp'), 'editor'),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'nobody is connected' : parts.join(' · ');
}

/** Forgetting is a command that cannot be taken back: it is asked for twice. */
function Clear({ follower }: { readonly follower: Follower }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState('');
  const clear = async () => {
    try {
      await follower.clear();
      dialog.current?.close();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <button
        class="plain small"
        onClick={() => {
          setFailed('');
          dialog.current?.showModal();
        }}
      >
        Clear …
      </button>
      <dialog ref={dialog} aria-labelledby="clear-title">
        <h2 id="clear-title">Forget everything that was captured?</h2>
        <p>The server forgets it too, for you and for every agent. Records of tests stay.</p>
        {failed !== '' && <p role="alert">It was not cleared: {failed}</p>}
        <div class="ways">
          <button class="danger" onClick={() => void clear()}>
            Forget it
          </button>
          <button class="plain" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}
