// Faces of playing cards, such as `Td`: what they are called, and their order in a hand.
// Nothing here touches the page.

/** @typedef {import('/static/js/types.js').Words} Words */

const FACE = /^(10|[2-9TJQKA])([cdhs])$/;
const RANKS = '23456789TJQKA';

/**
 * Reads a face such as `Td`; null: it is no playing card's.
 *
 * @param {string | null | undefined} face
 * @returns {{rank: string, suit: 'c' | 'd' | 'h' | 's'} | null}
 */
export function readFace(face) {
  const found = face ? FACE.exec(face) : null;
  if (!found) return null;
  const rank = found[1] === '10' ? 'T' : found[1];
  return {rank, suit: /** @type {'c' | 'd' | 'h' | 's'} */ (found[2])};
}

/**
 * What a screen reader says for a face: "ten of hearts", "face-down card", or the face.
 *
 * @param {string | null | undefined} face null: it is not known
 * @param {Words} t
 * @returns {string}
 */
export function nameOfFace(face, t) {
  if (!face) return t('card-down');
  const card = readFace(face);
  // Fluent compares a number with a number.
  return card ? t('card-name', {rank: Number(card.rank) || card.rank, suit: card.suit}) : face;
}

/**
 * The order of cards in a hand: by suit, alternating in colour, then by rank; those that
 * are no playing cards by their text, and unknown ones last.
 *
 * @param {string | null | undefined} one
 * @param {string | null | undefined} other
 * @returns {number}
 */
export function compareFaces(one, other) {
  return place(one) - place(other) || collate(one || '', other || '');
}

/**
 * @param {string} one
 * @param {string} other
 */
function collate(one, other) {
  return one.localeCompare(other, 'en', {numeric: true});
}

/** @param {string | null | undefined} face */
function place(face) {
  if (!face) return 1000;
  const card = readFace(face);
  return card ? 'cdsh'.indexOf(card.suit) * 13 + RANKS.indexOf(card.rank) : 500;
}
