// What Cypress does inside a page: elements are looked for, and acts are events that scripts dispatch.
// One function and all it needs, because it is sent to the page as text; that is why it is long.

/* oxlint-disable unicorn/consistent-function-scoping -- what stands outside is not sent */

/** One look in a chain of them; each starts from what the one before found. */
export type Query =
  | { name: 'get' | 'find'; css: string }
  | { name: 'contains'; css: string | null; source: string; flags: string }
  | { name: 'its'; path: string }
  | { name: 'eq'; place: number }
  | { name: 'focused' };

/** What is wanted of the elements that were found. */
export type Wish =
  | { name: 'exist' | 'not.exist' | 'text' | 'be.visible' | 'not.be.empty' | 'have.focus' }
  | { name: 'contain.text'; text: string }
  | { name: 'click' | 'dblclick' | 'check' | 'uncheck' | 'clear' | 'submit'; force: boolean }
  | { name: 'trigger'; event: string }
  | { name: 'type'; text: string; hasKeys: boolean }
  | { name: 'select'; values: string[] }
  | { name: 'selectFile'; files: { name: string; contents: string }[] };

/** Either it is so, with what was read, or why not yet. */
export type Outcome = { value: string | null } | { why: string };

declare global {
  interface Window {
    interpreterOfCypress?: (queries: Query[], wish: Wish) => Outcome;
  }
}

