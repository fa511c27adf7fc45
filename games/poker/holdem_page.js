// Hold'em at an oval table: seats around it, chips that slide into the pot, betting.

import {fill, h} from '/static/js/dom.js';
import {Cards, cardInText, nameOfFace} from '/static/js/pieces/cards.js';
import {chips, showChips} from '/static/js/pieces/chips.js';
import {arrange, kept} from '/static/js/pieces/layout.js';
import {fly, glide, wait} from '/static/js/pieces/motion.js';
import {Ring} from '/static/js/pieces/ring.js';
import {adopt} from '/static/js/pieces/style.js';
import {Bets} from '/games/holdem_bets.js';
import {best, makePots, outcome} from '/games/holdem_hands.js';
import {handWords, inWords, words} from '/games/holdem_words.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/static/js/types').View} View */
/** @typedef {Record<string, any>} State */

adopt(`
.holdem { display: flex; flex-direction: column; gap: 0.6rem; width: 100%; }
.holdem-head { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: center; font-size: 0.95rem; }
.holdem .card-count { display: none; }
.holdem-board { display: flex; gap: 0.3rem; --card-width: 3.6rem; }
.holdem-board .card-place { border-width: 1px; opacity: 0.35; }
.holdem-pot { display: flex; gap: 0.6rem; align-items: center; min-height: 1.6rem; }
.holdem-pot strong { font-size: 1.1rem; }
.holdem-sides { display: flex; flex-wrap: wrap; gap: 0 0.7rem; justify-content: center; min-height: 1.3em; font-size: 0.85rem; }
.holdem .holdem-deck { display: flex; --card-width: 1.3rem; opacity: 0.9; }
.holdem .holdem-muck { position: absolute; left: 50%; top: 50%; width: 2rem; height: 2.8rem; visibility: hidden; }
.holdem-winner { display: inline-flex; flex-wrap: wrap; gap: 0.2rem; justify-content: center; }
.holdem-winner .card-text { font-size: 0.9rem; }
.holdem-mine { display: flex; flex-direction: column; gap: 0.3rem; align-items: center; min-height: 1.5em; font-weight: 600; text-align: center; }
.holdem .ring-spot .chips { padding: 0.1rem 0.5rem 0.1rem 0.3rem; border-radius: 1rem; background: color-mix(in srgb, var(--plate), var(--felt, #2f6b52) 30%); }
.holdem-pot .chip-amount { display: none; }
.holdem .ring-seat.mine .ring-note { top: auto; bottom: calc(100% + 0.15rem); }
.holdem .card.dim .card-inner { filter: brightness(0.62); }
@container ring (width < 52rem) {
  .holdem-board { --card-width: 3rem; }
  .holdem .ring-spot .chip:not(:first-child) { display: none; }
}
@container ring (width < 40rem) {
  .holdem-board { --card-width: 1.95rem; gap: 0.15rem; }
  .holdem .holdem-deck { position: absolute; left: 50%; top: -2.4rem; translate: -50% 0; --card-width: 1.1rem; visibility: hidden; }
  .holdem-pot { flex-direction: column; gap: 0; }
  .holdem-sides { flex-direction: column; font-size: 0.75rem; }
  .holdem .ring-spot .chip { width: 0.9rem; height: 0.55rem; }
  .holdem .ring-spot .chips { padding: 0 0.35rem 0 0.2rem; }
}
`);

const DEALT = new Set(['deal', 'betting', 'uncalled', 'board', 'all-in', 'showdown', 'showing', 'pots', 'end']);
const DECK = 52;

/** @param {number[]} values */
const sum = (values) => values.reduce((all, one) => all + one, 0);

/** @param {State} state */
const holeSlots = (state, /** @type {number} */ seat) => {
  const first = 2 * state.order.indexOf(seat);
  return [first, first + 1];
};

