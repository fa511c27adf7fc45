// Lines of text: sentences, and lines in which playing cards are drawn.

import {h} from '/static/js/dom.js';
import {cardInText, nameOfFace, readFace} from '/static/js/pieces/cards.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Words} Words */

const MARKS = /^[,.;:)]+/;

/**
 * Cards in a line; a comma stays on the line of its card.
 *
 * @param {string} line
 * @param {Words} t
 * @returns {(string | HTMLElement)[]}
 */
export function inCards(line, t) {
  const parts = withCards(line);
  return parts.map((part, at) => {
    const before = at && typeof parts[at - 1] !== 'string';
    if (typeof part === 'string') return before ? part.replace(MARKS, '') : part;
    const card = part.face
      ? cardInText(part.face, t)
      : h('span.card-unknown', {role: 'img', 'aria-label': nameOfFace(null, t)});
    const next = parts[at + 1];
    const marks = typeof next === 'string' ? MARKS.exec(next) : null;
    return marks ? h('span.card-and-mark', {}, card, marks[0]) : card;
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

/**
 * Splits a line where it names playing cards, and unknown ones.
 *
 * @param {string} line
 * @returns {(string | {face: string | null})[]}
 */
function withCards(line) {
  const parts = line.split(/(?<![\w?])((?:10|[2-9TJQKA])[cdhs]|\?\?)(?![\w?])/);
  return parts
    .map((part, at) => (at % 2 ? {face: part === '??' ? null : part} : part))
    .filter((part) => part !== '');
}

/** A text as a sentence. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) || !whole ? whole : `${whole}.`;
}
