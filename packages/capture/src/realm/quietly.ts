// The only error fence.

/**
 * Makes a fence: what throws inside it stays inside, and what it does is not captured.
 *
 * A value may run the page's code while it is described (getters, `toJSON`, proxies), and that code
 * may log: the inner call sees the fence closed and does nothing.
 */
export function fence(): (work: () => void) => void {
  let inside = false;
  return (work) => {
    if (inside) return;
    inside = true;
    try {
      work();
    } catch {
      // Ours to bear: the page must not see it.
    } finally {
      inside = false;
    }
  };
}
