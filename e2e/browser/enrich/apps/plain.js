// A page without a framework that breaks on request.
document.getElementById('root').innerHTML = '<button data-testid="handler">handler</button>';
document.querySelector('button').addEventListener('click', () => {
  throw new Error('plain broken in handler');
});