class Holdem {
  /** @param {Table} table */
  constructor(table) {
    table.learn(words);
    this.table = table;
    this.t = inWords(table.t);
    this.cards = new Cards(table.t);
    this.ring = new Ring(table, {spots: true});
    this.bets = new Bets(table);
    this.head = h('div.holdem-head');
    this.pot = h('div.holdem-pot');
    this.pile = chips(0, {label: ''});
    this.potWords = h('strong');
    this.sides = h('div.holdem-sides');
    this.board = h('div.holdem-board', {role: 'group'});
    this.deck = h('div.holdem-deck');
    this.muck = h('div.holdem-muck', {'aria-hidden': 'true'});
    this.mine = h('div.holdem-mine', {'aria-live': 'polite'});
    this.place = kept((/** @type {number} */ _n) => h('span.card-place', {'aria-hidden': 'true'}));
    this.wagers = table.names.map((_, seat) => chips(0, {label: '', key: `bet ${seat}`}));
    table.names.forEach((_, seat) => this.ring.spot(seat).append(this.wagers[seat]));
    fill(this.pot, this.deck, this.pile, this.potWords);
    fill(this.ring.middle, this.pot, this.board, this.sides, this.muck);
    this.showsPlayers = true;
    this.element = h('div.holdem', {}, this.head, this.ring.element, this.mine, this.bets.element);
    this.element.addEventListener('keydown', (event) => this.bets.key(event));
    this.hand = 0;
    /** @type {State | null} */
    this.last = null;
  }

  /** @param {string | import('/static/js/types').Range} _move */
  offers(_move) {
    return true;
  }

  /** @param {Frame} frame */
  async show({view, before, choice, animate}) {
    const state = view.state;
    const moves = animate && before ? this.slides(before.state, state) : [];
    if (state.hand !== this.hand || state.phase === 'shuffle') this.cards.clear();
    this.hand = state.hand;
    await glide(this.element, () => this.draw(view, choice), {animate});
    if (!moves.length) return;
    await Promise.all(moves.map((move) => move()));
  }

  /**
   * The chips that go from one place to another between two states: each is drawn where it
   * was, and flies when called, after the new state is drawn.
   *
   * @param {State} before
   * @param {State} state
   * @returns {(() => Promise<void>)[]}
   */
  slides(before, state) {
    if (before.hand !== state.hand || !before.paid.length) return [];
    const moves = [];
    for (let seat = 0; seat < state.stacks.length; seat += 1) {
      const betBefore = before.bets[seat];
      const collected = state.paid[seat] - state.bets[seat] - (before.paid[seat] - betBefore);
      const put = state.bets[seat] - (collected > 0 ? 0 : betBefore);
      const wager = this.wagers[seat];
      const from = betBefore ? wager.getBoundingClientRect() : this.ring.rect(seat);
      if (collected > 0) moves.push(() => this.send(collected, from, this.pile));
      else if (put > 0) moves.push(() => this.send(put, this.ring.rect(seat), wager));
    }
    if (state.phase === 'end' && before.phase !== 'end') {
      const pot = this.pile.getBoundingClientRect();
      for (const [seat, amount] of outcome(state).won) {
        moves.push(async () => {
          await wait(300);
          await this.send(amount, pot.width ? pot : this.board.getBoundingClientRect(), this.ring.seats[seat].value);
        });
      }
    }
    return moves;
  }

  /**
   * @param {number} amount
   * @param {DOMRect} from
   * @param {HTMLElement} to
   */
  async send(amount, from, to) {
    const shown = to.getBoundingClientRect();
    const place = shown.width ? shown : this.board.getBoundingClientRect();
    const flying = chips(amount, {label: ''});
    flying.classList.add('flying-chips');
    await fly(flying, from, place, {duration: 420});
  }

  /**
   * @param {View} view
   * @param {Frame['choice']} choice
   */
  draw(view, choice) {
    const {state} = view;
    const end = state.phase === 'end' && state.hand > 0 ? outcome(state) : null;
    /** @type {Set<string>} */
    const winning = new Set();
    for (const seat of end?.won.keys() ?? []) {
      for (const card of end?.hands.get(seat)?.cards ?? []) winning.add(card);
    }
    this.drawHead(state);
    this.drawMiddle(view, end, winning);
    for (let seat = 0; seat < state.stacks.length; seat += 1) this.drawSeat(view, seat, end, winning);
    this.drawMine(view, end);
    this.bets.show(state, choice);
  }

