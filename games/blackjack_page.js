// Blackjack: the dealer's cards in the middle, everybody's around.

import {fill, h} from '/static/js/dom.js';
import {nameOfFace} from '/static/js/pieces/cards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
.blackjack-dealer { display: flex; flex-direction: column; align-items: center; gap: 0.2rem; }
.blackjack-cards { display: flex; min-height: calc(var(--card-width) * 1.4); --card-width: 3.4rem; }
.blackjack-cards > * + * { margin-left: calc(var(--card-width) * -0.45); }
.blackjack .ring-cards > * + * { margin-left: calc(var(--card-width) * -0.5); }
.blackjack .round-middle .deck { --card-width: 2rem; }
.blackjack .score { background: #fdf6dd; }
@container ring (width < 40rem) {
  .blackjack-cards { --card-width: 2.6rem; }
  .blackjack .round-middle .deck { --card-width: 1.4rem; }
}
`);

const words = {
  en: `
blackjack-drawn-dealer = dealer
blackjack-drawn-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
blackjack-drawn-bust = { $total }, bust
blackjack-page-total = { $total }
blackjack-page-score = score { $score }
blackjack-page-turn = to move
blackjack-page-hit = Hit
blackjack-page-stand = Stand at { $total }
blackjack-page-won = wins
blackjack-page-lost = loses
blackjack-page-tied = ties
blackjack-page-deck = the deck
`,
  de: `
blackjack-drawn-dealer = Bank
blackjack-drawn-rounds = noch { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
}
blackjack-drawn-bust = { $total }, überkauft
blackjack-page-total = { $total }
blackjack-page-score = Stand { $score }
blackjack-page-turn = am Zug
blackjack-page-hit = Karte
blackjack-page-stand = Bleiben bei { $total }
blackjack-page-won = gewinnt
blackjack-page-lost = verliert
blackjack-page-tied = unentschieden
blackjack-page-deck = das Deck
`,
};

const BEST = 21;

class Blackjack extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'blackjack'});
    this.dealerCards = h('div.blackjack-cards');
    this.dealer = h('div.blackjack-dealer', {role: 'group'});
    this.dealerTotal = h('strong');
    this.deck = h('div');
    fill(this.dealer, h('span', {}, table.t('blackjack-drawn-dealer')), this.dealerCards, this.dealerTotal);
    fill(this.middle, this.dealer, this.deck);
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return move === 'hit' || move === 'stand';
  }

  /** @param {import('/static/js/types').View} view */
  dealOf({state, turn}) {
    return turn === 'shuffle' ? `shuffle ${state.rounds}` : 'play';
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    fill(this.head, h('span', {}, t('blackjack-drawn-rounds', {rounds: state.rounds})));
    const players = state.scores.length;
    const dealt = state.hands.length > players;
    const hand = dealt ? state.hands[players] : [];
    arrange(this.dealerCards, this.cardsOf(state, hand));
    const total = totalOf(state, hand);
    this.dealerTotal.textContent = total > BEST ? t('blackjack-drawn-bust', {total}) : total ? t('blackjack-page-total', {total}) : '';
    this.dealer.setAttribute('aria-label', [t('blackjack-drawn-dealer'), ...this.named(state, hand), this.dealerTotal.textContent].filter(Boolean).join(', '));
    const slots = state.pile;
    fill(this.deck, this.cards.stack({name: 'deck', slots, label: t('blackjack-page-deck')}));
    this.deck.firstElementChild?.classList.add('deck');
    const turns = moving(view);
    for (let seat = 0; seat < players; seat += 1) this.drawSeat(state, seat, turns.includes(seat), isSettled(state));
    const moves = /** @type {string[]} */ (choice?.moves ?? []);
    const me = view.seat ?? this.table.seat ?? 0;
    this.offer(moves.map((move) => ({
      move,
      text: move === 'hit' ? t('blackjack-page-hit') : t('blackjack-page-stand', {total: totalOf(state, state.hands[me])}),
      key: move[0],
      primary: move === 'hit',
    })));
  }

  /**
   * @param {Record<string, any>} state
   * @param {number[]} hand
   */
  cardsOf(state, hand) {
    return hand.map((slot) => this.cards.at({slot, face: state.faces[slot] || null}));
  }

  /**
   * @param {Record<string, any>} state
   * @param {number[]} hand
   */
  named(state, hand) {
    return hand.map((slot) => nameOfFace(state.faces[slot], this.t));
  }

  /**
   * @param {Record<string, any>} state
   * @param {number} seat
   * @param {boolean} turn
   * @param {boolean} settled
   */
  drawSeat(state, seat, turn, settled) {
    const {t} = this;
    const hand = state.hands[seat] ?? [];
    const total = totalOf(state, hand);
    const score = state.scores[seat];
    const signed = score > 0 ? `+${score}` : String(score);
    const value = total > BEST ? t('blackjack-drawn-bust', {total}) : total ? t('blackjack-page-total', {total}) : '';
    const told = settled ? result(state, seat) : 0;
    const note = settled ? t(['blackjack-page-lost', 'blackjack-page-tied', 'blackjack-page-won'][told + 1]) : null;
    const label = t('blackjack-page-score', {score: signed});
    this.ring.seat(seat, {
      value,
      note,
      turn,
      marks: [{text: signed, label, kind: 'score'}],
      won: settled && told > 0,
      dim: total > BEST,
      label: [this.table.names[seat], ...this.named(state, hand), value, label, note, turn ? t('blackjack-page-turn') : ''].filter(Boolean).join(', '),
      cards: this.cardsOf(state, hand),
    });
  }
}

/**
 * What the open cards of a hand count: an ace is 11, if that is not too much.
 *
 * @param {Record<string, any>} state
 * @param {number[]} hand
 * @returns {number}
 */
function totalOf(state, hand) {
  const open = hand.map((slot) => state.faces[slot]).filter(Boolean);
  const points = open.map((face) => (face[0] === 'A' ? 1 : 'TJQK'.includes(face[0]) ? 10 : Number(face[0])));
  const sum = points.reduce((a, b) => a + b, 0);
  return points.includes(1) && sum <= 11 ? sum + 10 : sum;
}

/**
 * Whether a round is over, and its cards still lie there.
 *
 * @param {Record<string, any>} state
 */
function isSettled({phase, hands, acting}) {
  return phase === 'deal' && hands.length > 0 && acting.queue.length === 0;
}

/**
 * @param {Record<string, any>} state
 * @param {number} seat
 * @returns {number} 1: won, 0: tied, −1: lost
 */
function result(state, seat) {
  const kept = (/** @type {number} */ total) => (total > BEST ? 0 : total);
  const mine = kept(totalOf(state, state.hands[seat]));
  const dealer = kept(totalOf(state, state.hands[state.scores.length]));
  if (!mine || mine < dealer) return -1;
  return mine > dealer ? 1 : 0;
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Blackjack(table);
}
