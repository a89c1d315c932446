// How pages load, over time: a plot for each figure, and what an agent is told of the page.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isObject } from '../data/read.js';
import { callTool } from '../data/tool.js';
import { pages, series, type Page } from '../model/trends.js';
import { many } from '../model/words.js';
import { Text } from './facts.js';
import { Plot } from './plot.js';

/** `loads` counts what was heard of page loads: when it grows, the server is asked again. */
export function Performance({ loads }: { readonly loads: number }) {
  const [known, setKnown] = useState<readonly Page[]>([]);
  useEffect(() => {
    let isWanted = true;
    fetch('/page-loads')
      .then((answer) => answer.json())
      .then((answer: unknown) => isWanted && isObject(answer) && setKnown(pages(answer)))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [loads]);
  const [chosen, setChosen] = useState<string>();
  const page = known.find(({ name }) => name === chosen) ?? known[0];
  const drawn = useMemo(() => (page === undefined ? [] : series(page)), [page]);
  if (page === undefined) {
    return (
      <section class="card pad" aria-label="Performance">
        <h2>No page load was measured</h2>
        <p class="note">
          Pages tell how they loaded a moment after, with the extension or the capture script in
          them.
        </p>
      </section>
    );
  }
  return (
    <section class="performance" aria-label="Performance">
      <label class="pick">
        Page
        <select value={page.name} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {known.map(({ name, loads: all }) => (
            <option key={name} value={name}>
              {name} ({many(all.length, 'load')})
            </option>
          ))}
        </select>
      </label>
      <div class="plots">
        {drawn.map((one) => (
          <Plot key={one.figure.name} series={one} />
        ))}
      </div>
      <Verdict page={page} />
    </section>
  );
}

/** What `check_performance` says of the page. */
function Verdict({ page }: { readonly page: Page }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let isWanted = true;
    callTool('check_performance', { url: page.address }).then(
      ({ text }) => isWanted && setSaid(text),
      () => isWanted && setSaid('the server cannot be asked'),
    );
    return () => {
      isWanted = false;
    };
  }, [page.name, page.loads.length]);
  return (
    <section class="card pad" aria-label="Verdict">
      <h2>Verdict</h2>
      <Text label="Verdict">{said}</Text>
    </section>
  );
}
