// A request: what was sent and what came back, masked by the server, and its ways out.
import { isObject, number, text, type Told } from '../data/read.js';
import { curl, isFailed } from '../model/curl.js';
import { prompt } from '../model/prompt.js';
import { took } from '../model/words.js';
import { Copy } from './copy.js';
import { Fact, Facts, Text } from './facts.js';

export function RequestDetail({ request }: { readonly request: Told }) {
  const status = number(request, 'status') ?? 0;
  const error = text(request, 'error');
  return (
    <>
      <div class="ways">
        <Copy label="Copy as curl" make={() => curl(request)} />
        {isFailed(request) && (
          <Copy
            label="Copy as prompt"
            make={() =>
              prompt('This request of my application failed.', describe(request), 'a request')
            }
          />
        )}
      </div>
      <Facts>
        <Fact name="Status">
          {status === 0
            ? (error ?? 'no response')
            : `${status} ${text(request, 'statusText') ?? ''}`}
        </Fact>
        <Fact name="Took">{took(number(request, 'duration') ?? 0)}</Fact>
        <Fact name="Asked by">{text(request, 'initiator')}</Fact>
        <Fact name="Type">{text(request, 'contentType')}</Fact>
      </Facts>
      <Part title="Request" request={request} of="request" />
      <Part title="Response" request={request} of="response" />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly request: Told;
  readonly of: 'request' | 'response';
}

function Part({ title, request, of }: PartProps) {
  const body = text(request, `${of}Body`) ?? '';
  const headers = request[`${of}Headers`];
  const isCut = request[`${of}Truncated`] === true;
  const lines = isObject(headers)
    ? Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
    : [];
  if (body === '' && lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {lines.length > 0 && (
        <details>
          <summary>{lines.length} headers</summary>
          <Text label={`${title} headers`}>{lines.join('\n')}</Text>
        </details>
      )}
      <Text label={`${title} body`}>{body}</Text>
      {isCut && <p class="note">The body was longer; this is what was kept.</p>}
    </>
  );
}

function describe(request: Told): string {
  const status = number(request, 'status') ?? 0;
  const lines = [
    `${text(request, 'method') ?? 'GET'} ${text(request, 'url') ?? ''}`,
    `status: ${status === 0 ? (text(request, 'error') ?? 'no response') : status}`,
    `page: ${text(request, 'pageUrl') ?? 'unknown'}`,
  ];
  const sent = text(request, 'requestBody');
  const came = text(request, 'responseBody');
  if (sent !== undefined) lines.push(`sent: ${sent}`);
  if (came !== undefined) lines.push(`answered: ${came}`);
  return lines.join('\n');
}
