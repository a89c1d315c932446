// The detail pane: all that is known of the row that was chosen, and ways to take it along.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text, type Told } from '../data/read.js';
import type { Row } from '../data/row.js';
import { clock } from '../model/words.js';
import { Diagnosis } from './diagnosis.js';
import { Fact, Facts, Text } from './facts.js';
import { RequestDetail } from './request.js';

export interface DetailProps {
  readonly row: Row | undefined;
  /** Counts changes of what the server knows. */
  readonly version: number;
}

export function Detail({ row, version }: DetailProps) {
  if (row === undefined) {
    return (
      <section class="detail card" aria-label="Details">
        <p class="note pad">Choose an event in the timeline or in the list to see all of it.</p>
      </section>
    );
  }
  return (
    <section class="detail card" aria-label="Details" tabIndex={0} key={row.seq}>
      <h2 class={`title ${row.level}`}>{row.title}</h2>
      <Facts>
        <Fact name="When">{clock(row.at)}</Fact>
        <Fact name="Id">c{row.seq}</Fact>
        <Fact name="Test">{row.test}</Fact>
        <Fact name="Page">{text(row.event, 'pageUrl') ?? pageOf(row)}</Fact>
      </Facts>
      {bodyOf(row, version)}
      <details>
        <summary>As captured</summary>
        <Text label="As captured">{JSON.stringify(row.event, null, 2)}</Text>
      </details>
    </section>
  );
}

/** A request's own address is no page's. */
function pageOf(row: Row): string | undefined {
  return row.lane === 'requests' || row.lane === 'sockets' ? undefined : text(row.event, 'url');
}

function bodyOf(row: Row, version: number): ComponentChildren {
  const { event } = row;
  switch (row.lane) {
    case 'errors':
      return <Diagnosis row={row} version={version} />;
    case 'requests':
      return <RequestDetail request={event} />;
    case 'console':
      return <Text label="Message">{text(event, 'message') ?? ''}</Text>;
    case 'sockets':
      return (
        <>
          <Facts>
            <Fact name="Socket">{text(event, 'url')}</Fact>
            <Fact name="Reason">{text(event, 'reason')}</Fact>
          </Facts>
          <Text label="Data">{text(event, 'data') ?? ''}</Text>
        </>
      );
    case 'screenshots':
      return <Picture shot={event} about={row.title} />;
    case 'actions':
      return undefined;
  }
}

function Picture({ shot, about }: { readonly shot: Told; readonly about: string }) {
  const id = text(shot, 'id') ?? '';
  const [isHeld, setHeld] = useState(shot['held'] !== false);
  if (!/^\d+$/.test(id)) return null;
  if (!isHeld) return <p class="note">The picture is no longer held.</p>;
  return (
    <a class="picture" href={`/screenshots/${id}.png`} target="_blank" rel="noreferrer">
      <img src={`/screenshots/${id}.png`} alt={about} onError={() => setHeld(false)} />
    </a>
  );
}
