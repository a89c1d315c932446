// What a picture is to show, in pixels of the document. Run in a world of its own, where natives are whole.
async (selector, isWhole, tallest) => {
  const root = document.scrollingElement ?? document.documentElement;
  const refuse = (what, hint) => ({ refused: { what, hint } });
  const told = (box, more) => {
    const isBeyond =
      box.x < scrollX ||
      box.y < scrollY ||
      box.x + box.width > scrollX + innerWidth ||
      box.y + box.height > scrollY + innerHeight;
    return { box, isBeyond, url: location.href, ratio: devicePixelRatio, ...more };
  };

  if (isWhole) {
    const all = root.scrollHeight;
    const height = Math.min(all, tallest);
    const box = { x: 0, y: 0, width: root.clientWidth, height };
    if (height < all) {
      const note = `the page is ${all} px tall; what lies below ${height} px is cropped`;
      return told(box, { cropped: true, note });
    }
    const isScroller = (one) =>
      one.clientHeight > innerHeight / 2 &&
      one.clientWidth > innerWidth / 2 &&
      one.scrollHeight > one.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(one).overflowY);
    const hides =
      all <= root.clientHeight + 1 && [...document.querySelectorAll('*')].some(isScroller);
    const note =
      'the page scrolls inside an element, whose hidden part is not in the picture; name it by `selector`';
    return told(box, hides ? { note } : {});
  }
  if (selector === null)
    return told({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight }, {});

  let found;
  try {
    found = [...document.querySelectorAll(selector)];
  } catch {
    return refuse(
      `\`${selector}\` is not a CSS selector`,
      'write one that `document.querySelectorAll` takes, such as `#cart .item` or `[data-testid="save"]`',
    );
  }
  if (found.length === 0) {
    return refuse(
      `no element matches \`${selector}\``,
      'call it without `selector` to see what is on the page',
    );
  }
  const element = found.find((one) => {
    const { width, height } = one.getBoundingClientRect();
    return (
      (width > 0 || height > 0) &&
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  });
  if (element === undefined) {
    const many = found.length === 1 ? 'an element that is' : `${found.length} elements that are`;
    return refuse(
      `\`${selector}\` matches ${many} not visible`,
      'bring it into sight first, or name another element',
    );
  }

  // The document can stay where it is, but what scrolls inside it may hide the element.
  const around = [];
  for (let one = element.parentElement; one !== null && one !== root; one = one.parentElement) {
    if (one !== document.body && getComputedStyle(one).overflow !== 'visible') around.push(one);
  }
  const undo = [];
  for (const one of around) {
    const [inner, outer] = [element.getBoundingClientRect(), one.getBoundingClientRect()];
    const isInSight =
      inner.top >= outer.top &&
      inner.left >= outer.left &&
      inner.bottom <= outer.bottom &&
      inner.right <= outer.right;
    if (isInSight) continue;
    const { scrollLeft, scrollTop } = one;
    undo.push(() => one.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' }));
    one.scrollBy({
      left: inner.left - outer.left - Math.max(0, one.clientWidth - inner.width) / 2,
      top: inner.top - outer.top - Math.max(0, one.clientHeight - inner.height) / 2,
      behavior: 'instant',
    });
  }
  globalThis.putBack = () => undo.splice(0).forEach((step) => step());
  if (undo.length > 0) {
    await new Promise((resolve) => {
      // No frames come while nobody looks.
      setTimeout(resolve, 300);
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  }
  const whole = element.getBoundingClientRect();
  let { left, top, right, bottom } = whole;
  for (const one of around) {
    const outer = one.getBoundingClientRect();
    [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
    [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
  }
  const [x, y] = [Math.max(0, left + scrollX), Math.max(0, top + scrollY)];
  const [width, height] = [right + scrollX - x, Math.min(bottom + scrollY - y, tallest)];
  if (width <= 0 || height <= 0) {
    globalThis.putBack();
    return refuse(
      `\`${selector}\` lies outside of what the window can show`,
      'name another element, or call `capture_screenshot` without `selector`',
    );
  }
  const moved = undo.length > 0;
  const box = { x, y, width: Math.max(1, width), height: Math.max(1, height) };
  if (width + 1 >= whole.width && height + 1 >= whole.height) return told(box, { moved });
  const all = `${Math.round(whole.width)}×${Math.round(whole.height)} px`;
  const note = `of the element, which is ${all}, only what the page shows at once`;
  return told(box, { moved, cropped: true, note });
};
