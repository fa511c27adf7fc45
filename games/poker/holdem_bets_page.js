// How a player bets: buttons, a slider with presets, and keys.  Words such as `bet 40` are
// typed beside every drawing (table/panel.js).

import {fill, h} from '/static/js/dom.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {inWords} from '/games/holdem_words.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Choice} Choice */
/** @typedef {import('/static/js/types').Range} Range */

adopt(`
.bets { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: center; justify-content: center; min-height: 3.5rem; }
.bets[hidden] { display: none; }
.bets-buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; }
.bets button { min-height: 2.75rem; padding: 0.3rem 0.9rem; font-size: 1rem; }
.bets .wager { min-width: 9.5rem; font-weight: 700; }
.bets-size { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; justify-content: center; }
.bets-size input[type='range'] { width: 13rem; min-height: 2.75rem; accent-color: var(--turn, #c98a00); }
.bets-presets { display: flex; gap: 0.3rem; }
.bets-presets button { padding: 0.3rem 0.6rem; font-size: 0.9rem; white-space: nowrap; }
@media (width <= 600px) {
  .bets { gap: 0.5rem; }
  .bets button { padding: 0.3rem 0.5rem; }
  .bets .wager { min-width: 0; }
  .bets-size, .bets-size input[type='range'], .bets-presets { width: 100%; }
  .bets-presets button { flex: 1; }
}
`);

/**
 * @typedef {object} Sizes
 * @property {number} low
 * @property {number} high
 * @property {number} half the total that bets half the pot after a call
 * @property {number} pot
 * @property {number} step
 */

/**
 * The total to match; before the flop that is at least the highest blind that is due,
 * but by version 1 of the rules.
 *
 * @param {Record<string, any>} state
 * @param {number} version
 */
export function priceOf(state, version) {
  const due = version > 1 && !state.board.length ? state.blinds.slice(0, state.order.length) : [];
  return Math.max(...state.bets, ...due);
}

/**
 * What can be bet; null: nothing.
 *
 * @param {Record<string, any>} state
 * @param {Choice} choice
 * @param {number} seat
 * @param {number} version
 * @returns {Sizes | null}
 */
export function sizesOf(state, choice, seat, version) {
  const range = /** @type {Range | undefined} */ (
    choice.moves.find((move) => typeof move !== 'string' && move.verb === 'raise')
  );
  if (!range) return null;
  const low = Number(range.low);
  const high = Number(range.high);
  const top = priceOf(state, version);
  const paid = state.paid.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
  const pot = paid + state.dead + top - state.bets[seat];
  const fit = (/** @type {number} */ total) => Math.min(high, Math.max(low, total));
  return {
    low,
    high,
    half: fit(top + Math.floor(pot / 2)),
    pot: fit(top + pot),
    step: Math.max(1, state.min_bet),
  };
}