  /** @param {State} state */
  drawHead(state) {
    const {t} = this;
    if (!state.hand) {
      fill(this.head, h('span', {}, t('holdem-drawn-before')));
      return;
    }
    const many = state.hands > 1;
    const number = many
      ? t('holdem-drawn-hand-of', {hand: state.hand, hands: state.hands})
      : t('holdem-drawn-hand', {hand: state.hand});
    const [small, big] = state.blinds;
    const ante = Math.max(0, ...state.antes);
    fill(
      this.head,
      h('strong', {}, number),
      h('span', {}, t('holdem-drawn-blinds', {small, big})),
      ante > 0 && h('span', {}, t('holdem-drawn-ante', {chips: ante})),
    );
  }

  /**
   * @param {View} view
   * @param {ReturnType<typeof outcome> | null} end
   * @param {Set<string>} winning
   */
  drawMiddle({state}, end, winning) {
    const {t} = this;
    const all = state.paid.length ? sum(state.paid) + state.dead : 0;
    const inPots = all - sum(state.bets);
    const over = end !== null;
    showChips(this.pile, over ? 0 : inPots, t('holdem-page-chips', {chips: inPots}));
    this.potWords.textContent = all ? t('holdem-drawn-pot', {chips: all}) : '';
    const first = 2 * state.order.length;
    const board = [0, 1, 2, 3, 4].map((n) => {
      const face = state.board[n];
      if (!face) return this.place(n);
      return this.cards.at({slot: first + n, face, dim: winning.size > 0 && !winning.has(face)});
    });
    arrange(this.board, board);
    const named = state.board.map((/** @type {string} */ face) => nameOfFace(face, t)).join(', ');
    const label = named ? t('holdem-page-board', {cards: named}) : t('holdem-page-no-board');
    this.board.setAttribute('aria-label', label);
    this.drawSides(state, over);
    const used = DEALT.has(state.phase) && state.phase !== 'deal' ? first + state.board.length : 0;
    const slots = Array.from({length: DECK - used}, (_, n) => used + n);
    const name = 'deck';
    fill(this.deck, state.hand > 0 && this.cards.stack({name, slots, label: t('holdem-page-deck')}));
    const folded = state.order.filter((/** @type {number} */ seat) => !this.holds(state, seat));
    this.muck.dataset.slots = used ? folded.flatMap((/** @type {number} */ seat) => holeSlots(state, seat)).join(' ') : '';
  }

  /**
   * The side pots, once somebody is all-in.
   *
   * @param {State} state
   * @param {boolean} over
   */
  drawSides(state, over) {
    const {t} = this;
    const allIn = state.live.some((/** @type {number} */ seat) => state.stacks[seat] === 0);
    /** @type {{amount: number}[]} */
    let sides = [];
    if (allIn && !over) {
      const collected = state.paid.map((/** @type {number} */ paid, /** @type {number} */ seat) => paid - state.bets[seat]);
      sides = makePots(collected, state.live, state.dead).slice(1);
    }
    const said = sides.map(({amount}) => t('holdem-page-side-pot', {chips: amount}));
    fill(this.sides, said.map((text) => h('span', {}, text)));
  }

  /**
   * Whether a seat has cards in front of it; one's own stay when they are folded.
   *
   * @param {State} state
   * @param {number} seat
   */
  holds(state, seat) {
    return state.live.includes(seat) || state.shown[seat].length > 0 || seat === this.table.seat;
  }

