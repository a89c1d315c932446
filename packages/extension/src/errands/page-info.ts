// `get_page_info`: what kind of page this is, at a glance.
import { textOf } from './elements.js';

const HEADINGS_MAX = 50;
const FORMS_MAX = 20;
const FIELDS_MAX = 50;
const HEADING_MAX_CHARS = 200;
const INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=tab], [role=menuitem], [role=switch], [contenteditable=""], [contenteditable=true], [tabindex]:not([tabindex^="-"])';

export function pageInfo(): object {
  return {
    url: location.href,
    title: document.title,
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: scrollX, y: scrollY },
    documentHeight: document.documentElement?.scrollHeight ?? 0,
    headings: headings(),
    links: count('a[href]'),
    images: count('img'),
    interactiveElements: count(INTERACTIVE),
    forms: [...document.forms].slice(0, FORMS_MAX).map(form),
  };
}

function count(selector: string): number {
  return document.querySelectorAll(selector).length;
}

function headings(): string[] {
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .slice(0, HEADINGS_MAX)
    .map((heading) => `${heading.localName}: ${textOf(heading, HEADING_MAX_CHARS)}`);
}

/** A form by the names of its fields; their values are nobody's business. */
function form(element: HTMLFormElement): object {
  const fields = [...element.elements].flatMap((field) => {
    const name = field.getAttribute('name') || field.id;
    return name ? [name] : [];
  });
  return {
    id: element.id,
    action: element.getAttribute('action') ?? '',
    fields: [...new Set(fields)].slice(0, FIELDS_MAX),
  };
}
