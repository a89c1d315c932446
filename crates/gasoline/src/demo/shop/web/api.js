// How the page talks to its server.
export async function get(path) {
  const response = await fetch(path);
  return response.json();
}

export async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}
