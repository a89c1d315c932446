// The help window: shows an answer, and tells the shop which topic was chosen.
import { broken } from './broken.js';

const ANSWERS: Record<string, string> = {
  Delivery: 'Parcels take two to five days.',
  Returns: 'You may send anything back within 30 days.',
  'Care and repair': 'Write to us, we repair what we sell.',
};

const answer = document.querySelector('.answer');

for (const button of document.querySelectorAll('.topic')) {
  button.addEventListener('click', () => {
    const topic = button.textContent ?? '';
    if (answer) answer.textContent = ANSWERS[topic] ?? '';
    if (broken('help-topic-lost')) return;
    (window.opener as Window | null)?.postMessage({ type: 'topic', topic }, location.origin);
  });
}
