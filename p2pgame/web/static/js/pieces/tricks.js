// A trick game for four: seats, the trick in the middle, taken tricks beside their seats, and
// one's own hand.  A full trick lies until the next card is played.

import {h} from '/static/js/dom.js';
import {Cards} from '/static/js/pieces/cards.js';
import {Fan} from '/static/js/pieces/fan.js';
import {arrange} from '/static/js/pieces/layout.js';
import {glide} from '/static/js/pieces/motion.js';
import {Ring} from '/static/js/pieces/ring.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/static/js/types').View} View */
/** @typedef {import('/static/js/pieces/ring.js').SeatLook} SeatLook */

adopt(`
.tricks { display: flex; flex-direction: column; gap: 0.5rem; width: 100%; }
.tricks-head, .tricks-foot { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; justify-content: center; align-items: center; min-height: 1.6em; text-align: center; }
.tricks-foot { min-height: 3rem; }
.tricks .ring-inner { aspect-ratio: auto; height: 26rem; max-width: 52rem; }
.trick { display: grid; grid-template-columns: repeat(3, var(--card-width)); grid-template-rows: repeat(3, calc(var(--card-width) * 0.95)); gap: 0 0.3rem; --card-width: 4rem; }
.trick-place { display: grid; place-items: center; }
.trick-place[data-place='0'] { grid-area: 2 / 2 / 4 / 3; align-self: end; }
.trick-place[data-place='1'] { grid-area: 1 / 1 / 4 / 2; }
.trick-place[data-place='2'] { grid-area: 1 / 2 / 2 / 3; align-self: start; }
.trick-place[data-place='3'] { grid-area: 1 / 3 / 4 / 4; }
.tricks-deck { position: absolute; top: 50%; left: 50%; translate: -50% -50%; --card-width: 4rem; }
.tricks-deck .card-count { display: none; }
.trick .card.best .card-inner { box-shadow: 0 0 0 3px var(--turn); }
.tricks .ring-seat .card-stack { --card-width: 2.4rem; }
.tricks .ring-seat .card-count { top: -0.3rem; right: -0.7rem; bottom: auto; }
.tricks .ring-seat .taken { --card-width: 1.5rem; align-self: center; margin-left: 1rem; }
.tricks .ring-seat.mine .taken { margin: 0; }
.tricks .taken .card-count { display: none; }
.tricks .ring-spot .card-stack { --card-width: 1.7rem; opacity: 0.9; }
.tricks .ring-spot[data-place='2'] { margin-top: 0.6rem; }
@media (width <= 600px) { .tricks-head { font-size: 0.85rem; } }
@container ring (width < 40rem) {
  .tricks .ring-inner { height: clamp(20.5rem, 48dvh, 25rem); }
  .tricks .ring-value { font-size: 0.7rem; line-height: 1.3; }
  .trick { --card-width: 3rem; }
  .tricks .ring-seat .card-stack { --card-width: 1.8rem; }
  .tricks .ring-seat .taken { --card-width: 1.1rem; margin-left: 0.8rem; }
  .tricks .ring-spot { top: calc(var(--ny) * 1% + 4rem); }
}
`);

const RANKS = '23456789TJQKA';
const DECK = 52;

/**
 * Which card of a trick takes it: the highest trump, else the highest of the suit led.
 *
 * @param {readonly string[]} trick
 * @param {string} trump
 * @returns {number}
 */
export function winner(trick, trump) {
  const strength = (/** @type {string} */ face) => {
    const suit = face[1] === trump ? 100 : face[1] === trick[0][1] ? 50 : 0;
    return suit + RANKS.indexOf(face[0]);
  };
  let best = 0;
  trick.forEach((face, n) => {
    if (strength(face) > strength(trick[best])) best = n;
  });
  return best;
}

/**
 * What lies where: the trick by seat, whether it is an old one, and the slots that each
 * seat has taken.
 *
 * @param {Record<string, any>} play
 * @param {string} trump
 * @returns {{trick: {seat: number, slot: number, best: boolean}[], old: boolean, taken: number[][]}}
 */
export function lying(play, trump) {
  const count = play.hands.length;
  const open = play.trick.length;
  const full = play.faces.length - open;
  const groups = [];
  for (let at = 0; at + count <= full; at += count) groups.push(play.faces.slice(at, at + count));
  const wins = groups.map((group) => winner(group, trump));
  // The leader of the first trick, counted back from the leader now.
  let leader = wins.reduce((seat, win) => seat - win, play.leader);
  leader = ((leader % count) + count) % count;
  /** @type {number[][]} */
  const taken = play.hands.map(() => []);
  const old = open === 0 && play.chosen < 0 && groups.length > 0;
  /** @type {{seat: number, slot: number, best: boolean}[]} */
  let trick = [];
  groups.forEach((_group, n) => {
    const slots = play.slots.slice(n * count, (n + 1) * count);
    const taker = (leader + wins[n]) % count;
    if (old && n === groups.length - 1) {
      const first = leader;
      trick = slots.map((/** @type {number} */ slot, /** @type {number} */ place) => ({
        seat: (first + place) % count,
        slot,
        best: place === wins[n],
      }));
    } else taken[taker].push(...slots);
    leader = taker;
  });
  if (!old) {
    const best = open ? winner(play.trick, trump) : -1;
    trick = play.slots.slice(full).map((/** @type {number} */ slot, /** @type {number} */ place) => ({
      seat: (play.leader + place) % count,
      slot,
      best: place === best,
    }));
    if (play.chosen >= 0) trick.push({seat: (play.leader + open) % count, slot: play.chosen, best: false});
  }
  return {trick, old, taken};
}

