// Pig: who has how much, what this turn has brought, and the die while it is looked at.

import {fill, h} from '/static/js/dom.js';
import {die} from '/static/js/pieces/dice.js';
import {looked} from '/static/js/pieces/motion.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {Record<string, any>} State */

adopt(`
.pig .ring-cards { min-height: 0; margin-bottom: 0.2rem; width: 100%; }
.pig .ring-seat.mine .ring-cards { margin-bottom: 0.2rem; }
@container ring (width >= 52rem) { .pig .ring-seat { --seat-width: 10.5rem; } }
.pig-bar { display: flex; width: 100%; height: 0.7rem; overflow: hidden; border: 1px solid var(--plate-faint); border-radius: 1rem; background: var(--plate); }
.pig-points { background: #7ee2a8; }
.pig-more { background: repeating-linear-gradient(45deg, var(--turn) 0 4px, #8a5c00 4px 6px); }
.pig .round-middle { flex-direction: column; gap: 0.3rem; }
.pig-total { font-size: 2.4rem; font-weight: 800; line-height: 1; font-variant-numeric: tabular-nums; }
.pig-die { display: grid; place-items: center; min-height: 4.2rem; }
.pig-die .die { width: 4rem; height: 4rem; font-size: 2rem; }
@media (prefers-reduced-motion: no-preference) { :root:not([data-motion='off']) .pig-die .die.rolling { animation: pig-roll 0.45s ease-out; } }
@keyframes pig-roll { from { transform: rotate(-200deg) scale(0.5); } }
`);

const words = {
  en: `
pig-page-goal = to { $goal } points
pig-page-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
pig-page-total = { $name }: { $total } in this turn
pig-page-rolls = { $name } rolls
pig-page-turn = to move
pig-page-lost = { $name } has rolled a 1 and loses the turn.
pig-page-roll = Roll
pig-page-hold = Hold (+{ $total })
pig-page-wins = { $name } has won
pig-page-die = rolled { $value }
`,
  de: `
pig-page-goal = bis { $goal } Punkte
pig-page-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
pig-page-total = { $name }: { $total } in diesem Zug
pig-page-rolls = { $name } würfelt
pig-page-turn = am Zug
pig-page-lost = { $name } hat eine 1 gewürfelt und verliert den Zug.
pig-page-roll = Würfeln
pig-page-hold = Halten (+{ $total })
pig-page-wins = { $name } hat gewonnen
pig-page-die = { $value } gewürfelt
`,
};

/** Milliseconds for which a roll is looked at. */
const SEEN = 900;

class Pig extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'pig'});
    this.die = h('div.pig-die');
    this.total = h('div.pig-total');
    this.said = h('div.pig-said', {'aria-live': 'polite'});
    fill(this.middle, this.die, this.total, this.said);
    this.bars = table.names.map(() => ({points: h('span.pig-points'), more: h('span.pig-more')}));
    this.shown = this.bars.map(({points, more}) => h('div.pig-bar', {'aria-hidden': 'true'}, points, more));
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return move === 'roll' || move === 'hold';
  }

  /** @param {Frame} frame */
  async show(frame) {
    const value = frame.animate ? rolled(frame.before?.state, frame.view.state) : 0;
    this.frame = frame;
    if (value) await this.roll(value, frame);
    if (this.frame === frame) await super.show(frame); // else another one is shown by now
  }

  /**
   * Shows what was rolled, for a while.
   *
   * @param {number} value
   * @param {Frame} frame
   */
  async roll(value, {before}) {
    const face = die(value, {label: this.t('pig-page-die', {value})});
    face.classList.add('rolling');
    fill(this.die, face);
    const name = this.table.names[before?.state.player];
    if (value === 1) fill(this.said, this.t('pig-page-lost', {name}));
    await looked(SEEN);
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const over = view.turn === 'over';
    const name = this.table.names[state.player];
    fill(this.head, h('span', {}, t('pig-page-goal', {goal: state.goal})));
    fill(this.die, state.rolling && die(null, {label: t('pig-page-rolls', {name})}));
    this.total.textContent = over || !state.total ? '' : `+${state.total}`;
    const winner = state.points.findIndex((/** @type {number} */ points) => points >= state.goal);
    const told = over && winner >= 0 ? t('pig-page-wins', {name: this.table.names[winner]}) : '';
    const said = state.rolling ? t('pig-page-rolls', {name}) : t('pig-page-total', {name, total: state.total});
    fill(this.said, told || said);
    const turns = over ? [] : [state.player];
    for (const seat of this.shown.keys()) this.drawSeat(view, seat, turns.includes(seat));
    const moves = /** @type {string[]} */ (choice?.moves ?? []);
    this.offer(moves.map((move) => ({
      move,
      text: move === 'roll' ? t('pig-page-roll') : t('pig-page-hold', {total: state.total}),
      key: move[0],
      primary: move === 'roll',
    })));
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   * @param {boolean} turn
   */
  drawSeat(view, seat, turn) {
    const {state} = view;
    const {t} = this;
    const points = state.points[seat];
    const more = turn ? state.total : 0;
    const part = (/** @type {number} */ of) => `${Math.min(100, (100 * of) / state.goal)}%`;
    this.bars[seat].points.style.setProperty('width', part(points));
    this.bars[seat].more.style.setProperty('width', part(more));
    const value = t('pig-page-points', {points});
    const decides = moving(view).includes(seat);
    this.ring.seat(seat, {
      value,
      turn,
      won: points >= state.goal,
      label: [this.table.names[seat], value, decides ? t('pig-page-turn') : ''].filter(Boolean).join(', '),
      cards: [this.shown[seat]],
    });
  }
}

/**
 * What was rolled between two states; 0: nothing.
 *
 * @param {State | undefined} before
 * @param {State} state
 */
function rolled(before, state) {
  if (!before?.rolling || state.rolling) return 0;
  return state.player === before.player ? state.total - before.total : 1;
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Pig(table);
}
