// Names with values, and texts as they came.
import type { ComponentChildren } from 'preact';
import { pretty } from '../model/words.js';

export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

/** One name with its value; nothing where there is none. */
export function Fact(props: { readonly name: string; readonly children?: ComponentChildren }) {
  const { name, children } = props;
  if (children === undefined || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text in full, with JSON indented; nothing where there is none. */
export function Text({ label, children }: { readonly label: string; readonly children: string }) {
  if (children === '') return null;
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      {pretty(children)}
    </pre>
  );
}