/** Run before the scripts of each document. */
export function install(): void {
  const PRIORITY = "input[type='submit'], button, a, label";
  const KEYS: Record<string, string> = {
    enter: 'Enter',
    esc: 'Escape',
    del: 'Delete',
    backspace: 'Backspace',
    leftArrow: 'ArrowLeft',
    rightArrow: 'ArrowRight',
    upArrow: 'ArrowUp',
    downArrow: 'ArrowDown',
    home: 'Home',
    end: 'End',
    pageUp: 'PageUp',
    pageDown: 'PageDown',
    insert: 'Insert',
  };
  const MODIFIERS: Record<string, string> = {
    ctrl: 'ctrlKey',
    shift: 'shiftKey',
    alt: 'altKey',
    meta: 'metaKey',
  };
  let isLeaving = false;
  window.addEventListener('beforeunload', () => (isLeaving = true));

  /** Nothing but an answer of "not yet" is ever thrown here. */
  const refuse = (why: string): never => {
    throw new Error(why);
  };

  const find = (queries: Query[]): Element[] => {
    let found: Element[] = [];
    for (const query of queries) {
      if (query.name === 'get') found = [...document.querySelectorAll(query.css)];
      else if (query.name === 'find') {
        found = found.flatMap((element) => [...element.querySelectorAll(query.css)]);
      } else if (query.name === 'contains') {
        found = contains(query.css, new RegExp(query.source, query.flags));
      } else if (query.name === 'eq') {
        found = found.slice(query.place, query.place + 1);
      } else if (query.name === 'its') {
        let value: unknown = found;
        for (const key of query.path.split('.')) value = Object(value)[key];
        found = value ? [value as Element] : [];
      } else {
        const focused = document.activeElement;
        found = focused && focused !== document.body ? [focused] : [];
      }
    }
    return found;
  };

  /** The first, and of those inside each other the deepest; without CSS rather a button than a part of it. */
  const contains = (css: string | null, text: RegExp): Element[] => {
    const all = [...document.querySelectorAll(css ?? '*')].filter((element) => {
      if (element.matches('script, style, head, head *, html')) return false;
      const isSubmit = element.matches("input[type='submit']");
      const own = isSubmit ? (element as HTMLInputElement).value : (element.textContent ?? '');
      return text.test(own.replace(/\s+/g, ' '));
    });
    let index = 0;
    while (all[index + 1] && all[index]?.contains(all[index + 1] ?? null)) index += 1;
    const deepest = all[index];
    if (deepest === undefined) return [];
    const priority = css ?? PRIORITY;
    if (deepest.matches(priority)) return [deepest];
    const parent = all.findLast((one) => one.matches(priority) && one.contains(deepest));
    return [parent ?? deepest];
  };

  const isShown = (element: Element): boolean => {
    const { visibility } = styleOf(element);
    return element.getClientRects().length > 0 && visibility === 'visible';
  };
  const styleOf = (element: Element): CSSStyleDeclaration =>
    (element.ownerDocument.defaultView ?? window).getComputedStyle(element);

  /** Where events go: the element itself or what lies on it, never something before it. */
  const reach = (element: Element, force: boolean): Element => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    if (force) return element;
    if (!isShown(element)) refuse('it is not visible');
    if (element.matches(':disabled')) refuse('it is disabled');
    // Of a link that goes over two lines, the first.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const { left, top, width, height } = box;
    const x = left + width / 2;
    const y = top + height / 2;
    const hit = element.ownerDocument.elementFromPoint(x, y);
    if (hit === null || !element.contains(hit)) {
      refuse(`it is covered by <${hit?.localName ?? 'nothing'} class="${hit?.className ?? ''}">`);
    }
    return hit ?? element;
  };

  const send = (element: Element, type: string, more: Record<string, unknown> = {}): boolean => {
    const view = element.ownerDocument.defaultView ?? window;
    const options = { bubbles: true, cancelable: true, composed: true, view, ...more };
    const globals = view as Window & typeof globalThis;
    if (type.startsWith('key'))
      return element.dispatchEvent(new globals.KeyboardEvent(type, options));
    if (type.startsWith('pointer')) {
      return element.dispatchEvent(new globals.PointerEvent(type, options));
    }
    if (type === 'input') return element.dispatchEvent(new globals.InputEvent(type, options));
    if (type === 'change' || type === 'submit') {
      return element.dispatchEvent(new globals.Event(type, options));
    }
    return element.dispatchEvent(new globals.MouseEvent(type, options));
  };

  const focus = (element: Element): void => {
    const focusable = element.closest<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex], [contenteditable]',
    );
    const active = element.ownerDocument.activeElement as HTMLElement | null;
    if (focusable) focusable.focus();
    else active?.blur();
  };

  const click = (element: Element, force: boolean, detail = 1): void => {
    const target = reach(element, force);
    for (const type of ['pointerover', 'mouseover', 'pointermove', 'mousemove']) send(target, type);
    send(target, 'pointerdown', { detail, button: 0 });
    if (send(target, 'mousedown', { detail, button: 0 })) focus(target);
    send(target, 'pointerup', { detail, button: 0 });
    send(target, 'mouseup', { detail, button: 0 });
    send(target, 'click', { detail, button: 0 });
  };

  type Field = HTMLInputElement | HTMLTextAreaElement;
  const isField = (element: Element): element is Field =>
    element.localName === 'textarea' ||
    (element.localName === 'input' &&
      !/^(?:checkbox|radio|file|submit|button|image|reset)$/.test((element as Field).type));

  /** As the page's frameworks see it: through the setter of the element's kind. */
  const write = (field: Field, value: string, inputType: string, data: string | null): void => {
    const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    native?.set?.call(field, value);
    send(field, 'input', { inputType, data });
  };

  /** A field that was written to by a script says so itself when it is left. */
  const enter = (field: Field): void => {
    if (field.ownerDocument.activeElement !== field) click(field, false);
    const before = field.value;
    const changed = () => field.value !== before && send(field, 'change');
    field.addEventListener('blur', changed, { once: true });
  };

  const clear = (element: Element): void => {
    if (!isField(element)) return void refuse('it is no field that can be cleared');
    reach(element, false);
    enter(element);
    if (element.value !== '') write(element, '', 'deleteContentBackward', null);
  };

  /** Dates and colours are set at once; anything else key by key. */
  const type = (element: Element, text: string, hasKeys: boolean): void => {
    const isBody = element.localName === 'body';
    if (!isBody) reach(element, false);
    if (isField(element)) enter(element);
    else if (!isBody) focus(element);
    if (isField(element) && /^(?:date|month|week|time|color|range)$/.test(element.type)) {
      write(element, text, 'insertReplacementText', text);
      send(element, 'change');
      return;
    }
    const keys = hasKeys ? (text.match(/\{[^{}]+\}|[^]/gu) ?? []) : [...text];
    for (const key of keys) press(element, key, hasKeys && key.length > 2 && key.startsWith('{'));
  };

  const press = (element: Element, said: string, isNamed: boolean): void => {
    const words = isNamed ? said.slice(1, -1).split('+') : [said];
    const last = words.at(-1) ?? '';
    const held = words.slice(0, -1).map((word) => MODIFIERS[word] ?? refuse(`no modifier ${word}`));
    const isLetter = [...last].length === 1;
    if (!isLetter && KEYS[last] === undefined) refuse(`no key ${said}`);
    const key = isLetter ? (last === '\n' ? 'Enter' : last) : (KEYS[last] ?? '');
    const more = { key, code: key, ...Object.fromEntries(held.map((name) => [name, true])) };
    const isTaken = !send(element, 'keydown', more) || !send(element, 'keypress', more);
    if (!isTaken && held.length === 0) act(element, key);
    send(element, 'keyup', more);
  };

  /** What a key does where nobody prevents it. */
  const act = (element: Element, key: string): void => {
    if (!isField(element)) return;
    if (key === 'Enter' && element.localName === 'input') {
      const submit = element.form?.querySelector<HTMLElement>(
        'button:not([type=button]), [type=submit]',
      );
      if (submit) submit.click();
      else element.form?.requestSubmit();
    } else if (key === 'Enter') write(element, `${element.value}\n`, 'insertLineBreak', null);
    else if (key === 'Backspace') {
      write(element, element.value.slice(0, -1), 'deleteContentBackward', null);
    } else if ([...key].length === 1) write(element, element.value + key, 'insertText', key);
  };

  const tick = (element: Element, wanted: boolean, force: boolean): void => {
    const box = element as HTMLInputElement;
    if (!/^(?:checkbox|radio)$/.test(box.type)) refuse('it is no checkbox and no radio button');
    reach(box, force);
    if (box.checked !== wanted) click(box, force);
  };

  const select = (element: Element, values: string[]): void => {
    const list = element as HTMLSelectElement;
    if (list.localName !== 'select') refuse('it is no list to select from');
    reach(list, false);
    const options = [...list.options];
    const chosen = values.map(
      (value) =>
        options.find((option) => option.value === value || option.label.trim() === value) ??
        refuse(`it has no option ${value}`),
    );
    if (chosen.some((option) => option.disabled)) refuse('that option is disabled');
    click(list, false);
    for (const option of options) option.selected = chosen.includes(option);
    send(list, 'input');
    send(list, 'change');
  };

  const selectFile = (element: Element, files: { name: string; contents: string }[]): void => {
    const given = new DataTransfer();
    for (const { name, contents } of files) given.items.add(new File([contents], name));
    (element as HTMLInputElement).files = given.files;
    send(element, 'input');
    send(element, 'change');
  };

  const grant = (found: Element[], wish: Wish): string | null => {
    const [element] = found;
    if (wish.name === 'not.exist') return element ? refuse('it is there') : null;
    if (element === undefined) return refuse('there is no such element');
    if (wish.name === 'exist') return null;
    if (wish.name === 'text') return found.map((one) => one.textContent ?? '').join('');
    if (wish.name === 'be.visible') {
      const isSeen = found.every((one) => isShown(one) && styleOf(one).opacity !== '0');
      return isSeen ? null : refuse('it is not visible');
    }
    if (wish.name === 'have.focus') {
      return element === document.activeElement ? null : refuse('it has no focus');
    }
    if (wish.name === 'contain.text') {
      const said = found.map((one) => one.textContent ?? '').join('');
      return said.includes(wish.text) ? null : refuse(`it says ${said.slice(0, 80)}`);
    }
    if (wish.name === 'not.be.empty') {
      return element.childNodes.length > 0 ? null : refuse('it is empty');
    }
    if (found.length > 1 && !['check', 'uncheck', 'clear'].includes(wish.name)) {
      refuse(`there are ${found.length} of them`);
    }
    if (wish.name === 'click') click(element, wish.force);
    else if (wish.name === 'dblclick') {
      click(element, wish.force, 1);
      click(element, wish.force, 2);
      send(element, 'dblclick', { detail: 2 });
    } else if (wish.name === 'check' || wish.name === 'uncheck') {
      for (const one of found) tick(one, wish.name === 'check', wish.force);
    } else if (wish.name === 'clear') for (const one of found) clear(one);
    else if (wish.name === 'submit') {
      if (send(element, 'submit')) (element as HTMLFormElement).submit();
    } else if (wish.name === 'trigger') send(element, wish.event);
    else if (wish.name === 'type') type(element, wish.text, wish.hasKeys);
    else if (wish.name === 'select') select(element, wish.values);
    else if (wish.name === 'selectFile') selectFile(element, wish.files);
    return null;
  };

  window.interpreterOfCypress = (queries, wish) => {
    if (isLeaving) return { why: 'the page is being left' };
    try {
      return { value: grant(find(queries), wish) };
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error) };
    }
  };
}
