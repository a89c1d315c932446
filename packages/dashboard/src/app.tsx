// The dashboard: a header, tabs, and what the chosen tab shows.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { text } from './data/read.js';
import type { Row } from './data/row.js';
import type { Follower } from './data/follower.js';
import { EVERYTHING, select, within, type Filter } from './model/filter.js';
import { around, inside, type Span } from './model/span.js';
import { Detail } from './view/detail.js';
import { Empty } from './view/empty.js';
import { Film } from './view/film.js';
import { Filters } from './view/filters.js';
import { Header } from './view/header.js';
import { List } from './view/list.js';
import { Performance } from './view/performance.js';
import { Status } from './view/status.js';
import { TABS, Tabs, type Tab } from './view/tabs.js';
import { Tests } from './view/tests.js';
import { Timeline } from './view/timeline.js';

export function App({ follower }: { readonly follower: Follower }) {
  const [, redraw] = useState(0);
  const [tab, setTab] = useState<Tab>('Timeline');
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  useEffect(() => follower.subscribe(() => redraw((count) => count + 1)), [follower]);
  const { book } = follower;
  const tests = useMemo(() => book.tests.map((test) => text(test, 'test_id') ?? ''), [book.tests]);
  const counts = { Tests: book.tests.length };
  return (
    <>
      <Header follower={follower} />
      <Tabs chosen={tab} counts={counts} onChoose={setTab} />
      <main>
        <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${TABS.indexOf(tab)}`}>
          {tab === 'Timeline' && (
            <Events follower={follower} filter={filter} tests={tests} onFilter={setFilter} />
          )}
          {tab === 'Tests' && (
            <Tests
              tests={book.tests}
              onShow={(test) => {
                setFilter({ ...EVERYTHING, test });
                setTab('Timeline');
              }}
            />
          )}
          {tab === 'Performance' && <Performance loads={book.loads} />}
          {tab === 'Status' && <Status health={follower.health} />}
        </div>
      </main>
    </>
  );
}

interface EventsProps {
  readonly follower: Follower;
  readonly filter: Filter;
  readonly tests: readonly string[];
  readonly onFilter: (filter: Filter) => void;
}

function Events({ follower, filter, tests, onFilter }: EventsProps) {
  const { book } = follower;
  const [zoomed, setZoomed] = useState<Span>();
  const [chosen, setChosen] = useState<number>();
  const passing = useMemo(() => select(book.rows, filter), [book.rows, filter]);
  const whole = useMemo(() => around(passing), [passing]);
  const span = useMemo(() => (zoomed ? inside(zoomed, whole) : whole), [zoomed, whole]);
  const shown = useMemo(
    () => (zoomed ? within(passing, span.from, span.to) : passing),
    [passing, zoomed, span],
  );
  const selected = useMemo(
    () => (chosen === undefined ? undefined : book.rows.find((row) => row.seq === chosen)),
    [book.rows, chosen],
  );
  const choose = (row: Row) => setChosen(row.seq);
  if (book.rows.length === 0) {
    return follower.isRead ? <Empty /> : <p class="card pad note">Reading what was captured …</p>;
  }
  const isNarrowed = zoomed !== undefined || passing.length < book.rows.length;
  const showAll = () => {
    setZoomed(undefined);
    onFilter(EVERYTHING);
  };
  return (
    <>
      <Filters filter={filter} tests={tests} onFilter={onFilter} />
      <Timeline
        rows={passing}
        whole={whole}
        span={span}
        selected={selected}
        onSpan={setZoomed}
        onSelect={choose}
      />
      <Film rows={shown} selected={selected} onSelect={choose} />
      <div class="columns">
        <List
          rows={shown}
          filter={filter}
          total={book.rows.length}
          missed={book.missed}
          selected={selected}
          onSelect={choose}
          onAll={isNarrowed ? showAll : undefined}
        />
        <Detail row={selected} version={book.version} />
      </div>
    </>
  );
}
