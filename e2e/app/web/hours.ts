// The opening hours: a clock that runs, and the holidays on request.
const TICK_MS = 250;

const clock = document.querySelector('.clock');
const holidays = document.querySelector<HTMLElement>('.holidays');

const show = () => {
  if (clock) clock.textContent = new Date().toTimeString().slice(0, 8);
};
show();
setInterval(show, TICK_MS);

document.querySelector('.show-holidays')?.addEventListener('click', () => {
  if (holidays) holidays.hidden = false;
});
