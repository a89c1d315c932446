// A page without a framework that breaks on request.
import { placeOrder } from './order.js';

const on = {
  handler() {
    throw new Error('plain broken in handler');
  },
  async promise() {
    await null;
    throw new Error('plain broken in promise');
  },
  timer: () =>
    setTimeout(() => {
      throw new Error('plain broken in timer');
    }, 50),
  async server() {
    const order = await placeOrder([7]);
    document.title = order.receipt.total;
  },
};

for (const [name, act] of Object.entries(on)) {
  const button = document.createElement('button');
  button.dataset.testid = name;
  button.textContent = name;
  button.addEventListener('click', () => act());
  document.getElementById('root').append(button);
}
