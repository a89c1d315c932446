// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 6.1 s, on http://localhost:3000.
// 5 actions, 3 requests, 1 errors; from /login to /orders.
it('reproduction: Cannot read properties of undefined (reading \'map\')', () => {
  // Cypress ends a test at the first error of the page; the recording went on.
  cy.on('uncaught:exception', () => false);

  // 1. Open /login
  cy.visit('http://localhost:3000/login');
  cy.screenshot('step-1');

  // 2. Fill textbox "Password"
  cy.get('#pw').clear();
  cy.get('#pw').type(Cypress.env('GASOLINE_PASSWORD') ?? '[user-provided]', { parseSpecialCharSequences: false });
  cy.screenshot('step-2');

  // 3. Click button "Log in"
  cy.contains('button,[role=button],summary', /^\s*Log in\s*$/).click();
  // confidence: high — it led to /orders
  cy.url().should('match', /^http:\/\/localhost:3000\/orders(?:[?#]|$)/);
  // confidence: medium — the heading "Orders" was shown
  cy.contains('h1', /^\s*Orders\s*$/).should('be.visible');
  cy.screenshot('step-3');

  // [5.0s pause]
  // 4. Click button "Export"
  cy.contains('button,[role=button],summary', /^\s*Export\s*$/).click();
  cy.screenshot('step-4');
  // Error occurred here: Uncaught TypeError: Cannot read properties of undefined (reading 'map')
  // The page should handle this error gracefully.
});
