// Answers of the recording for: cart, offline
// Secrets and personal data are replaced by safe values, long lists are cut.

/** `after`: how many changing calls were answered before this answer was given. */
export const answers = [
  {
    method: 'POST',
    path: /^\/graphql$/,
    query: [],
    operation: /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Cart\b|operationName=Cart\b/,
    isChange: false,
    after: 0,
    status: 200,
    contentType: 'application/json',
    body: {
      data: {
        cart: {
          items: [],
        },
      },
    },
  },
  {
    method: 'POST',
    path: /^\/graphql$/,
    query: [],
    operation: /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Me\b|operationName=Me\b/,
    isChange: false,
    after: 0,
    status: 200,
    contentType: 'application/json',
    body: {
      data: {
        me: {
          name: 'Test User1',
          email: 'user1@example.com',
        },
      },
    },
  },
  {
    method: 'POST',
    path: /^\/graphql$/,
    query: [],
    operation: /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Add\b|operationName=Add\b/,
    isChange: true,
    after: 0,
    status: 200,
    contentType: 'application/json',
    body: {
      data: {
        add: {
          ok: true,
        },
      },
    },
  },
  {
    method: 'POST',
    path: /^\/graphql$/,
    query: [],
    operation: /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Cart\b|operationName=Cart\b/,
    isChange: false,
    after: 1,
    status: 200,
    contentType: 'application/json',
    body: {
      data: {
        cart: {
          items: [
            {
              name: 'Milk',
            },
          ],
        },
      },
    },
  },
  {
    method: 'GET',
    path: /^\/api\/list$/,
    query: [['page', '1']],
    operation: null,
    isChange: false,
    after: 1,
    status: 200,
    contentType: 'application/json',
    body: {
      rows: [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
      ],
    },
  },
  {
    method: 'GET',
    path: /^\/api\/list$/,
    query: [['page', '2']],
    operation: null,
    isChange: false,
    after: 1,
    status: 200,
    contentType: 'application/json',
    body: {
      rows: [
        41,
      ],
    },
  },
];

/** Sockets open by themselves and say these at once. */
export const sockets = [
];

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
    const known = answers.filter(isCall);
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
