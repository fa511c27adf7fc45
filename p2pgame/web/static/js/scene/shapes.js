// What pieces look like, and what they are called: men of chess and draughts, a cross, a ring.

import {h, svg} from '/static/js/dom.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/protocol.js').Piece} Piece */
/** @typedef {import('/static/js/types.js').Words} Words */

adopt(`
.piece { display: block; width: 92%; height: 92%; fill: #fffdf6; stroke: #22252c; stroke-width: 1.5; stroke-linejoin: round; }
.piece.second-piece { fill: #33363f; stroke: #0d0e11; }
.piece .eye { fill: #22252c; stroke: none; }
.piece.second-piece .eye { fill: #f0ede4; }
.piece.round { width: 84%; height: 84%; }
.piece .rim { fill: #fbf7ea; stroke: #6e6a60; }
.piece .groove { fill: none; stroke: #b9b4a5; stroke-width: 2; }
.piece .crown { fill: #a67c00; stroke: #4f3b00; stroke-width: 1; }
.piece.second-piece .rim { fill: #2b2e36; stroke: #0d0e11; }
.piece.second-piece .groove { stroke: #565b68; }
.piece.second-piece .crown { fill: #f1c232; }
.piece.line { width: 74%; height: 74%; fill: none; stroke: currentcolor; stroke-width: 6.75; stroke-linecap: round; }
.piece.colour-2 { color: #b3152c; }
.piece.colour-4 { color: #1550b0; }
`);

/** Outlines in a box of 45 by 45; a piece stands on its base. */
const BASE = 'M11.5 39h22v-3.2c0-1.6-1.2-2.8-2.8-2.8H14.3c-1.6 0-2.8 1.2-2.8 2.8Z';
const FIGURES = /** @type {Record<string, string>} */ ({
  pawn: 'M22.5 8.5a5.6 5.6 0 0 1 4 9.6c2.2 1 3.6 3 3.6 5h-3c.2 3.6 1.6 6.6 4.2 9.9H13.7c2.6-3.3 4-6.3 4.2-9.9h-3c0-2 1.4-4 3.6-5a5.6 5.6 0 0 1 4-9.6Z',
  rook: 'M12.5 9h4.6v3.4h3.3V9h4.2v3.4h3.3V9h4.6v8.2l-3.2 2.6.8 13.2H14.9l.8-13.2-3.2-2.6Z',
  knight: 'M14.2 33c-.4-6.4 2.3-10 7-13.7-3.2.5-5 1.3-7 3.6-1.2 1.4-3.6 1.2-4.6-.6-.7-1.3-.4-2.3.4-3.6l4.6-7.4c1-1.6 2.3-2.7 4-3.3L19.5 5l3.6 2.6C30 8.4 34.5 15 32.6 24.5c-.6 3.1-.9 5.4-.7 8.5Z',
  bishop: 'M22.5 4.8a2.5 2.5 0 0 1 1.8 4.2c4.5 3 7.2 6.8 7.2 11 0 3-1.5 5.5-3.9 7.2l1.7 5.8H15.7l1.7-5.8c-2.4-1.7-3.9-4.2-3.9-7.2 0-4.2 2.7-8 7.2-11a2.5 2.5 0 0 1 1.8-4.2Z',
  queen: 'M8.8 11.2a2.4 2.4 0 1 1 2.7 2.4l4.4 8.2 1.7-10.6a2.4 2.4 0 1 1 2.4-.4l2.5 10 2.5-10a2.4 2.4 0 1 1 2.4.4l1.7 10.6 4.4-8.2a2.4 2.4 0 1 1 2.7.300L31.5 33h-18L8.8 13.9Z',
  king: 'M21 3.5h3v2.7h2.7v3H24v3.3c2.8-2 6.7-2.4 9.3-.2 3.3 2.8 2.8 7.4.4 11.2-1.9 3-3.5 5.4-3.9 9.5H15.2c-.4-4.1-2-6.5-3.9-9.5-2.4-3.8-2.9-8.4.4-11.2 2.6-2.2 6.5-1.8 9.3.2V9.2h-2.7v-3H21Z',
});
const EYES = /** @type {Record<string, string>} */ ({
  knight: 'M17.4 14.6a1.3 1.3 0 1 1 2.6 0 1.3 1.3 0 0 1-2.6 0Z',
  bishop: 'M21.7 14h1.6v3.2h3.2v1.6h-3.2V22h-1.6v-3.2h-3.2v-1.6h3.2Z',
});
const CROWN = 'M12.5 16.5l5 6 5-9 5 9 5-6-2 15H14.5Z';
const LINES = /** @type {Record<string, string>} */ ({
  cross: 'M7.5 7.5 37.5 37.5M37.5 7.5 7.5 37.5',
  ring: 'M22.5 6.75a15.75 15.75 0 1 1 0 31.5a15.75 15.75 0 1 1 0-31.5Z',
});

/** Parts of ships, and shots into water. */
const SEA = /** @type {Record<string, (sign: string) => string>} */ ({
  ship: (sign) => sign.toUpperCase(),
  hit: (sign) => `${sign}✕`,
  sunk: (sign) => `${sign}✕`,
  miss: () => '•',
});

/** A piece; what has no shape here has its letters. @param {Piece} piece @returns {Element} */
export function drawn({sign, shape = '', colour = ''}) {
  const parts = outlines(shape);
  if (shape in SEA) return h('span', {}, SEA[shape](sign));
  if (!parts) return h(colour ? `span.${colour}` : 'span', {}, sign);
  const kind = shape in LINES ? 'line' : shape in FIGURES ? 'figure' : 'round';
  return svg(`svg.piece.${kind}${colour && `.${colour}`}`, {viewBox: '0 0 45 45', 'aria-hidden': 'true'}, parts);
}

/** @param {string} shape @returns {(Element | false)[] | null} */
function outlines(shape) {
  if (shape in LINES) return [svg('path', {d: LINES[shape]})];
  if (shape in FIGURES) {
    const eye = shape in EYES && svg('path.eye', {d: EYES[shape]});
    return [svg('path', {d: FIGURES[shape]}), svg('path', {d: BASE}), eye];
  }
  if (shape !== 'man' && shape !== 'crowned') return null;
  const disc = (/** @type {string} */ part, /** @type {number} */ r) => svg(`circle.${part}`, {cx: 22.5, cy: 22.5, r});
  return [disc('rim', 19.5), disc('groove', 14.3), shape === 'crowned' && svg('path.crown', {d: CROWN})];
}

/** What a screen reader calls a piece. @param {Piece} piece @param {Words} t */
export function called({sign, shape = '', colour = ''}, t) {
  if (shape in SEA) return t('on-sea', {shape, ship: sign.toUpperCase()});
  return shape && !(shape in LINES) ? t('piece', {shape, colour}) : sign;
}
