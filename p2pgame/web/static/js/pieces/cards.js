// Playing cards, and tiles for all other faces.  A card is one element for as long as its
// slot is on the table: it moves and turns, and is never drawn anew (motion.js relies on it).
//
//     const cards = new Cards(table.t);
//     arrange(hand, slots.map((slot) => cards.at({slot, face: view.faces[slot]})));
//     arrange(place, [cards.stack({name: 'deck', slots: deck, label: …})]);

import {fill, h, svg} from '/static/js/dom.js';
import {nameOfFace, readFace} from '/static/js/pieces/faces.js';
import {worded} from '/static/js/table/moves.js';

export {compareFaces, nameOfFace, readFace} from '/static/js/pieces/faces.js';

/** @typedef {import('/static/js/types.js').Words} Words */

/** The outlines of the suits in a box of 32 by 32. */
const SHAPES = {
  h: 'M16 29C7 22 2 16.5 2 10.5 2 6 5.3 3 9 3c3 0 5.6 1.7 7 4.6C17.4 4.7 20 3 23 3c3.7 0 7 3 7 7.5C30 16.5 25 22 16 29Z',
  d: 'M16 1.5 28.5 16 16 30.5 3.5 16Z',
  s: 'M16 2C21 9 30 13.5 30 20c0 4-3 6.5-6.3 6.5-2.4 0-4.5-1.3-5.7-3.5.3 3 1.2 5 3 7H11c1.8-2 2.7-4 3-7-1.2 2.2-3.3 3.5-5.7 3.5C5 26.5 2 24 2 20 2 13.5 11 9 16 2Z',
  c: 'M16 2a6.8 6.8 0 0 1 5.6 10.7A6.8 6.8 0 1 1 18 23.2c.3 2.8 1.3 4.9 3 6.8H11c1.7-1.9 2.7-4 3-6.8A6.8 6.8 0 1 1 10.4 12.7 6.8 6.8 0 0 1 16 2Z',
};

/** Outlines in a box of 24 by 24, by the face of a tile or the move that they stand for. */
const OUTLINES = /** @type {Record<string, string[]>} */ ({
  rock: ['M3 17 5 9.500 10.500 5l6.500 1L21 12l-1.500 6.500L13 20H6z', 'M10.500 5l-1 6 5 2.500L21 12M9.500 11 6 20'],
  paper: ['M5 2.500h9.500L19 7v14.500H5z', 'M14.500 2.500V7H19M8 11h8M8 14.500h8M8 18h5'],
  scissors: ['M6 20.500a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200zM18 20.500a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200z', 'M7.500 15.700 16.500 3M16.500 15.700 7.500 3'],
});

/**
 * What a word stands for, drawn; null: it has no outline.
 *
 * @param {string} word
 * @returns {SVGElement | null}
 */
export function outlineOf(word) {
  if (!(word in OUTLINES)) return null;
  const lines = OUTLINES[word].map((d) => svg('path', {d}));
  return svg('svg.outline', {viewBox: '0 0 24 24', 'aria-hidden': 'true'}, lines);
}

/**
 * The sign of a suit, drawn; it takes the colour of the text around it.
 *
 * @param {string} suit
 * @returns {SVGElement}
 */
export function suitSign(suit) {
  const shape = svg('path', {d: SHAPES[/** @type {'c'} */ (suit)]});
  return svg('svg.suit', {viewBox: '0 0 32 32', 'aria-hidden': 'true'}, shape);
}

/**
 * A card in a line of text: its rank and the sign of its suit.
 *
 * @param {string} face
 * @param {Words} t
 * @returns {HTMLElement}
 */
export function cardInText(face, t) {
  const card = readFace(face);
  if (!card) return h('span.face-text', {}, face);
  const properties = {role: 'img', 'aria-label': nameOfFace(face, t), data: {suit: card.suit}};
  return h('span.card-text', properties, rankSign(card.rank), suitSign(card.suit));
}

/** The rank is drawn, as the suit: the card's label says both. @param {string} rank */
function rankSign(rank) {
  return h('span.card-rank', {data: {rank: rank === 'T' ? '10' : rank}});
}

