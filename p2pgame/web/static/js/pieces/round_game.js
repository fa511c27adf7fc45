// The common part of games at a round table: a head, the ring, a foot with what can be done,
// and perhaps one's own hand below.

import {fill, h} from '/static/js/dom.js';
import {Cards} from '/static/js/pieces/cards.js';
import {glide} from '/static/js/pieces/motion.js';
import {Ring} from '/static/js/pieces/ring.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/static/js/types').View} View */

adopt(`
.round-game { display: flex; flex-direction: column; gap: 0.5rem; width: 100%; }
.round-head, .round-foot { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; justify-content: center; align-items: center; min-height: 1.7em; text-align: center; }
.round-foot { min-height: 3.2rem; gap: 0.5rem; }
.round-foot button { min-height: 2.75rem; min-width: 2.75rem; }
.round-middle { display: flex; flex-wrap: wrap; gap: 0.8rem; align-items: center; justify-content: center; --card-width: 4rem; }
.round-game .ring-seat .card-count { top: -0.3rem; right: -0.7rem; bottom: auto; }
.round-game .deck .card-count { font-size: 0.75rem; }
@container ring (width < 40rem) { .round-middle { --card-width: 3rem; gap: 0.5rem; } }
`);

/**
 * The seats that decide now.
 *
 * @param {View} view
 * @returns {number[]}
 */
export function moving({turn, terms}) {
  if (turn === 'choose') return [terms.player];
  if (turn === 'together') return terms.choices.map((/** @type {{player: number}} */ one) => one.player);
  return [];
}

/** A drawing with the parts above; a game defines `draw`. */
export class RoundGame {
  /**
   * @param {Table} table
   * @param {{words: Record<string, string>, kind: string, spots?: boolean}} options `kind`
   *   is a class
   */
  constructor(table, {words, kind, spots = false}) {
    table.learn(words);
    this.table = table;
    this.t = table.t;
    this.cards = new Cards(table.t);
    this.ring = new Ring(table, {spots});
    this.head = h('div.round-head');
    this.middle = h('div.round-middle');
    this.foot = h('div.round-foot', {role: 'group', 'aria-label': table.t('your-move'), 'aria-live': 'polite'});
    this.ring.middle.append(this.middle);
    this.showsPlayers = true;
    this.element = h(`div.round-game.${kind}`, {}, this.head, this.ring.element, this.foot);
    this.element.addEventListener('keydown', (event) => this.key(event));
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {unknown} */
    this.deal = null;
    /** @type {Map<string, string>} */
    this.keys = new Map();
  }

  /**
   * Shows the table; the cards of another deal are other cards.
   *
   * @param {Frame} frame
   */
  async show(frame) {
    this.frame = frame;
    const deal = this.dealOf(frame.view);
    if (deal !== this.deal) this.cards.clear();
    this.deal = deal;
    await glide(this.element, () => this.draw(frame), {animate: frame.animate});
  }

  /**
   * Returns what is another value after each shuffle of the whole deck.
   *
   * @param {View} _view
   * @returns {unknown}
   */
  dealOf(_view) {
    return 0;
  }

  /** @param {Frame} _frame */
  draw(_frame) {}

  /**
   * Shows buttons for moves, each with its letter if it has one.
   *
   * @param {{move: string, text: string, key?: string, primary?: boolean, confirm?: string}[]} buttons
   * @param {...(Node | string | false | null)} before
   */
  offer(buttons, ...before) {
    this.keys = new Map(buttons.flatMap(({move, key}) => (key ? [[key, move]] : [])));
    const made = buttons.map(({move, text, key, primary, confirm}) =>
      h(primary ? 'button.primary' : 'button', {type: 'button', 'aria-keyshortcuts': key, onclick: () => this.make(move, confirm)}, text),
    );
    fill(this.foot, ...before, made);
  }

  /**
   * A letter makes a move while the table has the focus.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {HTMLElement} */ (event.target).matches('input')) return;
    const move = this.keys.get(event.key.toLowerCase());
    if (!move) return;
    event.preventDefault();
    this.make(move);
  }

  /**
   * Makes a move; then nothing is offered until the table has changed.
   *
   * @param {string} move
   * @param {string} [confirm]
   */
  async make(move, confirm) {
    const {frame} = this;
    const made = await send(this.table, move, confirm);
    if (made && frame && frame === this.frame) this.draw({...frame, choice: null});
  }
}
