// Puts elements into places without taking those out that stay: so focus, scrolling and
// running motion survive a redraw.

/**
 * Makes `children` the children of `parent`, moving as few as possible.
 *
 * @param {Element} parent
 * @param {(Element | null | undefined | false)[]} children
 */
export function arrange(parent, children) {
  const wanted = /** @type {Element[]} */ (children.filter(Boolean));
  const kept = new Set(wanted);
  for (const child of [...parent.childNodes]) {
    if (!kept.has(/** @type {Element} */ (child))) child.remove();
  }
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) {
      parent.insertBefore(child, parent.children[index] ?? null);
    }
  });
}

/**
 * Elements by key, made when first asked for: `const seat = kept((n) => h('div.seat'))`,
 * then `seat(3)` is the same element each time.
 *
 * @template K
 * @template {Element} E
 * @param {(key: K) => E} make
 * @returns {(key: K) => E}
 */
export function kept(make) {
  /** @type {Map<K, E>} */
  const made = new Map();
  return (key) => {
    let element = made.get(key);
    if (!element) {
      element = make(key);
      made.set(key, element);
    }
    return element;
  };
}

/**
 * Elements that stay while what they show does: `const rows = lasting()`, then
 * `arrange(list, rows([[key, make], …]))` whenever something may have changed.  So a button
 * is clicked that was pressed before, and what is opened, typed or focused there stays.
 *
 * @template {Element} E
 * @returns {(wanted: [key: string, make: () => E][]) => E[]}  makes those of new keys
 */
export function lasting() {
  /** @type {Map<string, E>} */
  let before = new Map();
  return (wanted) => {
    /** @type {Map<string, E>} */
    const now = new Map();
    for (const [key, make] of wanted) now.set(key, now.get(key) ?? before.get(key) ?? make());
    before = now;
    return [...now.values()];
  };
}
