// Dice with one to six pips; others show their number.

import {h, svg} from '/static/js/dom.js';

/** Places of pips in a box of 24 by 24, by the number shown. */
const LEFT_UP = [6.5, 6.5];
const RIGHT_UP = [17.5, 6.5];
const LEFT = [6.5, 12];
const RIGHT = [17.5, 12];
const MIDDLE = [12, 12];
const LEFT_DOWN = [6.5, 17.5];
const RIGHT_DOWN = [17.5, 17.5];
const PIPS = [
  [],
  [MIDDLE],
  [LEFT_UP, RIGHT_DOWN],
  [LEFT_UP, MIDDLE, RIGHT_DOWN],
  [LEFT_UP, RIGHT_UP, LEFT_DOWN, RIGHT_DOWN],
  [LEFT_UP, RIGHT_UP, MIDDLE, LEFT_DOWN, RIGHT_DOWN],
  [LEFT_UP, RIGHT_UP, LEFT, RIGHT, LEFT_DOWN, RIGHT_DOWN],
];

/**
 * A die; `value` null: it lies under a cup.
 *
 * @param {number | null} value
 * @param {{label: string, key?: string, marked?: boolean}} options
 * @returns {HTMLElement}
 */
export function die(value, {label, key, marked = false}) {
  const data = key ? {key} : {};
  const element = h('span.die', {role: 'img', 'aria-label': label, data});
  element.classList.toggle('marked', marked);
  element.classList.toggle('hidden', value === null);
  if (value === null) element.append('?');
  else if (value >= 1 && value <= 6) element.append(pips(value));
  else element.append(String(value));
  return element;
}

/** @param {number} value */
function pips(value) {
  const dots = PIPS[value].map(([cx, cy]) => svg('circle', {cx, cy, r: 2.4}));
  return svg('svg', {viewBox: '0 0 24 24', 'aria-hidden': 'true'}, dots);
}
