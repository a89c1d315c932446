// The inside of the payment frame: takes a card, has it authorised, tells the page around it.
import { call } from './api.js';
import { broken } from './broken.js';

interface Authorised {
  paymentToken: string;
  lastDigits: string;
}

const form = document.querySelector('form');
const alert = document.querySelector('[role=alert]');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  if (button) button.disabled = true;
  const { card } = Object.fromEntries(new FormData(form));
  try {
    const authorised = await call<Authorised>('POST', '/api/payments', { card });
    if (!broken('frame-silent')) {
      window.parent.postMessage({ type: 'authorised', ...authorised }, location.origin);
    }
    form.replaceChildren(`Card ending in ${authorised.lastDigits} is ready.`);
  } catch (error) {
    if (button) button.disabled = false;
    if (alert && error instanceof Error) alert.textContent = error.message;
  }
});
