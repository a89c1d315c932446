// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 13.9 s, on http://localhost:3000.
// 26 actions, 0 requests, 0 errors; from /editor.
it('reproduction: x is undefined', () => {
  // Cypress ends a test at the first error of the page; the recording went on.
  cy.on('uncaught:exception', () => false);

  // 1. Open /editor
  cy.visit('http://localhost:3000/editor');

  // 2. Fill textbox "Title"
  cy.get('#title').clear();
  cy.get('#title').type('Hello', { parseSpecialCharSequences: false });

  // 3. Press Tab
  cy.press('Tab');

  // 4. Check checkbox "Publish at once"
  cy.get('#publish').check();

  // 5. Uncheck checkbox "Notify"
  cy.get('#notify').uncheck();

  // 6. Select "Red" in combobox "Colour"
  cy.get('#colour').select('red');

  // 7. Select "A, B" in listbox "Tags"
  cy.get('#tags').select(['a', 'b']);

  // User scrolled to y=320

  // 8. Double-click button "Edit"
  cy.contains('button,[role=button],summary', /^\s*Edit\s*$/).dblclick();

  // 9. Click button "Delete"
  cy.get('li:nth-child(2)').trigger('mouseover');
  cy.get('li > button').click({ force: true });

  // 10. Press Escape
  cy.get('#title').type('{esc}');

  // 11. Press Shift+Tab
  // Shift+Tab is a key that Cypress does not press.

  // 12. Choose a file for #file
  cy.get('#file').selectFile([{ contents: Cypress.Buffer.from('content of the test'), fileName: 'cat.png' }, { contents: Cypress.Buffer.from('content of the test'), fileName: 'notes.txt' }]);

  // 13. Fill textbox "Card"
  cy.get('iframe[name="pay"]').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('#card').clear();
  cy.get('iframe[name="pay"]').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('#card').type('4242', { parseSpecialCharSequences: false });

  // 14. Click link "Preview"
  cy.get('[data-cy="preview"]').click();

  // In another tab, which Cypress cannot reach: A new page opens

  // In another tab, which Cypress cannot reach: Click button "Close"

  // 16. Fill searchbox "Find"
  cy.get('#find').clear();
  cy.get('#find').type('milk', { parseSpecialCharSequences: false });

  // 17. Press Enter
  cy.get('#find').type('{enter}');
  // confidence: high — it led to /editor
  cy.url().should('match', /^http:\/\/localhost:3000\/editor\?(?=(?:[^#]*&)?q=milk(?:[&#]|$))/);

  // Error occurred here: x is undefined
  // The page should handle this error gracefully.
});
