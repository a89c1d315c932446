// The accessible name of an element, by the steps of "Accessible Name and Description Computation" (accname).
import { isHidden, isNeverRendered, styleOf } from './hidden.js';
import { ariaRole, isNone, UNNAMED } from './role.js';

/** Roles that are named by what is inside of them. */
const NAMED_BY_CONTENT = new Set(
  `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio
  option radio row rowheader switch tab tooltip treeitem`.split(/\s+/),
);

/** Roles that pass their content on to the element around them. `''` is an element without a role. */
const PASSING_CONTENT = new Set([
  '',
  ...`caption code contentinfo definition deletion emphasis insertion list listitem mark none
  paragraph presentation region row rowgroup section strong subscript superscript table term
  time`.split(/\s+/),
]);

const RANGES = /^(?:meter|progressbar|scrollbar|slider|spinbutton)$/;

/** `aria-labelledby` takes the place of their labels, even where it says nothing. */
const LABELLED = /^(?:button|fieldset|figure|meter|output|progress|select|textarea)$/;

/** How the computation came to an element; each way reads elements a little differently. */
type Way = 'itself' | 'content' | 'native' | 'label' | 'labelledby';

interface Walk {
  way: Way;
  /** Hidden elements count as well. */
  readonly withHidden: boolean;
  /** They count here, because the element that was referred to is hidden itself. */
  isInHidden: boolean;
  /** Each element is read once: a label may be around its own field. */
  readonly read: Set<Element>;
}

/** With `withHidden`, hidden parts of the element count as well. Spaces are as they come. */
export function accessibleName(element: Element, withHidden: boolean): string {
  if (UNNAMED.has(ariaRole(element) ?? '')) return '';
  return textOf(element, { way: 'itself', withHidden, isInHidden: false, read: new Set() });
}

/** The elements of `aria-labelledby` that exist. */
export function labelledBy(element: Element): Element[] {
  return referred(element, 'aria-labelledby');
}

function referred(element: Element, attribute: string): Element[] {
  const ids = element.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const found = ids.map((id) => root.querySelector(`#${CSS.escape(id)}`));
  return found.filter((it) => it !== null);
}

/** The step numbers are those of accname. */
function textOf(element: Element, walk: Walk): string {
  if (walk.read.has(element)) return '';
  // 2A
  if (!walk.withHidden && (walk.isInHidden ? isNeverRendered : isHidden)(element)) {
    walk.read.add(element);
    return '';
  }
  // 2B
  if (walk.way !== 'labelledby') {
    const text = through(labelledBy(element), walk, 'labelledby').join(' ');
    if (text) return text;
  }
  const role = ariaRole(element) ?? '';
  // 2C
  if (walk.way !== 'itself') {
    const value = labelledBy(element).includes(element) ? undefined : valueOf(element, role, walk);
    if (value !== undefined) {
      walk.read.add(element);
      return value;
    }
  }
  walk.read.add(element);
  // 2D
  const label = element.getAttribute('aria-label')?.trim();
  if (label) return label;
  // 2E
  if (!isNone(role)) {
    const native = nativeName(element, walk);
    if (native !== undefined) return native;
  }
  // 2F
  if (isNamedByContent(element, role, walk.way)) {
    const way = walk.way === 'itself' ? 'content' : walk.way;
    const text = contentOf(element, { ...walk, way });
    if (walk.way === 'itself' ? text.trim() : text) return text;
  }
  // 2I
  const isTitled = !isNone(role) || element.localName === 'iframe';
  return isTitled ? (element.getAttribute('title') ?? '') : '';
}

function isNamedByContent(element: Element, role: string, way: Way): boolean {
  if (way !== 'itself' && way !== 'content') return true;
  if (element.localName === 'summary' && !isNone(role)) return true;
  return NAMED_BY_CONTENT.has(role) || (way === 'content' && PASSING_CONTENT.has(role));
}

/** The texts of elements that another one refers to. */
function through(elements: Iterable<Element>, walk: Walk, way: 'label' | 'labelledby'): string[] {
  return [...elements].map((it) => textOf(it, { ...walk, way, isInHidden: isHidden(it) }));
}

/** A control inside of a name speaks by its value. Nothing where the element is none. */
function valueOf(element: Element, role: string, walk: Walk): string | undefined {
  if (role === 'textbox' || role === 'searchbox') {
    const isField = element.localName === 'input' || element.localName === 'textarea';
    return isField ? (element as HTMLInputElement).value : (element.textContent ?? '');
  }
  if (role === 'combobox' || role === 'listbox') {
    walk.read.add(element);
    return (
      chosenIn(element, role)
        ?.map((option) => textOf(option, walk))
        .join(' ') ?? (element as HTMLInputElement).value
    );
  }
  if (RANGES.test(role)) {
    const texts = ['aria-valuetext', 'aria-valuenow', 'value'];
    const told = texts.find((attribute) => element.hasAttribute(attribute));
    return told ? (element.getAttribute(told) ?? '') : '';
  }
  return role === 'menu' ? '' : undefined;
}

/** The chosen options; nothing where a field has the choice as its value. */
function chosenIn(element: Element, role: string): Element[] | undefined {
  if (element.localName === 'select') {
    const { selectedOptions, options } = element as HTMLSelectElement;
    return selectedOptions.length > 0 ? [...selectedOptions] : [...options].slice(0, 1);
  }
  const list =
    role === 'combobox' ? owned(element, '*').find((it) => ariaRole(it) === 'listbox') : element;
  const chosen = list ? owned(list, '[aria-selected="true"]') : [];
  const options = chosen.filter((it) => ariaRole(it) === 'option');
  return options.length === 0 && element.localName === 'input' ? undefined : options;
}