  /**
   * @param {View} view
   * @param {number} seat
   * @param {ReturnType<typeof outcome> | null} end
   * @param {Set<string>} winning
   */
  drawSeat(view, seat, end, winning) {
    const {t} = this;
    const {state, faces} = view;
    const dealt = DEALT.has(state.phase) && state.phase !== 'deal' && state.order.includes(seat);
    const shown = state.shown[seat];
    const slots = dealt && this.holds(state, seat) ? holeSlots(state, seat) : [];
    const held = slots.map((slot, n) => shown[n] ?? faces[slot] ?? null);
    const live = state.live.includes(seat) || shown.length > 0;
    const status = this.status(state, seat);
    const stack = state.stacks[seat];
    const value = status || stack;
    const won = end?.won.get(seat) ?? 0;
    const hand = won && state.live.length > 1 ? end?.hands.get(seat) : undefined;
    const turn = ['betting', 'showdown'].includes(state.phase) && state.to_act[0] === seat;
    const marks = this.marks(state, seat);
    const lost = !won && shown.length ? end?.hands.get(seat) : undefined;
    const told = hand ?? lost;
    const note = won ? t('holdem-page-won', {chips: won}) : null;
    const detail = told ? handWords(told, t) : null;
    const known = held.filter(Boolean).map((face) => nameOfFace(face, t));
    const label = [
      this.table.names[seat],
      status,
      t('holdem-page-chips', {chips: stack}),
      ...marks.map((mark) => mark.label),
      state.bets[seat] ? t('holdem-page-bet', {chips: state.bets[seat]}) : '',
      known.length ? t('holdem-page-holds', {cards: known.join(', ')}) : slots.length ? t('holdem-page-hidden') : '',
      turn ? t('holdem-page-turn') : '',
      note,
      detail,
    ];
    const cards = slots.map((slot, n) => {
      const dim = winning.size > 0 ? !winning.has(String(held[n])) : !live;
      return this.cards.at({slot, face: held[n], dim});
    });
    this.ring.seat(seat, {
      label: label.filter(Boolean).join(', '),
      value,
      note,
      detail,
      marks,
      turn,
      dim: state.hand > 0 && !live,
      won: won > 0,
      cards,
    });
    const bet = state.bets[seat] ?? 0;
    showChips(this.wagers[seat], bet, t('holdem-page-bet', {chips: bet}));
  }

  /**
   * Why a seat does not play on, that it is all-in, or nothing.
   *
   * @param {State} state
   * @param {number} seat
   * @returns {string}
   */
  status(state, seat) {
    const {t} = this;
    const live = state.live.includes(seat);
    const shown = state.shown[seat].length > 0;
    if (state.gone.includes(seat) && !live && !shown) return t('holdem-page-left');
    if (!state.hand) return '';
    if (!live && !shown) return t(state.order.includes(seat) ? 'holdem-drawn-folded' : 'holdem-drawn-out');
    return state.stacks[seat] === 0 && live && state.phase !== 'end' ? t('holdem-drawn-all-in') : '';
  }

  /**
   * @param {State} state
   * @param {number} seat
   * @returns {import('/static/js/pieces/ring.js').Mark[]}
   */
  marks(state, seat) {
    const {t} = this;
    const marks = [];
    const posting = state.order.length === 2 ? [...state.order].reverse() : state.order;
    if (seat === state.button) {
      marks.push({text: t('holdem-drawn-button'), label: t('holdem-page-button'), kind: 'dealer'});
    }
    if (posting[0] === seat && state.blinds[0]) marks.push({text: t('holdem-drawn-small'), label: t('holdem-page-small')});
    if (posting[1] === seat && state.blinds[1]) marks.push({text: t('holdem-drawn-big'), label: t('holdem-page-big')});
    return marks;
  }

  /**
   * What whoever looks has, in words, or who is to move.
   *
   * @param {View} view
   * @param {ReturnType<typeof outcome> | null} end
   */
  drawMine({state, faces}, end) {
    const {t, table} = this;
    const {seat} = table;
    if (end) {
      fill(this.mine, this.winners(state, end));
      return;
    }
    const held = seat !== null && state.live.includes(seat) && DEALT.has(state.phase) && state.phase !== 'deal'
      ? holeSlots(state, seat).map((slot) => faces[slot]).filter(Boolean)
      : [];
    const hand = held.length === 2 ? best([...held, ...state.board]) : null;
    fill(this.mine, hand && h('span', {}, t('holdem-drawn-have', {hand: handWords(hand, t)})));
  }

  /**
   * Who has won how much with which cards.
   *
   * @param {State} state
   * @param {ReturnType<typeof outcome>} end
   */
  winners(state, {won, hands}) {
    const {t} = this;
    return [...won].map(([seat, amount]) => {
      const args = {player: this.table.names[seat], chips: amount};
      const hand = state.live.length > 1 ? hands.get(seat) : undefined;
      if (!hand) return h('span.holdem-winner', {}, t('holdem-page-wins', args));
      const words = t('holdem-page-wins-with', {...args, hand: handWords(hand, t)});
      return h('span.holdem-winner', {}, words, hand.cards.map((card) => cardInText(card, t)));
    });
  }
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Holdem(table);
}
