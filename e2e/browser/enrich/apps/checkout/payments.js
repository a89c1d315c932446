// The payments of the checkout, as its server takes them.
import { session } from './session.js';

export async function payFor(lines) {
  const answer = await fetch('/api/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
    body: JSON.stringify({ lines, apiKey: session.apiKey }),
  });
  return answer.json();
}
