// Applications nobody here wrote, each with a place to run and a journey through it.
import type { Flow } from '../flows/hands.js';
import type { Breakage, Place } from './place.js';
import { shoelace, SHOELACE_BUGS, SHOELACE_JOURNEYS, startShoelace } from './shoelace.js';
import { startSwaggerUi, swaggerUi, SWAGGER_UI_BUGS, SWAGGER_UI_JOURNEYS } from './swagger-ui.js';
import { startTodoMvc, todoMvc, TODO_BUGS, TODO_JOURNEYS } from './todomvc.js';

export interface Foreign {
  /** With one of its bugs, if that is named. */
  start(bug?: string): Promise<Place>;
  /** One journey past all there is. */
  flow: Flow;
  /** Short ones, each about one thing. */
  journeys: Record<string, Flow>;
  bugs: Record<string, Breakage>;
}

export const FOREIGN: Record<string, Foreign> = {
  todomvc: { start: startTodoMvc, flow: todoMvc, journeys: TODO_JOURNEYS, bugs: TODO_BUGS },
  shoelace: {
    start: startShoelace,
    flow: shoelace,
    journeys: SHOELACE_JOURNEYS,
    bugs: SHOELACE_BUGS,
  },
  'swagger-ui': {
    start: startSwaggerUi,
    flow: swaggerUi,
    journeys: SWAGGER_UI_JOURNEYS,
    bugs: SWAGGER_UI_BUGS,
  },
};
