// Swagger UI as it is shipped, over a small API: a large React application that calls what the user fills in.
import type { Flow } from '../flows/hands.js';
import { json, serve, text, type Place } from './place.js';

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

export function startSwaggerUi(): Promise<Place> {
  return serve('swagger-ui-dist', [
    ['/swagger-initializer.js', text('text/javascript', START)],
    ['/openapi.json', (_request, response) => json(response, 200, OPENAPI)],
    [
      '/api/boats',
      (request, response, url) => {
        const id = Number(url.pathname.split('/')[3]);
        if (request.method === 'POST') return json(response, 201, { id: 8, name: 'Osprey' });
        if (id === 7) return json(response, 200, { id, name: 'Albatross', length: 11.5 });
        json(response, 404, { error: 'no such boat' });
      },
    ],
  ]);
}

export const swaggerUi: Flow = async (page, origin) => {
  await page.goto(origin);
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
  const adding = page.locator('.opblock').filter({ hasText: 'Add a boat' });
  await adding.locator('.opblock-summary').click();
  await adding.getByRole('button', { name: 'Try it out' }).click();
  await adding.locator('textarea').fill('{"name": "Osprey", "length": 9}');
  await adding.getByRole('button', { name: 'Execute' }).click();
  await adding.locator('.live-responses-table').getByText('Osprey').waitFor();
};
