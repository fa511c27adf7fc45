// A hand of spades: bids, tricks, and the scores of two teams.

import {fill, h} from '/static/js/dom.js';
import {suitSign} from '/static/js/pieces/cards.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {TrickTable} from '/static/js/pieces/tricks.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/static/js/types').Range} Range */

adopt(`
.spades-teams { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; justify-content: center; width: 100%; }
.spades-team { padding: 0.1rem 0.7rem; border: 1px solid currentcolor; border-radius: 1rem; }
@media (width <= 600px) { .spades-team { padding-inline: 0.5rem; font-size: 0.78rem; } }
.spades-broken { display: inline-flex; gap: 0.3rem; align-items: center; }
.spades-bids { display: flex; flex-wrap: wrap; gap: 0.3rem; justify-content: center; }
.spades-bids button { min-width: 2.75rem; min-height: 2.75rem; padding: 0.2rem 0.5rem; }
.tricks .ring-seat.made .ring-value { color: #9be7bd; }
.tricks .ring-seat.missed .ring-value { color: #ffb4ab; }
`);

const TEAMS = [[0, 2], [1, 3]];

const words = {
  en: `
spades-drawn-hand = hand { $number }
spades-drawn-goal = { $goal ->
    [0] the last hand
   *[other] to { $goal } points, or { $floor }
}
spades-drawn-no-bid = no bid
spades-drawn-bid = bid { $bid ->
    [0] nil
   *[other] { $bid }
}
spades-drawn-took = took { $won } of { $bid }
spades-drawn-nil = nil, took { $won }
spades-drawn-bags = { $bags ->
    [one] { $bags } bag
   *[other] { $bags } bags
}
spades-drawn-broken = spades are broken
spades-drawn-unbroken = spades are not broken
spades-page-hand = your hand
spades-page-held = cards in the hand
spades-page-taken = tricks taken
spades-page-team = { $one } and { $other }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
spades-page-partner = your partner
spades-page-turn = to move
spades-page-ask = How many tricks will you take?
spades-page-nil = Nil
spades-page-bids = bids
`,
  de: `
spades-drawn-hand = Blatt { $number }
spades-drawn-goal = { $goal ->
    [0] die letzte Runde
   *[other] bis { $goal }, oder { $floor }
}
spades-drawn-no-bid = keine Ansage
spades-drawn-bid = Ansage { $bid ->
    [0] Null
   *[other] { $bid }
}
spades-drawn-took = { $won } von { $bid } gemacht
spades-drawn-nil = Null, { $won } gemacht
spades-drawn-bags = { $bags ->
    [one] { $bags } Überstich
   *[other] { $bags } Überstiche
}
spades-drawn-broken = Pik ist gefallen
spades-drawn-unbroken = Pik ist nicht gefallen
spades-page-hand = deine Karten
spades-page-held = Karten auf der Hand
spades-page-taken = gewonnene Stiche
spades-page-team = { $one } und { $other }: { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
spades-page-partner = dein Partner
spades-page-turn = am Zug
spades-page-ask = Wie viele Stiche machst du?
spades-page-nil = Null
spades-page-bids = Ansagen
`,
};

class Spades {
  /** @param {Table} table */
  constructor(table) {
    table.learn(words);
    this.table = table;
    this.t = table.t;
    this.tricks = new TrickTable(table, {
      trump: 's',
      hand: table.t('spades-page-hand'),
      held: table.t('spades-page-held'),
      taken: table.t('spades-page-taken'),
    });
    this.element = this.tricks.element;
    this.showsPlayers = true;
    /** @type {Frame | null} */
    this.frame = null;
  }

  /** @param {string | Range} move */
  offers(move) {
    return typeof move === 'string' ? move === 'nil' || move.startsWith('play ') : move.verb === 'bid';
  }

