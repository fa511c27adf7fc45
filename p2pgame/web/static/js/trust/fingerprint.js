// A picture of a key, so that two people can compare it at a glance.

import {svg} from '/static/js/dom.js';

const SIDE = 5;

/**
 * Draws a key: five by five squares, the same left and right, in a colour of its own.
 *
 * It shows 15 bits and a hue, which tells keys apart and proves nothing: who wants to be
 * sure compares the key's letters.
 *
 * @param {string} key hexadecimal
 * @param {string} label
 * @returns {SVGElement}
 */
export function fingerprint(key, label) {
  const bytes = key.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  const hue = Math.round(((bytes[0] ?? 0) * 360) / 256);
  const squares = [];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < 3; column++) {
      if (!((bytes[1 + row * 3 + column] ?? 0) & 1)) continue;
      for (const x of new Set([column, SIDE - 1 - column])) {
        squares.push(svg('rect', {x: x + 0.5, y: row + 0.5, width: 1.02, height: 1.02}));
      }
    }
  }
  return svg(
    'svg.fingerprint',
    {viewBox: '0 0 6 6', role: 'img', 'aria-label': label, style: {color: `hsl(${hue} 55% 38%)`}},
    svg('rect', {width: 6, height: 6, rx: 0.6, fill: '#fff'}),
    svg('g', {fill: 'currentColor'}, squares),
  );
}
