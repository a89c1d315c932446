// Keys that a page listens to by itself: shortcuts, arrows in menus and tabs. What only types is not told.
import type { Page } from '../../context.js';
import { SHORTCUT_RUN_MAX, TYPING_REST_MS } from '../../limits.js';
import { isEditable } from '../../selectors/text.js';
import { isSensitiveInput } from '../../sensitive.js';
import { isField } from './fields.js';

const NAMED =
  /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown|Delete|Backspace|F\d\d?| )$/;

/** Keys that a list of suggestions below a field takes from it. */
const IN_FIELDS = /^(?:ArrowUp|ArrowDown|PageUp|PageDown)$/;

/** Changing what stands in a field; the field tells its value. */
const EDITING = /^(?:[acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i;

/** Fields whose value changes by arrows. */
const STEPPED =
  'select,input:is([type=number],[type=range],[type=radio],[type=date],[type=time],[type=datetime-local],[type=month],[type=week])';

/** What the browser presses by itself when Space is pressed on it. */
const PRESSED = 'button,a,summary,select,input';

/** Tells which keys may mean something to the page; whether they do, `Effect` sees. */
export class Shortcuts {
  #last = -Infinity;
  #run = 0;

  constructor(private readonly now: () => number) {}

  mayBe(event: KeyboardEvent, target: Element): boolean {
    const { key } = event;
    const isCharacter = /^[!-~]$/.test(key) && key !== '+';
    if ((!isCharacter && !NAMED.test(key)) || isSensitiveInput(target)) return false;
    // With this modifier people write characters.
    if (event.getModifierState('AltGraph')) return false;
    const isInField = isField(target) || isEditable(target);
    if (event.ctrlKey || event.metaKey) return !(isInField && EDITING.test(key));
    // Digits that are pressed where no field is may be a PIN.
    const isShortcut = isCharacter && !/\d/.test(key);
    if (isCharacter) return isShortcut && !isInField && !hidesFields(target) && this.#isApart();
    if (target.matches(STEPPED)) return false;
    if (isInField) return IN_FIELDS.test(key);
    return key !== ' ' || !target.matches(PRESSED);
  }

  /** Characters one after the other are a word that somebody types where we see no field. */
  #isApart(): boolean {
    const now = this.now();
    this.#run = now - this.#last < TYPING_REST_MS ? this.#run + 1 : 1;
    this.#last = now;
    return this.#run <= SHORTCUT_RUN_MAX;
  }
}

/** A closed shadow root shows only its host: a password field may be inside. */
function hidesFields(target: Element): boolean {
  return target.localName.includes('-') && target.shadowRoot === null;
}

/** As Playwright's keyboard takes them: `Control+k`, `Shift+ArrowDown`, `/`. */
export function keyName(event: KeyboardEvent): string {
  const held = ['Control', 'Alt', 'Meta', 'Shift'].filter((name) => event.getModifierState(name));
  const isPlain = event.key.length === 1 && event.key !== ' ' && held.every((it) => it === 'Shift');
  const key = event.key === ' ' ? 'Space' : event.key;
  return isPlain ? key : [...held, key].join('+');
}

/** Watches from before the page's listeners what a key does. */
export function watchEffect(page: Page, event: KeyboardEvent): () => boolean {
  const { document, location } = page;
  const focused = document.activeElement;
  const { href } = location;
  let hasChanged = false;
  const observer = new page.MutationObserver(() => {
    hasChanged = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  return () => {
    hasChanged ||= observer.takeRecords().length > 0;
    observer.disconnect();
    // Asked while the event is still on its way: something followed it at once.
    const isUnderWay = event.eventPhase !== Event.NONE;
    const hasMoved = document.activeElement !== focused || location.href !== href;
    return event.defaultPrevented || isUnderWay || hasMoved || hasChanged;
  };
}
