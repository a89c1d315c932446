// Controls that stand for a storage key: `data-key` in the markup says which.
import { isKey, type Stored } from '../storage.js';
import { writeStored } from './store.js';

type Control = HTMLInputElement | HTMLSelectElement;

/** The element with this id. Markup and script are built together, so it is there. */
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no \`${id}\``);
  return element;
}

/** Writes each change of a control at once; `saved` is told afterwards. */
export function bindControls(saved: () => void = () => {}): void {
  for (const control of controls()) {
    control.addEventListener('change', () => {
      if (!control.checkValidity()) return void control.reportValidity();
      void writeStored(changesOf(control)).then(saved);
    });
  }
}

/** Shows what holds. A value that the server set cannot be changed here, and says so. */
export function showControls(stored: Stored, overrides: Record<string, unknown>): void {
  const shown: Stored = { ...stored, ...overrides };
  for (const control of controls()) {
    const keys = keysOf(control);
    const overridden = keys.some((key) => Object.hasOwn(overrides, key));
    control.disabled = overridden;
    control.closest('.row')?.classList.toggle('overridden', overridden);
    // What the user is typing stays.
    if (control !== document.activeElement || control.disabled) put(control, shown);
  }
}

function controls(): Control[] {
  return [...document.querySelectorAll<Control>('input[data-key], select[data-key]')];
}

function keysOf(control: Control): string[] {
  const key = control.dataset['key'] ?? '';
  return key === 'webSocket' ? ['webSocketCaptureEnabled', 'webSocketCaptureMode'] : [key];
}

function put(control: Control, stored: Stored): void {
  const key = control.dataset['key'] ?? '';
  if (key === 'webSocket') {
    control.value = stored.webSocketCaptureEnabled ? stored.webSocketCaptureMode : 'off';
  } else if (isKey(key)) {
    const value = stored[key];
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = value === true;
    } else {
      control.value = String(value);
    }
  }
}

function changesOf(control: Control): Partial<Stored> {
  const key = control.dataset['key'] ?? '';
  const { value } = control;
  if (key === 'webSocket') {
    if (value === 'off') return { webSocketCaptureEnabled: false };
    const mode = value === 'lifecycle' ? 'lifecycle' : 'messages';
    return { webSocketCaptureEnabled: true, webSocketCaptureMode: mode };
  }
  const isSwitch = control instanceof HTMLInputElement && control.type === 'checkbox';
  if (isSwitch) return { [key]: control.checked };
  return { [key]: control.type === 'number' ? Number(value) : value };
}
