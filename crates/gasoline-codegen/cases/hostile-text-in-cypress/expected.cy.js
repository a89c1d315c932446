// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 1.7 s, on http://localhost:3000.
// 8 actions, 2 requests, 2 errors; from /it's.
it('reproduction: \'"`${x}\\ <\/script>', () => {
  // Cypress ends a test at the first error of the page; the recording went on.
  cy.on('uncaught:exception', () => false);
  // Setup: 1 changing requests are left out: the steps make them.

  // 1. Open /it's
  cy.visit('http://localhost:3000/it\'s?q=\'"`${x}\\ <\/script>\u2028\u2029\r */ // \u202e👋\u0000\'); process.exit(1); (\'');

  // 2. Click button "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  cy.get('[data-testid="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').click();
  // confidence: medium — the heading "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('" was shown
  cy.contains('h1', /^\s*'"`\$\{x\}\\ <\/script>\u2028\u2029\r\n\*\/ \/\/ \u202e👋\u0000'\); process\.exit\(1\); \('\s*$/).should('be.visible');
  // confidence: low — `'"`${x}\ </script> * / // 👋 '); process.exit(1); ('` read "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  cy.get('[data-testid="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').invoke('text').should('match', /^\s*'"`\$\{x\}\\\s+<\/script>\u2028\u2029\r\n\*\/\s+\/\/\s+\u202e👋\u0000'\);\s+process\.exit\(1\);\s+\('\s*$/);
  // confidence: low — `plain` read "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  cy.get('[data-testid="plain"]').invoke('text').should('match', /^\s*'"`\$\{x\}\\\s+<\/script>\u2028\u2029\r\n\*\/\s+\/\/\s+\u202e👋\u0000'\);\s+process\.exit\(1\);\s+\('\s*$/);
  // Error occurred here: '"`${x}\ </script>
  // Error occurred here: %s '"`${x}\ </script>

  // 3. Fill "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  cy.get('[aria-label="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').clear();
  cy.get('[aria-label="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').type('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'', { parseSpecialCharSequences: false });

  // 4. Select "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('" in #'"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  cy.get('[id="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').select('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'');

  // Press '"`${x}\ </script> * / // 👋

  // 5. Choose a file for '"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  cy.get('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').selectFile([{ contents: Cypress.Buffer.from('content of the test'), fileName: '\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'' }]);

  // 6. Click '"`${x}\ </script> * / // 👋 '); process.exit(1); (' "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  cy.get('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('[data-testid="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').trigger('mouseover');
  cy.get('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('b').click({ force: true });

  // 7. Click '"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  cy.get('[data-testid="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').eq(1).click();

  // Error occurred here: '"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  // The page should handle this error gracefully.
});
