// The small pokers for two: a card each, and perhaps one for both.  Kuhn and Leduc poker
// say what has been paid and what can be done.

import {fill, h} from '/static/js/dom.js';
import {nameOfFace} from '/static/js/pieces/cards.js';
import {chips, showChips} from '/static/js/pieces/chips.js';
import {arrange} from '/static/js/pieces/layout.js';
import {fly} from '/static/js/pieces/motion.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
.duel .ring-seat { --card-width: 3.2rem; }
.duel .ring-seat.mine { --card-width: 4.6rem; }
.duel .ring-inner { aspect-ratio: auto; height: 29rem; max-height: none; max-width: 46rem; }
.duel .ring-seat[data-place='0'] { top: 82%; }
.duel .ring-seat[data-place='1'] { top: 16%; }
.duel .ring-cards { margin-bottom: -0.4rem; }
.duel .ring-spot { top: 30%; font-size: 1rem; }
.duel .ring-inner .ring-spot[data-place] { left: calc(50% - 7.5rem); }
.duel .ring-spot[data-place='0'] { top: 70%; }
.duel .round-middle { flex-direction: column; gap: 0.3rem; }
.duel-pot { font-weight: 700; font-size: 1.1rem; }
.duel-cards { display: flex; gap: 0.6rem; align-items: center; --card-width: 3.2rem; }
@container ring (width < 40rem) {
  .duel .ring-seat { --card-width: 2.6rem; }
  .duel .ring-seat.mine { --card-width: 4rem; }
  .duel .ring-inner .ring-spot[data-place] { left: 24%; }
}
`);

const words = {
  en: `
duel-pot = pot { $chips }
duel-paid = paid { $chips }
duel-did = { $move ->
    [check] checks
    [bet] bets
    [raise] raises
    [call] calls
   *[other] folds
}
duel-page-turn = to move
duel-page-won = won { $chips }
duel-page-lost = lost { $chips }
duel-page-even = even
duel-page-deck = the deck
duel-page-move = { $move ->
    [check] Check
    [bet] Bet 1
    [raise] Raise { $chips }
    [call] Call { $chips }
   *[other] Fold
}
`,
  de: `
duel-pot = Pot { $chips }
duel-paid = gezahlt { $chips }
duel-did = { $move ->
    [check] checkt
    [bet] setzt
    [raise] erhöht
    [call] callt
   *[other] foldet
}
duel-page-turn = am Zug
duel-page-won = { $chips } gewonnen
duel-page-lost = { $chips } verloren
duel-page-even = unentschieden
duel-page-deck = das Deck
duel-page-move = { $move ->
    [check] Check
    [bet] 1 setzen
    [raise] Um { $chips } erhöhen
    [call] Call { $chips }
   *[other] Fold
}
`,
};

const KEYS = new Map([['check', 'c'], ['call', 'c'], ['bet', 'b'], ['raise', 'r'], ['fold', 'f']]);

/**
 * @typedef {object} Rules
 * @property {(state: Record<string, any>) => number[]} paid by seat
 * @property {number} deck how many cards there are
 * @property {number | null} board the slot of the card for both
 * @property {(state: Record<string, any>) => number} raise what a raise or bet is
 */

class Duel extends RoundGame {
  /**
   * @param {Table} table
   * @param {Rules} rules
   */
  constructor(table, rules) {
    super(table, {words, kind: 'duel', spots: true});
    this.rules = rules;
    this.pot = h('div.duel-pot');
    this.shared = h('div.duel-cards');
    fill(this.middle, this.shared, this.pot);
    this.wagers = [0, 1].map((seat) => chips(0, {label: '', key: `paid ${seat}`}));
    this.wagers.forEach((wager, seat) => this.ring.spot(seat).append(wager));
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return typeof move === 'string' && KEYS.has(move);
  }

  /** @param {Frame} frame */
  async show(frame) {
    const before = frame.animate && frame.before ? this.rules.paid(frame.before.state) : null;
    await super.show(frame);
    if (!before) return;
    const paid = this.rules.paid(frame.view.state);
    await Promise.all(paid.map((amount, seat) => {
      if (amount <= before[seat]) return null;
      const flying = chips(amount - before[seat], {label: ''});
      return fly(flying, this.ring.rect(seat), this.wagers[seat].getBoundingClientRect());
    }));
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const paid = this.rules.paid(state);
    this.pot.textContent = t('duel-pot', {chips: paid[0] + paid[1]});
    this.drawShared(view);
    for (const seat of [0, 1]) this.drawSeat(view, seat, paid);
    const owed = Math.abs(paid[0] - paid[1]);
    const moves = /** @type {string[]} */ (choice?.moves ?? []);
    this.offer(moves.map((move) => {
      const amount = move === 'call' ? owed : this.rules.raise(state);
      const text = t('duel-page-move', {move, chips: amount});
      return {move, text, key: KEYS.get(move), primary: ['bet', 'raise'].includes(move)};
    }));
  }

  /** @param {import('/static/js/types').View} view */
  drawShared({state, faces}) {
    const {deck, board} = this.rules;
    const first = state.dealt ? (board === null ? 2 : 3) : 0;
    const slots = Array.from({length: deck - first}, (_, n) => n + first);
    const stack = this.cards.stack({name: 'deck', slots, label: this.t('duel-page-deck')});
    stack.classList.add('deck');
    const open = board !== null && state.dealt && this.cards.at({slot: board, face: faces[board] ?? null});
    arrange(this.shared, [open, stack]);
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   * @param {number[]} paid
   */
  drawSeat(view, seat, paid) {
    const {t} = this;
    const {state, faces} = view;
    const turn = moving(view).includes(seat);
    const face = faces[seat] ?? null;
    const did = state.actions.filter((/** @type {string} */ _, /** @type {number} */ n) => n % 2 === seat);
    const last = did.length ? t('duel-did', {move: did[did.length - 1]}) : '';
    const payoff = view.turn === 'over' ? view.terms.payoffs[seat] : null;
    const result = payoff === null ? '' : payoff === 0 ? t('duel-page-even') : t(payoff > 0 ? 'duel-page-won' : 'duel-page-lost', {chips: Math.abs(payoff)});
    const value = t('duel-paid', {chips: paid[seat]});
    const held = state.dealt ? nameOfFace(face, t) : '';
    this.ring.seat(seat, {
      value: result || value,
      note: last || null,
      turn,
      won: payoff !== null && payoff > 0,
      dim: state.actions.at(-1) === 'fold' && did.at(-1) === 'fold',
      label: [this.table.names[seat], value, held, last, result, turn ? t('duel-page-turn') : ''].filter(Boolean).join(', '),
      cards: [state.dealt && this.cards.at({slot: seat, face})],
    });
    showChips(this.wagers[seat], paid[seat], value);
  }
}

/**
 * @param {Table} table
 * @param {Rules} rules
 * @returns {import('/static/js/types').Drawing}
 */
export function duel(table, rules) {
  return new Duel(table, rules);
}
