// The state of the connection in words, the same that `gasoline doctor` uses.
import { CONNECTION_WORDS, type ConnectionState } from 'gasoline-capture/protocol.generated';

/** Shows sentence and hint; `data-state` colours them. */
export function showConnection(block: HTMLElement, state: ConnectionState): void {
  if (block.dataset['state'] === state) return;
  block.dataset['state'] = state;
  const { sentence, hint } = CONNECTION_WORDS[state];
  block.querySelector('.sentence')?.replaceChildren(...withCode(asSentence(sentence)));
  block.querySelector('.hint')?.replaceChildren(...withCode(asSentence(hint)));
}

/** `no server answers` → `No server answers.` */
export function asSentence(words: string): string {
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** What stands between backticks becomes code. */
export function withCode(text: string): Node[] {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}
