// What is captured: how full each buffer is, what was forgotten, and what each browser was told.
import { useEffect, useState } from 'preact/hooks';
import { isObject, list, number, object, text, type Told } from '../data/read.js';
import { callTool } from '../data/tool.js';
import { bytes, many, took } from '../model/words.js';
import { Fact, Facts, Text } from './facts.js';

export function Status({ health }: { readonly health: Told | undefined }) {
  if (health === undefined) return <p class="card pad note">The server has not answered yet.</p>;
  const buffers = Object.entries(object(health, 'buffers')).flatMap(([kind, fill]) =>
    isObject(fill) ? [{ kind, fill }] : [],
  );
  return (
    <div class="status">
      <section class="card pad" aria-label="Server">
        <h2>Server</h2>
        <Facts>
          <Fact name="Version">{text(health, 'version')}</Fact>
          <Fact name="Up">{took(number(health, 'uptime_ms') ?? 0)}</Fact>
          <Fact name="Memory">{bytes(number(health, 'memory_bytes') ?? 0)}</Fact>
          <Fact name="Address">{location.origin}</Fact>
        </Facts>
      </section>
      <section class="card pad" aria-label="What is kept">
        <h2>What is kept</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Held</th>
              <th scope="col">Room</th>
              <th scope="col">Forgotten</th>
              <th scope="col">Lost in the page</th>
            </tr>
          </thead>
          <tbody>
            {buffers.map(({ kind, fill }) => (
              <tr key={kind}>
                <th scope="row">{kind.replaceAll('_', ' ')}</th>
                {['held', 'capacity', 'forgotten', 'lost'].map((member) => (
                  <td key={member}>{(number(fill, member) ?? 0).toLocaleString('en')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Browsers count={list(health, 'browsers').length} />
    </div>
  );
}

/** Browsers with the extension, with the tabs they capture and what their user or an agent switched. */
function Browsers({ count }: { readonly count: number }) {
  const [browsers, setBrowsers] = useState<readonly Told[]>([]);
  useEffect(() => {
    let isWanted = true;
    callTool('get_status', {}).then(
      ({ content }) => isWanted && setBrowsers(list(content, 'browsers')),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [count]);
  return (
    <section class="card pad" aria-label="Browsers">
      <h2>Browsers with the extension</h2>
      {browsers.length === 0 && (
        <p class="note">None. Pages with the capture script send by themselves.</p>
      )}
      {browsers.map((browser, index) => (
        <div key={index}>
          <Facts>
            <Fact name="Extension">{text(browser, 'version')}</Fact>
            <Fact name="Capture">{browser['paused'] === true ? 'paused' : 'on'}</Fact>
            <Fact name="Tabs">{many(list(browser, 'tabs').length, 'captured tab')}</Fact>
          </Facts>
          <Text label="Tabs">
            {list(browser, 'tabs')
              .map((tab) => `${text(tab, 'title') ?? ''} ${text(tab, 'url') ?? ''}`)
              .join('\n')}
          </Text>
          <Text label="Settings">{settings(browser)}</Text>
        </div>
      ))}
    </section>
  );
}

function settings(browser: Told): string {
  return Object.entries(object(browser, 'settings'))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');
}
