// The tests of a run: how each ended, what was seen in it, and the way to its events.
import { useMemo, useState } from 'preact/hooks';
import { list, number, object, text, type Told } from '../data/read.js';
import { writeTest } from '../data/tool.js';
import { many, took } from '../model/words.js';
import { Choices } from './choices.js';
import { Copy } from './copy.js';
import { Fact, Facts, Text } from './facts.js';

export interface TestsProps {
  readonly tests: readonly Told[];
  readonly onShow: (test: string) => void;
}

const ROW_HEIGHT = 44;

/** The runner's word, as one of few for colours. */
function kindOf(test: Told): string {
  const status = text(test, 'status') ?? 'unknown';
  if (status === 'failed' || status === 'timedOut' || status === 'interrupted') return 'error';
  return status === 'passed' ? 'good' : 'info';
}

const nameOf = (test: Told) => text(test, 'test_id') ?? '';

const weight = (test: Told) => (kindOf(test) === 'error' ? 0 : 1);

/** What failed first, then the newest. */
function inOrder(tests: readonly Told[]): Told[] {
  return tests.toReversed().toSorted((one, other) => weight(one) - weight(other));
}

export function Tests({ tests, onShow }: TestsProps) {
  const [chosen, setChosen] = useState<string>();
  const ordered = useMemo(() => inOrder(tests), [tests]);
  const test = ordered.find((one) => nameOf(one) === chosen);
  if (tests.length === 0) {
    return (
      <section class="card pad" aria-label="Tests">
        <h2>No test has run</h2>
        <p class="note">
          Tests show here when a runner tells of them: <code>gasoline-playwright</code> does by
          itself, others post to <code>/test-boundary</code>.
        </p>
      </section>
    );
  }
  return (
    <div class="columns">
      <section class="list card" aria-label="Tests">
        <p class="count">{summary(tests)}</p>
        <Choices
          label="Tests"
          items={ordered}
          keyOf={nameOf}
          selected={chosen}
          onSelect={(one) => setChosen(nameOf(one))}
          onOpen={() => test && onShow(nameOf(test))}
          rowHeight={ROW_HEIGHT}
          classOf={kindOf}
          render={(one) => (
            <>
              <span class={`badge ${kindOf(one)}`}>{text(one, 'status')}</span>
              <span class="what two">
                {text(one, 'title') ?? nameOf(one)}
                <small>{seen(one)}</small>
              </span>
              <span class="side">{took(number(one, 'duration_ms') ?? 0)}</span>
            </>
          )}
        />
      </section>
      <section class="detail card" aria-label="Test" tabIndex={0}>
        {test === undefined ? (
          <p class="note pad">Choose a test to see how it went.</p>
        ) : (
          <TestDetail test={test} onShow={onShow} />
        )}
      </section>
    </div>
  );
}

function summary(tests: readonly Told[]): string {
  const failed = tests.filter((test) => kindOf(test) === 'error').length;
  const passed = tests.filter((test) => kindOf(test) === 'good').length;
  return `${many(tests.length, 'test')}: ${failed} failed, ${passed} passed`;
}

function seen(test: Told): string {
  const errors = list(test, 'errors').length;
  const failures = list(test, 'network_failures').length;
  return `${many(errors, 'error')}, ${many(failures, 'failed request')}`;
}

function TestDetail({
  test,
  onShow,
}: {
  readonly test: Told;
  readonly onShow: (test: string) => void;
}) {
  const id = nameOf(test);
  const errors = list(test, 'errors').map((error) => text(error, 'message') ?? '');
  const failures = list(test, 'network_failures').map(
    (failure) =>
      `${text(failure, 'method') ?? ''} ${text(failure, 'url') ?? ''} → ${String(failure['status'] ?? '')}`,
  );
  const error = object(test, 'error');
  return (
    <>
      <h2 class={`title ${kindOf(test)}`}>{text(test, 'title') ?? id}</h2>
      <div class="ways">
        <button class="small" onClick={() => onShow(id)}>
          Show its events
        </button>
        <Copy label="Copy as test" make={() => writeTest(id)} />
      </div>
      <Facts>
        <Fact name="Status">{text(test, 'status')}</Fact>
        <Fact name="Took">{took(number(test, 'duration_ms') ?? 0)}</Fact>
        <Fact name="File">{text(test, 'file')}</Fact>
        <Fact name="Project">{text(test, 'project')}</Fact>
        <Fact name="Id">{id}</Fact>
      </Facts>
      {text(error, 'message') !== undefined && <h3>The runner said</h3>}
      <Text label="The runner said">{text(error, 'message') ?? ''}</Text>
      {errors.length > 0 && <h3>Errors</h3>}
      <Text label="Errors">{errors.join('\n')}</Text>
      {failures.length > 0 && <h3>Failed requests</h3>}
      <Text label="Failed requests">{failures.join('\n')}</Text>
    </>
  );
}