/** The table of a trick game; each game adds its head, its foot and its seats' words. */
export class TrickTable {
  /**
   * @param {Table} table
   * @param {{trump?: string, hand: string, taken: string, held: string}} words labels of
   *   one's own hand, of taken cards, and of the cards of another hand
   */
  constructor(table, {trump = '', ...labels}) {
    this.table = table;
    this.trump = trump;
    this.labels = labels;
    this.cards = new Cards(table.t);
    this.ring = new Ring(table, {spots: true});
    this.fan = new Fan(this.cards, labels.hand);
    this.head = h('div.tricks-head');
    this.foot = h('div.tricks-foot', {role: 'group', 'aria-label': table.t('your-move'), 'aria-live': 'polite'});
    this.places = table.names.map((_, seat) => {
      const place = (seat - (table.seat ?? 0) + table.names.length) % table.names.length;
      return h('div.trick-place', {data: {place}});
    });
    this.trick = h('div.trick', {role: 'group'}, this.places);
    this.deck = h('div.tricks-deck');
    this.ring.middle.append(this.trick, this.deck);
    this.element = h('div.tricks', {}, this.head, this.ring.element, this.foot, this.fan.element);
    this.dealt = -1;
  }

  /**
   * @param {Frame} frame
   * @param {() => void} draw
   */
  async show({view, animate}, draw) {
    const {number, phase} = view.state;
    const deal = phase === 'shuffle' ? number - 1 : number;
    if (deal !== this.dealt) this.cards.clear();
    this.dealt = deal;
    await glide(this.element, draw, {animate});
  }

  /**
   * @param {View} view
   * @param {object} look
   * @param {(seat: number) => SeatLook} look.seat
   * @param {((slot: number) => void) | null} [look.act]
   * @param {(slot: number) => boolean} [look.can]
   * @param {ReadonlySet<number>} [look.chosen]
   * @param {number[][]} [look.given] cards that lie face down in front of each seat
   */
  draw(view, {seat: lookOf, act = null, can, chosen, given = []}) {
    const {play, phase} = view.state;
    const me = view.seat ?? this.table.seat;
    const {trick, old, taken} = lying(play, this.trump);
    const undealt = phase === 'deal' || (phase === 'shuffle' && !play.faces.length);
    const slots = Array.from({length: DECK}, (_, n) => n);
    arrange(this.deck, [undealt && this.cards.stack({name: 'deck', slots, label: this.table.t('card-down')})]);
    this.places.forEach((place, seat) => {
      const one = trick.find((card) => card.seat === seat);
      const card = one && this.cards.at({slot: one.slot, face: view.faces[one.slot] ?? null, dim: false});
      if (card) {
        card.classList.remove('refused');
        card.removeAttribute('aria-disabled');
        card.classList.toggle('best', old && one.best);
      }
      arrange(place, [card]);
    });
    play.hands.forEach((/** @type {number[]} */ hand, /** @type {number} */ seat) => {
      const left = hand.filter((slot) => slot !== play.chosen);
      const stack = seat !== me && left.length > 0;
      const label = this.labels.held;
      const backs = stack && this.cards.stack({name: `hand ${seat}`, slots: left, label});
      const won = taken[seat].length > 0 && this.stackOf(`taken ${seat}`, taken[seat], this.labels.taken, 'taken');
      this.ring.seat(seat, {...lookOf(seat), cards: [backs, won]});
      const laid = (given[seat] ?? []).length > 0 && this.stackOf(`given ${seat}`, given[seat], '', 'given');
      arrange(this.ring.spot(seat), [laid]);
    });
    const hand = me === null ? [] : (play.hands[me] ?? []).filter((/** @type {number} */ slot) => slot !== play.chosen);
    this.fan.show({slots: phase === 'deal' ? [] : hand, faces: view.faces, act, can, chosen});
  }

  /**
   * @param {string} name
   * @param {number[]} slots
   * @param {string} label
   * @param {string} kind
   */
  stackOf(name, slots, label, kind) {
    const stack = this.cards.stack({name, slots, label});
    stack.classList.add(kind);
    return stack;
  }
}
