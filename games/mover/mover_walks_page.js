// Where walkers are, from their orders.  Nothing here touches the page.

/** @typedef {{x: number, y: number, direction: string, steps: number, since: number}} Walk */

/** The names of the directions and their steps to the right and up, by their keys. */
const WAYS = /** @type {Record<string, [string, number, number]>} */ ({
  l: ['right', 1, 0],
  h: ['left', -1, 0],
  k: ['up', 0, 1],
  j: ['down', 0, -1],
  u: ['right-up', 1, 1],
  n: ['right-down', 1, -1],
  y: ['left-up', -1, 1],
  b: ['left-down', -1, -1],
});

/**
 * What the direction with a key is called.
 *
 * @param {string} key
 * @returns {string}
 */
export function wayOf(key) {
  return WAYS[key]?.[0] ?? '';
}

/**
 * Where a walker is before the step of a tick.
 *
 * @param {Walk} walk
 * @param {number} tick
 * @returns {[number, number]}
 */
export function placeOf(walk, tick) {
  const done = Math.min(walk.steps, tick - walk.since);
  const [, right, up] = WAYS[walk.direction] ?? ['', 0, 0];
  return [walk.x + done * right, walk.y + done * up];
}

/**
 * How many steps are left before the step of a tick.
 *
 * @param {Walk} walk
 * @param {number} tick
 */
export function leftOf(walk, tick) {
  return Math.max(0, walk.since + walk.steps - tick);
}
