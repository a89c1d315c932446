// Answers of the recording for: '"`${x}\ </script>
// Secrets and personal data are replaced by safe values, long lists are cut.

/** `after`: how many changing calls were answered before this answer was given. */
export const answers = [
  {
    method: 'POST',
    path: /^\/graphql$/,
    exact: '/graphql',
    query: [],
    operation: /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)'"`\$\{x\}\\ <\/script>\u2028\u2029\r\n\*\/ \/\/ \u202e👋\u0000'\); process\.exit\(1\); \('\b|operationName='"`\$\{x\}\\ <\/script>\u2028\u2029\r\n\*\/ \/\/ \u202e👋\u0000'\); process\.exit\(1\); \('\b/,
    variables: [null],
    isChange: true,
    after: 0,
    status: 200,
    contentType: 'application/json',
    body: {
      ok: true,
      '\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'': null,
    },
  },
];

/** Sockets open by themselves and say these at once. */
export const sockets = [
];

/** JSON with all members in one order: equal values give equal texts. */
function plain(value) {
  const isObject = (part) => part && typeof part === 'object' && !Array.isArray(part);
  return JSON.stringify(value, (name, part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}

/** The variables of each GraphQL operation in a request. */
function variablesOf(request, searchParams) {
  try {
    const inAddress = `{"variables":${searchParams.get('variables')}}`;
    const sent = JSON.parse(request.postData() ?? inAddress);
    return [sent].flat().map((one) => one.variables ?? null);
  } catch {
    return [];
  }
}

/** Answers the calls above from the recording; everything else goes to the network. */
export async function mock(page) {
  const context = page.context();
  let changes = 0;
  const isKnown = ({ pathname }) => sockets.some(({ path }) => path.test(pathname));
  await context.routeWebSocket(isKnown, (socket) => {
    const { pathname } = new URL(socket.url());
    const said = sockets.find(({ path }) => path.test(pathname))?.messages ?? [];
    for (const message of said) socket.send(message);
  });
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const isCall = ({ method, path, query, operation }) =>
      method === request.method() &&
      path.test(pathname) &&
      query.every(([name, value]) => searchParams.getAll(name).includes(value)) &&
      (!operation || operation.test(request.postData() ?? searchParams.toString()));
    // What was asked for at this very address, with these very variables, with most of this query.
    const nearest = (all, is) => (all.some(is) ? all.filter(is) : all);
    const sent = plain(variablesOf(request, searchParams));
    const here = nearest(answers.filter(isCall), ({ exact }) => exact === pathname);
    const same = nearest(here, ({ variables }) => plain(variables) === sent);
    const most = Math.max(...same.map(({ query }) => query.length));
    const known = same.filter(({ query }) => query.length === most);
    const answer = known.filter(({ after }) => after <= changes).at(-1) ?? known[0];
    if (!answer) return route.fallback();
    if (answer.isChange) changes += 1;
    const headers = {
      'content-type': answer.contentType,
      'access-control-allow-origin': request.headers()['origin'] ?? '*',
      'access-control-allow-credentials': 'true',
    };
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    await route.fulfill({ status: answer.status, headers, body });
  });
}
