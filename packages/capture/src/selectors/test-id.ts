// The attributes that mark an element for tests, in the order in which Playwright and people prefer them.

export const TEST_ID_ATTRIBUTES = [
  'data-testid',
  'data-test-id',
  'data-test',
  'data-cy',
  'data-qa',
  'data-pw',
  'data-e2e',
  'data-automation-id',
] as const;

/** Elements with any of them. */
export const TEST_ID_CSS = TEST_ID_ATTRIBUTES.map((name) => `[${name}]`).join(',');

export interface TestId {
  testId: string;
  /** Absent for `data-testid`, which Playwright's `getByTestId` looks at by itself. */
  testIdAttribute?: string;
}

export function testIdOf(element: Element): TestId | undefined {
  for (const attribute of TEST_ID_ATTRIBUTES) {
    const testId = element.getAttribute(attribute);
    if (!testId) continue;
    return attribute === 'data-testid' ? { testId } : { testId, testIdAttribute: attribute };
  }
  return undefined;
}

/** The CSS that finds elements with this test id. */
export function testIdCss({ testId, testIdAttribute = 'data-testid' }: TestId): string {
  return attributeCss(testIdAttribute, testId);
}

/** `[name="value"]`. Inside the quotes only these need an escape, and paths stay readable. */
export function attributeCss(name: string, value: string): string {
  const quoted = value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (end) => `\\${end.charCodeAt(0).toString(16)} `);
  return `[${name}="${quoted}"]`;
}