  /** @param {Frame} frame */
  async show(frame) {
    this.frame = frame;
    await this.tricks.show(frame, () => this.draw(frame));
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const number = Math.max(1, state.number + (state.phase === 'shuffle' ? 0 : 1));
    const broken = state.play.faces.some((/** @type {string} */ face) => face[1] === 's');
    fill(
      this.tricks.head,
      h('strong', {}, t('spades-drawn-hand', {number})),
      h('span', {}, t('spades-drawn-goal', {goal: Math.max(state.goal, 0), floor: state.floor})),
      state.phase === 'play' &&
        h('span.spades-broken', {}, broken && suitSign('s'), t(broken ? 'spades-drawn-broken' : 'spades-drawn-unbroken')),
      h('div.spades-teams', {}, TEAMS.map((_, team) => this.team(team))),
    );
    const legal = new Set(choice?.moves ?? []);
    const plays = choice !== null && state.phase === 'play';
    this.tricks.draw(view, {
      seat: (seat) => this.seat(seat),
      act: plays ? (slot) => this.make(`play ${slot}`) : null,
      can: (slot) => legal.has(`play ${slot}`),
    });
    for (let seat = 0; seat < 4; seat += 1) {
      const {made, missed} = this.fate(seat);
      this.tricks.ring.seats[seat].element.classList.toggle('made', made);
      this.tricks.ring.seats[seat].element.classList.toggle('missed', missed);
    }
    this.drawFoot(choice);
  }

  /** @param {number} team */
  team(team) {
    const {t, table} = this;
    const {scores, bags} = /** @type {Frame} */ (this.frame).view.state;
    const [one, other] = TEAMS[team].map((seat) => table.names[seat]);
    const score = t('spades-page-team', {one, other, points: scores[team]});
    return h('span.spades-team', {}, score, ' · ', t('spades-drawn-bags', {bags: bags[team]}));
  }

  /**
   * Whether a seat has made its bid already, or a nil is lost.
   *
   * @param {number} seat
   */
  fate(seat) {
    const {bids, won, phase} = /** @type {Frame} */ (this.frame).view.state;
    const bid = bids[seat];
    if (bid === null || phase === 'bid') return {made: false, missed: false};
    return {made: bid > 0 && won[seat] >= bid, missed: bid === 0 && won[seat] > 0};
  }

  /**
   * @param {number} seat
   * @returns {import('/static/js/pieces/ring.js').SeatLook}
   */
  seat(seat) {
    const {t} = this;
    const {view} = /** @type {Frame} */ (this.frame);
    const {bids, won, phase} = view.state;
    const turn = view.turn === 'choose' && view.terms.player === seat;
    const bid = bids[seat];
    let value = t('spades-drawn-no-bid');
    if (bid !== null && phase === 'bid') value = t('spades-drawn-bid', {bid});
    else if (bid !== null) value = bid ? t('spades-drawn-took', {won: won[seat], bid}) : t('spades-drawn-nil', {won: won[seat]});
    const me = view.seat ?? this.table.seat;
    const partner = me !== null && seat === (me + 2) % 4;
    const label = [this.table.names[seat], partner ? t('spades-page-partner') : '', value, turn ? t('spades-page-turn') : ''];
    return {value, turn, label: label.filter(Boolean).join(', ')};
  }

  /** @param {Frame['choice']} choice */
  drawFoot(choice) {
    const {t} = this;
    const range = /** @type {Range | undefined} */ (choice?.moves.find((move) => typeof move !== 'string' && move.verb === 'bid'));
    const nil = choice?.moves.includes('nil');
    if (!range && !nil) {
      fill(this.tricks.foot);
      return;
    }
    const low = Number(range?.low ?? 1);
    const count = range ? Number(range.high) - low + 1 : 0;
    const numbers = Array.from({length: count}, (_, n) => n + low);
    const button = (/** @type {string} */ move, /** @type {string | number} */ text) =>
      h('button', {type: 'button', onclick: () => this.make(move)}, text);
    fill(
      this.tricks.foot,
      h('span', {}, t('spades-page-ask')),
      h('div.spades-bids', {role: 'group', 'aria-label': t('spades-page-bids')},
        nil && button('nil', t('spades-page-nil')),
        numbers.map((number) => button(`bid ${number}`, number)),
      ),
    );
  }

  /** @param {string} move */
  async make(move) {
    const {frame} = this;
    const made = await send(this.table, move);
    if (made && frame && frame === this.frame) this.draw({...frame, choice: null});
  }
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Spades(table);
}
