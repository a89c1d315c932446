// The smallest shop: a page with a button that asks for an answer.

const PAGE = `<!doctype html><title>shop</title><link rel="icon" href="data:,">
<button>Buy</button><output></output><script>
document.querySelector('button').onclick = async () => {
  const answer = await fetch('/api');
  document.querySelector('output').textContent = (await answer.json()).state;
};</script>`;

export function answerShop({ url }, response) {
  const isApi = url === '/api';
  response.writeHead(200, { 'content-type': isApi ? 'application/json' : 'text/html' });
  response.end(isApi ? '{"state":"ordered"}' : PAGE);
}