/** Inside of the element, or of what `aria-owns` puts there. */
function owned(element: Element, css: string): Element[] {
  const others = referred(element, 'aria-owns');
  const inside = [element, ...others].flatMap((it) => [...it.querySelectorAll(css)]);
  return [...others.filter((it) => it.matches(css)), ...inside];
}

/** What HTML itself names an element by; nothing where it has no such way. */
function nativeName(element: Element, walk: Walk): string | undefined {
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const text = (name: string) => (attribute(name).trim() ? attribute(name) : '');
  const labels = () => {
    const all = walk.way === 'label' ? [] : ((element as HTMLInputElement).labels ?? []);
    return all.length > 0 ? through(all, walk, 'label').filter(Boolean).join(' ') : undefined;
  };
  if (labelledBy(element).length > 0 && LABELLED.test(element.localName)) return undefined;
  switch (element.localName) {
    case 'input': {
      const { type, value } = element as HTMLInputElement;
      if (/^(?:button|submit|reset)$/.test(type)) {
        if (value.trim()) return value;
        if (type !== 'button') return type === 'submit' ? 'Submit' : 'Reset';
        return attribute('title');
      }
      const own = () => (walk.way === 'labelledby' ? undefined : labels());
      if (type === 'file') return own() ?? 'Choose File';
      if (type === 'image') return own() ?? (text('alt') || text('title') || 'Submit');
      if (labelledBy(element).length > 0) return undefined;
      const isWritten = /^(?:email|number|password|search|tel|text|url)$/.test(type);
      return labels() ?? (attribute('title') || (isWritten ? attribute('placeholder') : ''));
    }
    case 'textarea':
      return labels() ?? (attribute('title') || attribute('placeholder'));
    case 'meter':
    case 'output':
    case 'progress':
    case 'select':
      return labels() ?? attribute('title');
    case 'button':
      return labels();
    case 'fieldset':
      return partOf(element, 'legend', walk) ?? attribute('title');
    case 'figure':
      return partOf(element, 'figcaption', walk) ?? attribute('title');
    case 'table':
      return partOf(element, 'caption', walk) ?? (text('summary') || undefined);
    case 'img':
    case 'area':
      return text('alt') || attribute('title');
    default:
      return svgName(element, walk);
  }
}

/** The text of the first child with this tag. */
function partOf(element: Element, tag: string, walk: Walk): string | undefined {
  const part = [...element.children].find((child) => child.localName === tag);
  const way = walk.way === 'itself' || walk.way === 'content' ? 'native' : walk.way;
  return part && textOf(part, { ...walk, way, isInHidden: walk.isInHidden || isHidden(part) });
}

function svgName(element: Element, walk: Walk): string | undefined {
  if (!('ownerSVGElement' in element)) return undefined;
  const parts = [...element.children].filter((child) => 'ownerSVGElement' in child);
  const title = parts.find((child) => child.localName === 'title');
  if (title) return through([title], walk, 'labelledby').join('');
  const link = element.localName === 'a' ? element.getAttribute('xlink:title')?.trim() : '';
  return link || undefined;
}

function contentOf(element: Element, walk: Walk): string {
  const texts = [generated(element, '::before')];
  // Closed details and hosts of shadow roots do not show what is directly inside. That is known of
  // elements; texts would have to be measured.
  const isCover = element.shadowRoot !== null || element.matches('details:not([open])');
  const unseen = isCover && !walk.withHidden && !walk.isInHidden ? element : null;
  for (const node of childrenOf(element)) {
    const isText = node.nodeType === Node.TEXT_NODE && node.parentNode !== unseen;
    if (isText) texts.push(node.textContent ?? '');
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const child = node as Element;
    const text = textOf(child, walk);
    const isInline = (styleOf(child)?.display || 'inline') === 'inline';
    texts.push(isInline && child.localName !== 'br' ? text : ` ${text} `);
  }
  return [...texts, generated(element, '::after')].join('');
}

/** As they are rendered: with shadow roots and slots, and what `aria-owns` puts at the end. */
function childrenOf(element: Element): Node[] {
  const slotted = 'assignedNodes' in element ? (element as HTMLSlotElement).assignedNodes() : [];
  if (slotted.length > 0) return slotted;
  const own = [...element.childNodes, ...(element.shadowRoot?.childNodes ?? [])];
  return [...own, ...referred(element, 'aria-owns')].filter(
    (node) => !(node as Element).assignedSlot,
  );
}

/** Text that style adds: `content: "★"`, `content: attr(data-mark)`, `content: url(…) / "for ears"`. */
function generated(element: Element, pseudo: '::before' | '::after'): string {
  const style = styleOf(element, pseudo);
  if (!style || style.display === 'none' || style.visibility !== 'visible') return '';
  const text = contentText(element, style.content);
  return text && style.display !== 'inline' ? ` ${text} ` : text;
}

function contentText(element: Element, content: string): string {
  if (content === 'none' || content === 'normal') return '';
  const parts = [...content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)[^)]*\)|(\/)|[^\s"/]+/g)];
  const slash = parts.findIndex(([, , , mark]) => mark);
  return parts
    .slice(slash + 1)
    .map(([, quoted, attribute]) =>
      quoted === undefined
        ? (element.getAttribute(attribute ?? '') ?? '')
        : quoted.replaceAll(/\\(.)/g, '$1'),
    )
    .join('');
}
