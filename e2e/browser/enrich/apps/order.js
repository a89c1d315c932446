// The order of every shop: a server that breaks answers without a receipt.

export async function placeOrder(items) {
  const answer = await fetch('/api/order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  return answer.json();
}
