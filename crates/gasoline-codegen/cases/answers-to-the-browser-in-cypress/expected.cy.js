// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 18.0 s, on http://localhost:3000.
// 11 actions, 2 requests, 0 errors; from /notes.
it('reproduction: /notes: click button "Lock"', () => {
  // What the user answered when the browser asked.
  const confirms = [false, true];
  cy.on('window:confirm', () => {
    if (confirms.shift() === false) return false;
  });
  // What the user typed when the browser asked.
  const prompts = ['Bob\'s note', Cypress.env('GASOLINE_PROMPT') ?? '[user-provided]', null];
  cy.on('window:before:load', (page) => {
    page.prompt = () => prompts.shift() ?? null;
  });

  // 1. Open /notes
  cy.visit('http://localhost:3000/notes');

  // 2. Click button "Rename"
  cy.contains('button,[role=button],summary', /^\s*Rename\s*$/).click();

  // 3. Click button "Share"
  cy.contains('button,[role=button],summary', /^\s*Share\s*$/).click();

  // 4. Click button "Delete"
  cy.contains('button,[role=button],summary', /^\s*Delete\s*$/).click();

  // 5. Click button "Lock"
  cy.contains('button,[role=button],summary', /^\s*Lock\s*$/).click();
});
