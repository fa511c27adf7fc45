// Crazy eights: the pile, the cards laid down, the suit to follow, and one's own hand.

import {fill, h} from '/static/js/dom.js';
import {suitSign} from '/static/js/pieces/cards.js';
import {Fan} from '/static/js/pieces/fan.js';
import {arrange} from '/static/js/pieces/layout.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
.eights-discards { position: relative; display: grid; }
.eights-discards > * { grid-area: 1 / 1; }
.eights-discards .card-count, .crazy-eights .ring-seat .card-count { display: none; }
.eights-discards > .card + .card { translate: 32% -10%; }
.eights-follow { display: grid; place-items: center; gap: 0.1rem; min-width: 4rem; font-size: 0.85rem; }
.eights-suit { display: grid; place-items: center; width: 2.4rem; height: 2.4rem; border-radius: 50%; background: var(--card-paper); font-size: 1.5rem; }
.eights-suit.none { color: #5c6169; }
.crazy-eights .ring-inner { max-height: max(23rem, 46dvh); }
.round-foot .eights-name { display: inline-flex; gap: 0.4rem; align-items: center; }
.eights-name .eights-suit { width: 1.8rem; height: 1.8rem; font-size: 1.1rem; }
.crazy-eights .pile.can .card-inner { box-shadow: 0 0 0 3px var(--turn); }
@container ring (width < 40rem) { .eights-follow { min-width: 3rem; font-size: 0.75rem; } }
`);

const SUITS = ['clubs', 'diamonds', 'hearts', 'spades'];

const words = {
  en: `
crazy-eights-drawn-follow = suit to follow
crazy-eights-drawn-pile = { $count ->
    [one] { $count } card in the pile
   *[other] { $count } cards in the pile
}
crazy-eights-drawn-owed = { $count } cards to draw
crazy-eights-drawn-back = the other way round
crazy-eights-drawn-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
crazy-eights-page-hand = your hand
crazy-eights-page-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
crazy-eights-page-left = has left
crazy-eights-page-turn = to move
crazy-eights-page-draw = { $count ->
    [one] Draw a card
   *[other] Draw { $count } cards
}
crazy-eights-page-pass = Pass
crazy-eights-page-name = Which suit is to follow?
crazy-eights-page-laid = cards laid down
crazy-eights-page-suit = { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
    [s] spades
   *[other] none
}
`,
  de: `
crazy-eights-drawn-follow = zu bedienen
crazy-eights-drawn-pile = { $count ->
    [one] { $count } Karte im Stapel
   *[other] { $count } Karten im Stapel
}
crazy-eights-drawn-owed = { $count } Karten zu ziehen
crazy-eights-drawn-back = andersherum
crazy-eights-drawn-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
crazy-eights-page-hand = deine Karten
crazy-eights-page-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
crazy-eights-page-left = ist gegangen
crazy-eights-page-turn = am Zug
crazy-eights-page-draw = { $count ->
    [one] Eine Karte ziehen
   *[other] { $count } Karten ziehen
}
crazy-eights-page-pass = Passen
crazy-eights-page-name = Welche Farbe ist zu bedienen?
crazy-eights-page-laid = gelegte Karten
crazy-eights-page-suit = { $suit ->
    [c] Kreuz
    [d] Karo
    [h] Herz
    [s] Pik
   *[other] keine
}
`,
};

class CrazyEights extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'crazy-eights'});
    this.fan = new Fan(this.cards, table.t('crazy-eights-page-hand'));
    this.discards = h('div.eights-discards');
    this.follow = h('div.eights-follow');
    this.pile = h('div.eights-pile');
    fill(this.middle, this.pile, this.discards, this.follow);
    this.element.append(this.fan.element);
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return typeof move === 'string' && (/^play |^draw$|^pass$/.test(move) || SUITS.includes(move));
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const moves = /** @type {string[]} */ (choice?.moves ?? []);
    const plays = choice !== null && state.phase === 'play';
    fill(
      this.head,
      state.way !== 1 && h('span', {}, '↺ ', t('crazy-eights-drawn-back')),
      state.owed > 0 && h('strong', {}, t('crazy-eights-drawn-owed', {count: state.owed})),
      h('span', {}, t('crazy-eights-drawn-pile', {count: state.pile.length})),
    );
    this.drawMiddle(view, moves);
    const turns = moving(view);
    state.hands.forEach((/** @type {number[]} */ _hand, /** @type {number} */ seat) => this.drawSeat(view, seat, turns.includes(seat)));
    const me = view.seat ?? this.table.seat;
    const left = me === null || ['lot', 'shuffle', 'deal'].includes(state.phase) ? [] : state.hands[me];
    this.fan.show({
      slots: left.filter((/** @type {number} */ slot) => slot !== state.chosen),
      faces: view.faces,
      act: plays ? (slot) => this.make(`play ${slot}`) : null,
      can: (slot) => moves.includes(`play ${slot}`),
    });
    this.drawFoot(state, moves);
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {string[]} moves
   */
  drawMiddle({state, faces}, moves) {
    const {t} = this;
    const draws = moves.includes('draw');
    const label = t('crazy-eights-drawn-pile', {count: state.pile.length});
    const pile = this.cards.stack({
      name: draws ? 'pile to draw' : 'pile',
      slots: state.pile,
      label: draws ? `${label}: ${this.drawWords(state)}` : label,
      act: draws ? () => this.make('draw') : null,
    });
    pile.classList.add('pile');
    pile.classList.toggle('can', draws);
    arrange(this.pile, [pile]);
    const [top, ...below] = state.discards;
    const under = this.cards.stack({name: 'discards', slots: below, label: t('crazy-eights-page-laid')});
    const card = top === undefined ? null : this.cards.at({slot: top, face: state.top});
    const chosen = state.chosen < 0 ? null : this.cards.at({slot: state.chosen, face: faces[state.chosen] ?? null});
    for (const one of [card, chosen]) {
      one?.classList.remove('refused');
      one?.removeAttribute('aria-disabled');
    }
    arrange(this.discards, [under, card, chosen]);
    const name = t('crazy-eights-page-suit', {suit: state.suit || 'none'});
    const sign = h('span.eights-suit', {role: 'img', 'aria-label': name, data: {suit: state.suit}}, state.suit ? suitSign(state.suit) : '–');
    sign.classList.toggle('none', !state.suit);
    fill(this.follow, h('span', {}, t('crazy-eights-drawn-follow')), sign);
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   * @param {boolean} turn
   */
  drawSeat({state}, seat, turn) {
    const {t} = this;
    const held = state.hands[seat];
    const here = state.present.includes(seat);
    const dealt = !['lot', 'shuffle', 'deal'].includes(state.phase);
    const mine = seat === this.table.seat;
    const slots = held.filter((/** @type {number} */ slot) => slot !== state.chosen);
    const label = t('crazy-eights-page-cards', {count: held.length});
    const points = state.points.length ? t('crazy-eights-drawn-points', {points: state.points[seat]}) : null;
    const said = [this.table.names[seat], label, points, here ? '' : t('crazy-eights-page-left'), turn ? t('crazy-eights-page-turn') : ''];
    this.ring.seat(seat, {
      value: here ? label : t('crazy-eights-page-left'),
      note: points,
      turn,
      dim: !here,
      won: state.points.length > 0 && held.length === 0,
      label: said.filter(Boolean).join(', '),
      cards: [dealt && !mine && slots.length > 0 && this.cards.stack({name: `hand ${seat}`, slots, label})],
    });
  }

  /**
   * @param {Record<string, any>} state
   * @returns {string}
   */
  drawWords(state) {
    return this.t('crazy-eights-page-draw', {count: Math.max(1, Math.min(state.owed, state.pile.length))});
  }

  /**
   * @param {Record<string, any>} state
   * @param {string[]} moves
   */
  drawFoot(state, moves) {
    const {t} = this;
    if (moves.some((move) => SUITS.includes(move))) {
      const names = moves.map((move) => {
        const sign = h('span.eights-suit', {data: {suit: move[0]}}, suitSign(move[0]));
        const properties = {type: 'button', onclick: () => this.make(move), 'aria-keyshortcuts': move[0]};
        return h('button.eights-name', properties, sign, t('crazy-eights-page-suit', {suit: move[0]}));
      });
      this.offer([], t('crazy-eights-page-name'), ...names);
      this.keys = new Map(moves.map((move) => [move[0], move]));
      return;
    }
    const buttons = [];
    if (moves.includes('draw')) buttons.push({move: 'draw', text: this.drawWords(state), key: 'd'});
    if (moves.includes('pass')) buttons.push({move: 'pass', text: t('crazy-eights-page-pass'), key: 'p'});
    this.offer(buttons);
  }
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new CrazyEights(table);
}
