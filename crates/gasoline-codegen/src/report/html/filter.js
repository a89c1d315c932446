'use strict';
const form = document.querySelector('form');
const search = form.querySelector('input');
const told = form.querySelector('output');
const buttons = [...form.querySelectorAll('button')];
const tests = [...document.querySelectorAll('.test')];
function show() {
  const wanted = new Set(buttons.filter((it) => it.ariaPressed === 'true').map((it) => it.value));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const test of tests) {
    const text = test.dataset.text;
    test.hidden = !wanted.has(test.dataset.status) || !words.every((word) => text.includes(word));
    shown += test.hidden ? 0 : 1;
  }
  told.value = `${shown} of ${tests.length} shown`;
}
for (const button of buttons) {
  button.addEventListener('click', () => {
    button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
    show();
  });
}
search.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
show();
