// What is left in the shop, as it changes.
export function followStock() {
  const status = document.querySelector('#stock');
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.addEventListener('message', () => (status.textContent = 'Stock: live'));
  socket.addEventListener('close', ({ code, reason }) => {
    status.textContent = 'Stock: offline';
    console.error(`lost the stock feed: ${code} ${reason}`);
  });
}
