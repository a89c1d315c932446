// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 3.0 s, on http://localhost:3000.
// 4 actions, 0 requests, 0 errors; from /pay.
it('reproduction: /pay: click button "Sign"', () => {
  // 1. Open /pay
  cy.visit('http://localhost:3000/pay');
  // confidence: medium — the heading "Pay" was shown
  cy.contains('h1', /^\s*Pay\s*$/).should('be.visible');
  // confidence: low — `total` read "Ten euros"
  cy.get('[data-cy="total"]').invoke('text').should('match', /^\s*Ten\s+euros\s*$/);
  // confidence: low — `hint` read "No fees"
  cy.get('[data-testid="hint"]').invoke('text').should('match', /^\s*No\s+fees\s*$/);

  // 2. Click button "Pay"
  cy.get('#payment').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('iframe[name="card"]').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('#pay').click();

  // 3. Click button "Agree"
  cy.get('iframe[src$="/terms?lang=en"]').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('#agree').click();

  // 4. Click button "Sign"
  cy.get('iframe').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('iframe[name="sign"]').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('#sign').click();
});
