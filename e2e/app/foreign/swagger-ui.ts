// Swagger UI as it is shipped, over a small API: a large React application that calls what the user fills in.
import type { Flow } from '../flows/hands.js';
import { json, serve, text, type Breakage, type Place } from './place.js';

const BOAT = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, length: { type: 'number' } },
};

const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Boats', version: '1.0.0' },
  paths: {
    '/api/boats/{id}': {
      get: {
        tags: ['boats'],
        summary: 'Find a boat',
        operationId: 'findBoat',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { description: 'The boat', content: { 'application/json': { schema: BOAT } } },
          404: { description: 'No such boat' },
        },
      },
    },
    '/api/boats': {
      post: {
        tags: ['boats'],
        summary: 'Add a boat',
        operationId: 'addBoat',
        requestBody: { content: { 'application/json': { schema: BOAT } } },
        responses: { 201: { description: 'Added' } },
      },
    },
  },
};

const START = `window.ui = SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'BaseLayout',
});`;

const FOUND = '{"id":7,"name":"Albatross","length":11.5}';
const ADDED = '{"id":8,"name":"Osprey"}';

/** Replacements in what the described service answers, and in how the application is started. */
export const SWAGGER_UI_BUGS: Record<string, Breakage> = {
  'name-missing': { journey: 'find', from: '"name":"Albatross",', to: '' },
  'length-text': { journey: 'find', from: '11.5', to: '"11.5"' },
  'no-try-it-out': {
    journey: 'find',
    from: 'validatorUrl: null',
    to: 'supportedSubmitMethods: []',
  },
  'id-null': { journey: 'add', from: '"id":8', to: '"id":null' },
};

export function startSwaggerUi(bug = ''): Promise<Place> {
  const { from = '', to = '' } = SWAGGER_UI_BUGS[bug] ?? {};
  const said = (original: string) => original.replace(from, () => to);
  return serve('swagger-ui-dist', [
    ['/swagger-initializer.js', text('text/javascript', said(START))],
    ['/openapi.json', (_request, response) => json(response, 200, OPENAPI)],
    [
      '/api/boats',
      (request, response, url) => {
        if (request.method === 'POST') return json(response, 201, JSON.parse(said(ADDED)));
        if (url.pathname.endsWith('/7')) return json(response, 200, JSON.parse(said(FOUND)));
        json(response, 404, { error: 'no such boat' });
      },
    ],
  ]);
}

/** Asks for a boat by its number. */
const find: Flow = async (page) => {
  const operation = page.locator('.opblock').filter({ hasText: 'Find a boat' });
  await operation.locator('.opblock-summary').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const id = operation.getByPlaceholder('id');
  await id.click();
  await id.pressSequentially('7');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').getByText('Albatross').waitFor();
  await operation.getByRole('button', { name: 'Clear' }).click();
  await operation.locator('.opblock-summary').click();
};

const add: Flow = async (page) => {
  const adding = page.locator('.opblock').filter({ hasText: 'Add a boat' });
  await adding.locator('.opblock-summary').click();
  await adding.getByRole('button', { name: 'Try it out' }).click();
  await adding.locator('textarea').fill('{"name": "Osprey", "length": 9}');
  await adding.getByRole('button', { name: 'Execute' }).click();
  await adding.locator('.live-responses-table').getByText('Osprey').waitFor();
};

function opened(flow: Flow): Flow {
  return async (page, origin) => {
    await page.goto(origin);
    await flow(page, origin);
  };
}

export const SWAGGER_UI_JOURNEYS: Record<string, Flow> = { find: opened(find), add: opened(add) };

export const swaggerUi: Flow = async (page, origin) => {
  await page.goto(origin);
  await find(page, origin);
  await add(page, origin);
};
