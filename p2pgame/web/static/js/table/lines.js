// Lines of text in which playing cards are drawn.

import {h} from '/static/js/dom.js';
import {cardInText, nameOfFace, readFace} from '/static/js/pieces/cards.js';
import {withCards} from '/static/js/table/readable.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Words} Words */

/**
 * @param {string} line
 * @param {Words} t
 * @returns {(string | HTMLElement)[]}
 */
export function inCards(line, t) {
  return withCards(line).map((part) => {
    if (typeof part === 'string') return part;
    return part.face
      ? cardInText(part.face, t)
      : h('span.card-unknown', {role: 'img', 'aria-label': nameOfFace(null, t)});
  });
}

/**
 * Whether a table is played with playing cards: `As` is a card there, and no word.
 *
 * @param {View | null} view
 */
export function hasCards(view) {
  if (!view) return false;
  const faces = [...Object.values(view.faces), ...(view.terms.faces ?? [])];
  return faces.some((face) => typeof face === 'string' && readFace(face) !== null);
}
