// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 13.5 s, on http://localhost:3000.
// 13 actions, 4 requests, 0 errors; from /admin to /orders.
it('reproduction: /admin: click link "Orders" leads to /orders', () => {
  // 1. Open /admin
  cy.visit('http://localhost:3000/admin');
  // confidence: medium — the heading "Items" was shown
  cy.contains('h1', /^\s*Items\s*$/).should('be.visible');

  // 2. Press /
  cy.get('body').type('/');
  // confidence: medium — what was typed next went there without a click
  cy.get('#search').should('have.focus');

  // 3. Fill searchbox "Search"
  cy.get('#search').clear();
  cy.get('#search').type('Oak', { parseSpecialCharSequences: false });
  // confidence: medium — the page said "… items"
  cy.contains('[role=status],output', /\d+ items/).should('be.visible');
  // confidence: low — "Oak stool" was in the list
  cy.contains('tr,[role=row]', 'Oak stool').should('be.visible');
  // confidence: low — "Jute twine" was in the list no more
  cy.contains('tr,[role=row]', 'Jute twine').should('not.exist');

  // 4. Select "Price" in combobox "Sort by"
  cy.get('#sort').select('price');
  // confidence: low — "Sorted by price, … pages" was shown
  cy.contains(/^\s*Sorted by price, \d+ pages\s*$/).should('be.visible');

  // 5. Check checkbox "Select Clay pot"
  cy.get('#pot').check();

  // 6. Click button "Archive"
  cy.contains('button,[role=button],summary', /^\s*Archive\s*$/).click();
  // confidence: medium — the page said "1 item archived"
  cy.contains('[role=status],output', /1 item archived/).should('be.visible');
  // confidence: medium — "Clay pot, Archived, €11.00" was in the list
  cy.contains('tr,[role=row]', 'Clay pot').should('be.visible').should('contain.text', 'Archived').should('contain.text', '€11.00');

  // 7. Click button "Delete"
  cy.contains('button,[role=button],summary', /^\s*Delete\s*$/).click();
  // confidence: medium — the dialog "Delete Clay pot?" opened
  cy.contains('dialog,[role=dialog]', /Delete Clay pot\?/).should('be.visible');

  // 8. Press Escape
  cy.contains('button,[role=button],summary', /^\s*Keep it\s*$/).type('{esc}');
  // confidence: medium — the dialog "Delete Clay pot?" closed
  cy.contains('dialog,[role=dialog]', /Delete Clay pot\?/).should('not.exist');

  // 9. Click tab "Reviews"
  cy.contains('[role=tab]', /^\s*Reviews\s*$/).click();
  // confidence: medium — the tab "Reviews" was chosen
  cy.contains('[role=tab][aria-selected=true]', /^\s*Reviews\s*$/).should('be.visible');
  // confidence: low — "Exactly as described." was shown
  cy.contains(/^\s*Exactly as described\.\s*$/).should('be.visible');

  // 10. Press ArrowLeft
  cy.contains('[role=tab]', /^\s*Reviews\s*$/).type('{leftArrow}');

  // 11. Press Control+k
  cy.get('body').type('{ctrl}k');

  // 12. Click link "Orders"
  cy.contains('a,[role=link]', /^\s*Orders\s*$/).click();
  // confidence: high — it led to /orders
  cy.url().should('match', /^http:\/\/localhost:3000\/orders(?:[?#]|$)/);
  // confidence: medium — the heading "Orders" was shown
  cy.contains('h1', /^\s*Orders\s*$/).should('be.visible');
  // confidence: low — "Oak" was in the list
  cy.contains('li,[role=listitem]', 'Oak').should('be.visible');
});
