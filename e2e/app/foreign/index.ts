// Applications nobody here wrote, each with a place to run and a journey through it.
import type { Flow } from '../flows/hands.js';
import type { Place } from './place.js';
import { shoelace, startShoelace } from './shoelace.js';
import { startSwaggerUi, swaggerUi } from './swagger-ui.js';
import { startTodoMvc, todoMvc } from './todomvc.js';

export interface Foreign {
  start(): Promise<Place>;
  flow: Flow;
}

export const FOREIGN: Record<string, Foreign> = {
  todomvc: { start: startTodoMvc, flow: todoMvc },
  shoelace: { start: startShoelace, flow: shoelace },
  'swagger-ui': { start: startSwaggerUi, flow: swaggerUi },
};
