// Goofspiel: the prize, the hands of all, and one's own sealed bid.

import {fill, h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
.goofspiel .ring-inner { max-width: 56rem; max-height: max(23rem, 52dvh); }
.goofspiel .round-foot { min-height: 1.7em; }
.goofspiel .ring-cards { min-height: 1.2rem; margin-bottom: 0.15rem; flex-wrap: wrap; }
.goofspiel .ring-cards > * + * { margin-left: 0; }
.goofspiel-left { display: flex; flex-wrap: wrap; gap: 0 0.3rem; justify-content: center; padding: 0.15rem 0.3rem; border-radius: 0.6rem; background: color-mix(in srgb, var(--plate), #fff 12%); font-size: 0.78rem; font-variant-numeric: tabular-nums; line-height: 1.35; }
.goofspiel-hand { display: flex; flex-wrap: wrap; gap: 0.35rem; justify-content: center; --card-width: 3.2rem; padding-top: 0.5rem; }
.goofspiel .ring-spot { min-height: 1.8rem; }
.goofspiel-bid { display: inline-grid; place-items: center; min-width: 1.9rem; height: 2.5rem; border: 1px solid var(--card-edge); border-radius: 0.3rem; background: var(--card-paper); color: var(--card-ink); font-weight: 800; font-size: 1.1rem; }
.goofspiel-bid.best { box-shadow: 0 0 0 3px var(--turn); }
.goofspiel-prize { font-weight: 700; font-size: 1.1rem; width: 100%; }
@container ring (width < 40rem) {
  .goofspiel .ring-inner { height: max(24rem, calc(var(--rows) * 7.2rem)); }
  .goofspiel-left { font-size: 0.62rem; gap: 0 0.2rem; }
  .goofspiel-bid { min-width: 1.4rem; height: 1.7rem; font-size: 0.85rem; }
  .goofspiel-prize { max-width: 10rem; font-size: 0.9rem; }
}
`);

const words = {
  en: `
goofspiel-drawn-prize = the prize is { $prize }
goofspiel-drawn-no-prize = no prize is open
goofspiel-drawn-rest = { $count } to come
goofspiel-drawn-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
goofspiel-page-left = has left
goofspiel-page-turn = bids
goofspiel-page-cards = still has { $cards }
goofspiel-page-bid = has bid { $bid }
goofspiel-page-hand = your cards
goofspiel-page-do = Bid { $bid }
goofspiel-page-ask = Bid one of your cards for it.
goofspiel-page-prizes = prizes to come
`,
  de: `
goofspiel-drawn-prize = der Preis ist { $prize }
goofspiel-drawn-no-prize = kein Preis liegt offen
goofspiel-drawn-rest = noch { $count }
goofspiel-drawn-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
goofspiel-page-left = ist gegangen
goofspiel-page-turn = bietet
goofspiel-page-cards = hat noch { $cards }
goofspiel-page-bid = hat { $bid } geboten
goofspiel-page-hand = deine Karten
goofspiel-page-do = { $bid } bieten
goofspiel-page-ask = Biete eine deiner Karten dafür.
goofspiel-page-prizes = Preise, die noch kommen
`,
};

class Goofspiel extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'goofspiel', spots: true});
    this.prize = h('div.goofspiel-prize');
    this.stacks = h('div.cards-row');
    this.hand = h('div.goofspiel-hand', {role: 'group', 'aria-label': table.t('goofspiel-page-hand')});
    fill(this.middle, this.stacks, this.prize);
    this.element.append(this.hand);
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return typeof move === 'string' && /^\d+$/.test(move);
  }

  /** @param {Frame} frame */
  draw({view, before, choice}) {
    const {state} = view;
    const {t} = this;
    const opened = state.prizes.length;
    const present = state.seats.status.indexOf('in');
    const due = opened + state.hands[present].length > state.cards;
    fill(this.head, h('span', {}, t('goofspiel-drawn-rest', {count: state.cards - opened})));
    this.prize.textContent = due ? t('goofspiel-drawn-prize', {prize: state.prizes[opened - 1]}) : t('goofspiel-drawn-no-prize');
    const slots = Array.from({length: state.shuffled ? state.cards - opened : 0}, (_, n) => n + opened);
    const deck = this.cards.stack({name: 'deck', slots, label: t('goofspiel-page-prizes')});
    deck.classList.add('deck');
    arrange(this.stacks, [deck, opened > 0 && this.cards.at({slot: opened - 1, face: state.prizes[opened - 1], dim: !due})]);
    const bids = bidsBetween(before?.state, state);
    const best = Math.max(0, ...bids.filter(Boolean).map(Number));
    const turns = moving(view);
    state.points.forEach((/** @type {number} */ _, /** @type {number} */ seat) => {
      const bid = bids[seat];
      this.drawSeat(state, seat, turns.includes(seat), bid);
      const card = bid && h('span.goofspiel-bid', {role: 'img', 'aria-label': t('goofspiel-page-bid', {bid})}, bid);
      if (card) card.classList.toggle('best', bid === best);
      fill(this.ring.spot(seat), card);
    });
    const me = view.seat ?? this.table.seat;
    this.drawHand(me === null ? [] : state.hands[me], choice);
    fill(this.foot, choice && h('span', {}, t('goofspiel-page-ask')));
  }

  /**
   * @param {Record<string, any>} state
   * @param {number} seat
   * @param {boolean} turn
   * @param {number | null} bid
   */
  drawSeat(state, seat, turn, bid) {
    const {t} = this;
    const here = state.seats.status[seat] === 'in';
    const points = t('goofspiel-drawn-points', {points: state.points[seat]});
    const left = state.hands[seat].join(' ');
    const mine = seat === this.table.seat;
    const shown = !mine && here && h('span.goofspiel-left', {'aria-hidden': 'true'}, state.hands[seat].map((/** @type {number} */ card) => h('span', {}, card)));
    const label = [this.table.names[seat], here ? points : t('goofspiel-page-left'), here && left ? t('goofspiel-page-cards', {cards: left}) : '', bid ? t('goofspiel-page-bid', {bid}) : '', turn ? t('goofspiel-page-turn') : ''];
    this.ring.seat(seat, {
      value: here ? points : t('goofspiel-page-left'),
      turn,
      dim: !here,
      label: label.filter(Boolean).join(', '),
      cards: [shown],
    });
  }

  /**
   * @param {number[]} held
   * @param {Frame['choice']} choice
   */
  drawHand(held, choice) {
    const moves = new Set(choice?.moves ?? []);
    const cards = held.map((card) => {
      const move = String(card);
      const can = moves.has(move);
      return this.cards.at({
        slot: `own ${card}`,
        face: move,
        act: can ? () => this.make(move) : null,
        label: can ? this.t('goofspiel-page-do', {bid: card}) : move,
      });
    });
    this.hand.hidden = !cards.length;
    arrange(this.hand, cards);
  }
}

/**
 * What each seat has bid between two states, or null.
 *
 * @param {Record<string, any> | undefined} before
 * @param {Record<string, any>} state
 * @returns {(number | null)[]}
 */
function bidsBetween(before, state) {
  return state.hands.map((/** @type {number[]} */ hand, /** @type {number} */ seat) => {
    const had = before?.hands[seat] ?? [];
    const spent = had.filter((/** @type {number} */ card) => !hand.includes(card));
    return spent.length === 1 ? spent[0] : null;
  });
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Goofspiel(table);
}
