// Into every document before its scripts: the browser's binding takes one text, the capture script gives two.
(() => {
  const raw = globalThis['__NAME__'];
  delete globalThis['__NAME__'];
  // Pages of the browser itself are nobody's application.
  if (!raw || /^(chrome|chrome-extension|chrome-error|devtools|edge):$/.test(location.protocol)) return;
  const { stringify } = JSON;
  // Whoever is attached keeps what the server cannot take yet: for the page it is delivered.
  globalThis.__gasolineBinding = (path, body) => void raw(stringify({ path, body }));
  __SCRIPT__;
})();
