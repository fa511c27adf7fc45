// A player's picture, made of its name or key: the same everywhere, and of no other host.

import { svg } from '/static/js/dom.js';

const HUES = [158, 205, 262, 330, 12, 38, 88, 182];

/**
 * @param {string} name
 * @param {{large?: boolean, program?: boolean}} [look]
 * @returns {SVGElement}
 */
export function avatar(name, look = {}) {
  const sum = hashed(name);
  const hue = HUES[sum % HUES.length];
  const turn = (sum >>> 4) % 360;
  const letters = initials(name);
  return svg(
    `svg.avatar${look.large ? '.large' : ''}`,
    { viewBox: '0 0 40 40', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { width: 40, height: 40, fill: `hsl(${hue} 42% 36%)` }),
    svg('path', {
      d: (sum >>> 13) % 2 ? 'M0 40V14L40 34v6z' : 'M-10 36a30 14 0 0 1 60 0v20h-60z',
      fill: `hsl(${(hue + 24) % 360} 46% 30%)`,
      transform: `rotate(${turn} 20 20)`,
    }),
    look.program
      ? svg('path', {
          d: 'M11 17h18v12H11zM20 17v-5M16 22v3M24 22v3M8 21v4M32 21v4',
          fill: 'none',
          stroke: '#fff',
          'stroke-width': 2.2,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        })
      : svg(
          'text',
          {
            x: 20,
            y: 20,
            fill: '#fff',
            'font-size': letters.length > 1 ? 15 : 18,
            'font-weight': 650,
            'text-anchor': 'middle',
            'dominant-baseline': 'central',
          },
          letters,
        ),
  );
}

/** @param {string} name */
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}/u.test(word));
  const firsts = words.map((word) => [...word][0] ?? '');
  const chosen = firsts.length > 1 ? [firsts[0], firsts[firsts.length - 1]] : firsts;
  return chosen.join('').toUpperCase() || '?';
}

/**
 * @param {string} text
 * @returns {number}  32 bits by FNV-1a
 */
function hashed(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  }
  return sum;
}
