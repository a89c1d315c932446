// The dashboard's beginning: the follower starts to listen, the page is drawn.
import { render } from 'preact';
import { App } from './app.js';
import { Follower } from './data/follower.js';

const root = document.getElementById('app');
if (root !== null) {
  const follower = new Follower();
  follower.start();
  // What stands in the page is painted first; a frame later comes what takes a script.
  requestAnimationFrame(() =>
    setTimeout(() => {
      root.textContent = '';
      render(<App follower={follower} />, root);
    }),
  );
}