/**
 * @typedef {object} CardLook
 * @property {number | string} slot its identity, also face down
 * @property {string | null} [face] null: it lies face down
 * @property {(() => void) | null} [act] makes it a button
 * @property {boolean} [chosen] whether it is selected, where cards are selected first
 * @property {boolean} [dim] it can't be chosen now
 * @property {string} [label] instead of the face's name
 */

/** The cards of a table, by slot. */
export class Cards {
  /** @param {Words} t */
  constructor(t) {
    this.t = t;
    /** @type {Map<string, Card>} */
    this.bySlot = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.stacks = new Map();
  }

  /**
   * Returns the card of a slot, looking as told; the same element each time.
   *
   * @param {CardLook} look
   * @returns {HTMLElement}
   */
  at(look) {
    const key = String(look.slot);
    let card = this.bySlot.get(key);
    if (!card) {
      card = new Card(key);
      this.bySlot.set(key, card);
    }
    card.show(look, this.t);
    return card.element;
  }

  /**
   * Returns a stack of face-down cards (with an open one on top, if `face` is given); a
   * card that leaves it, or comes to it, moves from or to its place.
   *
   * @param {object} look
   * @param {string} look.name its identity
   * @param {readonly (number | string)[]} look.slots
   * @param {string} look.label
   * @param {string | null} [look.face]
   * @param {(() => void) | null} [look.act]
   * @returns {HTMLElement}
   */
  stack({name, slots, label, face = null, act = null}) {
    let element = this.stacks.get(name);
    const tag = act ? 'button' : 'div';
    if (!element || element.localName !== tag) {
      element = h(`${tag}.card-stack`, act ? {type: 'button'} : {role: 'img'});
      this.stacks.set(name, element);
    }
    element.onclick = act;
    element.dataset.slots = slots.join(' ');
    element.dataset.height = String(Math.min(4, Math.ceil(slots.length / 12)));
    element.setAttribute('aria-label', label);
    const top = slots.length ? h('span.card', {}, inner(face)) : h('span.card-place');
    fill(element, top, h('span.card-count', {'aria-hidden': 'true'}, slots.length));
    return element;
  }

  /** Forgets all cards, as before a new deck. */
  clear() {
    this.bySlot.clear();
    this.stacks.clear();
  }
}

class Card {
  /** @param {string} slot */
  constructor(slot) {
    this.slot = slot;
    /** @type {string | null | undefined} */
    this.face = undefined;
    /** The element stays a `div`: a button would have to be another one. */
    this.element = h('div.card', {data: {slot}});
    this.element.addEventListener('click', () => this.act?.());
    this.element.addEventListener('keydown', (event) => {
      if (!this.act || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.act();
    });
    /** @type {(() => void) | null} */
    this.act = null;
  }

  /**
   * @param {CardLook} look
   * @param {Words} t
   */
  show({face = null, act = null, chosen, dim = false, label}, t) {
    const {element} = this;
    this.act = act;
    if (face !== this.face) {
      // motion.js shows the turning, and takes the mark off.
      if (this.face !== undefined) element.dataset.turned = this.face ?? '';
      this.face = face;
      fill(element, inner(face));
    }
    element.setAttribute('role', act ? 'button' : 'img');
    element.setAttribute('aria-label', label ?? (face && face in OUTLINES ? worded(t, face) : nameOfFace(face, t)));
    if (act) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
    if (act && chosen !== undefined) element.setAttribute('aria-pressed', String(chosen));
    else element.removeAttribute('aria-pressed');
    element.classList.toggle('can', Boolean(act));
    element.classList.toggle('chosen', Boolean(chosen));
    element.classList.toggle('dim', dim);
  }
}

/**
 * What a card shows.
 *
 * @param {string | null | undefined} face
 * @returns {HTMLElement}
 */
function inner(face) {
  if (!face) return h('span.card-inner.card-back');
  const card = readFace(face);
  const drawn = outlineOf(face);
  if (drawn) return h('span.card-inner.card-tile', {}, drawn);
  if (!card) {
    const long = face.length > 6 ? 'long' : face.length > 2 ? 'middle' : 'short';
    return h('span.card-inner.card-tile', {data: {length: long}}, face);
  }
  const corner = h('span.card-corner', {}, rankSign(card.rank), suitSign(card.suit));
  return h('span.card-inner.card-front', {data: {suit: card.suit}}, corner, suitSign(card.suit));
}
