// What was typed in the shop's journeys and never left the page, as the owner of a test sets it.
import type { FlowName } from '../../../app/flows.js';
import { ADA } from '../../../app/flows/hands.js';

/** For every journey. */
export const WITHHELD: Record<string, string> = {
  GASOLINE_PASSWORD: ADA.password,
  GASOLINE_CARD_NUMBER: '4242424242424242',
};

/** The journey that begins with a wrong password. */
const WITHHELD_IN: Partial<Record<FlowName, Record<string, string>>> = {
  login: { GASOLINE_PASSWORD_2: ADA.password, GASOLINE_PASSWORD: 'wrong-horse' },
};

/** For one journey. */
export function withheld(flow: FlowName): Record<string, string> {
  return { ...WITHHELD, ...WITHHELD_IN[flow] };
}

/** The script with what only this journey needs: a runner reads all files in one environment. */
export function withOwnSecrets(script: string, flow: FlowName): string {
  return Object.entries(WITHHELD_IN[flow] ?? {}).reduce(
    (text, [name, value]) => text.replaceAll(`process.env.${name} `, `'${value}' `),
    script,
  );
}
