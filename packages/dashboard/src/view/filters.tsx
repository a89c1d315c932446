// The filters: words, lanes, only what is bad, one test.
import { useMemo } from 'preact/hooks';
import { LANES, type Lane } from '../data/row.js';
import type { Filter } from '../model/filter.js';

export interface FiltersProps {
  readonly filter: Filter;
  readonly tests: readonly string[];
  readonly onFilter: (filter: Filter) => void;
}

export function Filters({ filter, tests, onFilter }: FiltersProps) {
  const toggle = (lane: Lane) => {
    const hidden = new Set(filter.hidden);
    if (!hidden.delete(lane)) hidden.add(lane);
    onFilter({ ...filter, hidden });
  };
  // A run may have thousands, and this is drawn with every event.
  const options = useMemo(
    () =>
      tests.map((test) => (
        <option key={test} value={test}>
          {test}
        </option>
      )),
    [tests],
  );
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        placeholder="Filter by words"
        aria-label="Filter by words"
        value={filter.words}
        onInput={({ currentTarget }) => onFilter({ ...filter, words: currentTarget.value })}
      />
      <span class="lanes-shown">
        {LANES.map((lane) => (
          <button
            key={lane}
            type="button"
            class={`toggle ${lane}`}
            aria-pressed={!filter.hidden.has(lane)}
            onClick={() => toggle(lane)}
          >
            {lane}
          </button>
        ))}
      </span>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.isBadOnly}
          onChange={({ currentTarget }) =>
            onFilter({ ...filter, isBadOnly: currentTarget.checked })
          }
        />
        problems only
      </label>
      {(tests.length > 0 || filter.test !== undefined) && (
        <select
          aria-label="Test"
          value={filter.test ?? ''}
          onChange={({ currentTarget }) => {
            const test = currentTarget.value;
            onFilter({ ...filter, test: test === '' ? undefined : test });
          }}
        >
          <option value="">all tests</option>
          {options}
        </select>
      )}
    </form>
  );
}