/** The controls of the player to move. */
export class Bets {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.t = inWords(table.t);
    this.size = 0;
    /** Of what a size was set: it stays when that is asked for once more. */
    this.of = '';
    /** Counts what was asked, so that an answer that comes late changes nothing. */
    this.asked = 0;
    /** @type {Sizes | null} */
    this.sizes = null;
    /** @type {string[]} */
    this.moves = [];
    this.opens = false;
    this.call = 0;
    this.stack = 0;
    this.element = h('div.bets', {role: 'group', 'aria-label': this.t('holdem-page-actions'), hidden: true});
    this.slider = /** @type {HTMLInputElement} */ (
      h('input', {type: 'range', step: 1, 'aria-label': this.t('holdem-page-size')})
    );
    this.slider.addEventListener('input', () => this.set(this.snapped(Number(this.slider.value))));
    this.slider.addEventListener('keydown', (event) => this.slid(event));
    this.wager = h('button.primary.wager', {type: 'button', 'aria-keyshortcuts': 'r', onclick: () => this.bet()});
  }

  /**
   * @param {Record<string, any>} state
   * @param {Choice | null} choice null: the player is not to move
   */
  show(state, choice) {
    const seat = this.table.seat;
    this.asked += 1;
    this.element.hidden = !choice || seat === null;
    if (!choice || seat === null) {
      this.moves = [];
      this.sizes = null;
      fill(this.element);
      return;
    }
    const {t} = this;
    this.moves = /** @type {string[]} */ (choice.moves.filter((move) => typeof move === 'string'));
    this.sizes = sizesOf(state, choice, seat, this.table.begun.version);
    this.stack = state.stacks[seat];
    const top = priceOf(state, this.table.begun.version);
    this.opens = top === 0;
    this.call = Math.min(top - state.bets[seat], this.stack);
    const buttons = this.moves.map((move) => {
      const properties = {type: 'button', onclick: () => this.act(move), 'aria-keyshortcuts': KEYS.get(move)};
      const all = move === 'call' && this.call === this.stack;
      return h('button', properties, t(all ? 'holdem-page-call-all' : `holdem-page-${move}`, {chips: this.call}));
    });
    if (!this.sizes) {
      fill(this.element, h('div.bets-buttons', {}, buttons));
      return;
    }
    const {low, high, half, pot} = this.sizes;
    this.slider.min = String(low);
    this.slider.max = String(high);
    const presets = [
      [t('holdem-page-least'), low],
      [t('holdem-page-half'), half, t('holdem-page-half-name')],
      [t('holdem-page-pot'), pot],
      [t('holdem-page-all'), high],
    ].map(([text, size, name]) =>
      h('button', {type: 'button', title: name, onclick: () => this.set(Number(size))}, text),
    );
    const only = low === high;
    fill(
      this.element,
      h('div.bets-buttons', {}, buttons, this.wager),
      !only && h('div.bets-size', {}, this.slider, h('div.bets-presets', {}, presets)),
    );
    const of = JSON.stringify([state, this.sizes]);
    this.set(of === this.of ? this.size : low);
    this.of = of;
  }

  /** @param {number} size */
  set(size) {
    if (!this.sizes) return;
    const {low, high} = this.sizes;
    this.size = Math.min(high, Math.max(low, size));
    this.slider.value = String(this.size);
    const all = this.size === high && this.putsAll(`raise ${high}`);
    const id = all ? 'holdem-page-all-in-to' : this.opens ? 'holdem-page-bet-to' : 'holdem-page-raise-to';
    const text = this.t(id, {chips: this.size});
    this.wager.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
  }

  /**
   * A size that a person would name, near one that the slider points to.
   *
   * @param {number} size
   */
  snapped(size) {
    if (!this.sizes) return size;
    const {low, high, step} = this.sizes;
    if (size === low || size === high || high - low < 3 * step) return size;
    return Math.round(size / step) * step;
  }

  /** @param {KeyboardEvent} event */
  slid(event) {
    if (!this.sizes) return;
    const step = event.shiftKey ? 1 : this.sizes.step;
    const by = {ArrowUp: step, ArrowRight: step, ArrowDown: -step, ArrowLeft: -step}[event.key];
    if (event.key === 'Enter') this.bet();
    else if (by) this.set(this.size + by);
    else return;
    event.preventDefault();
  }

  bet() {
    if (this.sizes) this.act(`raise ${this.size}`);
  }

  /**
   * A key that was pressed somewhere on the table.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.element.hidden) return;
    if (/** @type {HTMLElement} */ (event.target).matches('input:not([type=range])')) return;
    const key = event.key.toLowerCase();
    if (key === 'r' && this.sizes) {
      if (this.slider.isConnected) this.slider.focus();
      else this.wager.focus();
    } else {
      const move = this.moves.find((one) => KEYS.get(one) === key);
      if (!move) return;
      this.act(move);
    }
    event.preventDefault();
  }

  /**
   * Whether a move puts in all chips that the player has.
   *
   * @param {string} move
   */
  putsAll(move) {
    if (move === 'call') return this.call === this.stack;
    const total = Number(/^raise (\d+)$/.exec(move)?.[1] ?? NaN);
    return Boolean(this.sizes && total >= this.sizes.high && this.sizes.high >= this.stack);
  }

  /**
   * Makes a move; then nothing is offered until the table has changed.
   *
   * @param {string} move
   */
  async act(move) {
    const {asked} = this;
    const all = this.putsAll(move) && this.t('holdem-page-sure-all', {chips: this.stack});
    const muck = move === 'muck' && this.t('holdem-page-sure-muck');
    const made = await send(this.table, move, all || muck || undefined);
    if (made && asked === this.asked) this.show({}, null);
  }
}

/** Keys, while something of the table has the focus; each is told to screen readers. */
const KEYS = new Map([
  ['fold', 'f'], ['check', 'c'], ['call', 'c'], ['show', 's'], ['muck', 'm'],
]);
