// What stands where events will be: how to connect a page.

export function Empty() {
  const { origin } = location;
  return (
    <section class="empty card pad" aria-label="How to connect">
      <h2>Nothing has been captured yet</h2>
      <p>Open a page that Gasoline watches, and what happens in it shows here at once.</p>
      <ul>
        <li>
          <b>In your browser:</b> <code>gasoline extension</code> writes the Chrome extension to a
          folder and says how to load it.
        </li>
        <li>
          <b>In tests:</b> <code>gasoline-playwright</code> watches every test of a Playwright
          project.
        </li>
        <li>
          <b>In any page:</b> <code>{`<script src="${origin}/gasoline-ci.js"></script>`}</code>
        </li>
        <li>
          <b>In a running Chromium:</b> <code>gasoline attach --cdp http://127.0.0.1:9222</code>
        </li>
        <li>
          <b>Just to look:</b> <code>gasoline demo</code> breaks a small shop and shows what is told
          of it.
        </li>
        <li>
          <b>Something should be here?</b> <code>gasoline doctor</code> checks every link of the
          chain.
        </li>
      </ul>
    </section>
  );
}
