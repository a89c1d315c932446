// The diagnosis of an error, in the words an agent gets, and its ways out: as a prompt, as a test.
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../data/read.js';
import type { Row } from '../data/row.js';
import { callTool, writeTest, type ToolAnswer } from '../data/tool.js';
import { prompt } from '../model/prompt.js';
import { Copy } from './copy.js';
import { Text } from './facts.js';

/** Source maps and what follows an error arrive after it: while things change it is asked again, so long after the last answer. */
const ASK_AGAIN_MS = 1_500;

export function Diagnosis({ row, version }: { readonly row: Row; readonly version: number }) {
  const [answer, setAnswer] = useState<ToolAnswer>();
  const [failed, setFailed] = useState<string>();
  const newest = useRef(version);
  newest.current = version;
  const again = useRef<() => Promise<void>>(undefined);

  // An answer under way is shown whatever happens meanwhile: where much happens there is none newer.
  useEffect(() => {
    const about = { isWanted: true, isAsking: false };
    let asked: number | undefined;
    const tell = async () => {
      try {
        const args = { detail: `c${row.seq}`, ...(row.test && { test_id: row.test }) };
        const told = await callTool('get_browser_errors', args);
        if (!about.isWanted) return;
        setAnswer((known) => (known?.text === told.text ? known : told));
        setFailed(undefined);
      } catch (error) {
        if (about.isWanted) setFailed(error instanceof Error ? error.message : String(error));
      }
    };
    const ask = async () => {
      if (about.isAsking) return;
      about.isAsking = true;
      while (about.isWanted && asked !== newest.current) {
        asked = newest.current;
        await tell();
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
      about.isAsking = false;
    };
    again.current = ask;
    return () => {
      about.isWanted = false;
    };
  }, [row.seq]);
  useEffect(() => void again.current?.(), [row.seq, version]);

  const captured = answer?.isRefusal === false ? answer.text : asItCame(row);
  return (
    <>
      <div class="ways">
        <Copy
          label="Copy as prompt"
          make={() =>
            prompt('This error happened in my application.', captured, `error c${row.seq}`)
          }
        />
        <Copy label="Copy as test" make={() => writeTest(row.test)} />
      </div>
      <h3>Diagnosis</h3>
      {answer === undefined && failed === undefined && <p class="note">Asking …</p>}
      {failed !== undefined && <p class="note">The server cannot be asked: {failed}</p>}
      {answer !== undefined && <Text label="Diagnosis">{answer.text}</Text>}
      {answer?.isRefusal === true && <Text label="Stack">{asItCame(row)}</Text>}
    </>
  );
}

function asItCame(row: Row): string {
  const stack = text(row.event, 'stack') ?? '';
  const message = text(row.event, 'message') ?? '';
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}
