// Liar's dice: everybody's dice under their cups, the bid, and how to bid higher.

import {fill, h} from '/static/js/dom.js';
import {die, pipsOf} from '/static/js/pieces/dice.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/static/js/types').Range} Range */

adopt(`
.liars-dice .die { width: 1.5rem; height: 1.5rem; border-radius: 0.3rem; font-size: 0.8rem; }
.liars-dice .ring-cards { flex-wrap: wrap; gap: 0.12rem; margin-bottom: 0.2rem; min-height: 1.5rem; }
.liars-dice .ring-cards > * + * { margin-left: 0; }
@container ring (width < 52rem) { .liars-dice .die { width: 1.25rem; height: 1.25rem; font-size: 0.7rem; } }
.liars-dice .ring-seat.mine .die { width: 2.3rem; height: 2.3rem; border-radius: 0.45rem; }
.liars-dice .ring-seat.mine .ring-cards { width: 15rem; margin-bottom: 0.3rem; }
.liars-bid { display: flex; flex-direction: column; gap: 0.3rem; align-items: center; font-size: 1.1rem; font-weight: 700; }
.liars-bid .die { width: 3rem; height: 3rem; border-radius: 0.6rem; }
.liars-bid-dice { display: inline-flex; gap: 0.5rem; align-items: center; font-size: 1.8rem; }
.liars-faces { display: inline-flex; gap: 0.25rem; }
.round-foot .liars-faces button { padding: 0.2rem; display: grid; place-items: center; }
.liars-faces .die { width: 2.1rem; height: 2.1rem; }
.liars-faces button[aria-pressed='true'] { outline: 3px solid var(--turn-edge, #b26a00); outline-offset: 1px; }
.liars-number { display: inline-flex; gap: 0.3rem; align-items: center; }
.liars-number output { min-width: 2ch; font-size: 1.3rem; font-weight: 700; text-align: center; }
@container ring (width < 40rem) {
  .liars-dice .die { width: 0.96rem; height: 0.96rem; font-size: 0.65rem; }
  .liars-dice .ring-cards { gap: 0.08rem; }
  .liars-dice .ring-seat.mine .die { width: 1.9rem; height: 1.9rem; }
  .liars-bid { font-size: 0.9rem; max-width: 10rem; }
  .liars-bid .die { width: 2.2rem; height: 2.2rem; }
}
`);

const FACES = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

const words = {
  en: `
liars-dice-drawn-no-bid = nobody has bid
liars-dice-drawn-bid = { $player } bids { $number } × { $face ->
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[other] sixes
}
liars-dice-drawn-wild = { $face ->
    [1] ones
   *[other] sixes
} are wild
liars-dice-drawn-dice = { $dice } dice in all
liars-dice-drawn-left = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
}
liars-dice-page-left = has left
liars-dice-page-turn = to move
liars-dice-page-face = { $face ->
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[other] sixes
}
liars-dice-page-faces = which face
liars-dice-page-more = one more
liars-dice-page-fewer = one fewer
liars-dice-page-bid = Bid { $number } × { $face }
liars-dice-page-liar = Liar!
`,
  de: `
liars-dice-drawn-no-bid = niemand hat geboten
liars-dice-drawn-bid = { $player } bietet { $number } × { $face ->
    [1] Eins
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
   *[other] Sechs
}
liars-dice-drawn-wild = { $face ->
    [1] Einsen
   *[other] Sechsen
} zählen für alles
liars-dice-drawn-dice = { $dice } Würfel im Spiel
liars-dice-drawn-left = { $dice } Würfel
liars-dice-page-left = ist gegangen
liars-dice-page-turn = am Zug
liars-dice-page-face = { $face ->
    [1] Eins
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
   *[other] Sechs
}
liars-dice-page-faces = welche Zahl
liars-dice-page-more = einer mehr
liars-dice-page-fewer = einer weniger
liars-dice-page-bid = { $number } × { $face } bieten
liars-dice-page-liar = Gelogen!
`,
};

class LiarsDice extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'liars-dice'});
    /** What is about to be bid. */
    this.face = 0;
    this.number = 0;
    /** Of what a bid was begun: it stays when that is asked for once more. */
    this.of = '';
    /** @type {Frame['choice']} */
    this.choice = null;
    this.output = h('output', {'aria-live': 'polite'});
    this.bidButton = h('button.primary', {type: 'button', onclick: () => this.make(`${FACES[this.face - 1]} ${this.number}`)});
  }

  /** @param {string | Range} move */
  offers(move) {
    return typeof move === 'string' ? move === 'liar' : FACES.includes(move.verb);
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const total = state.dice.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    fill(
      this.head,
      h('span', {}, t('liars-dice-drawn-dice', {dice: total})),
      state.wild > 0 && h('span', {}, t('liars-dice-drawn-wild', {face: state.wild})),
    );
    this.drawBid(state);
    const turns = moving(view);
    for (let seat = 0; seat < state.dice.length; seat += 1) this.drawSeat(view, seat, turns.includes(seat));
    this.choice = choice;
    if (choice) this.begin(state);
    else this.offer([]);
  }

  /** @param {Record<string, any>} state */
  drawBid(state) {
    const {t} = this;
    if (!state.face) {
      fill(this.middle, h('div.liars-bid', {}, t('liars-dice-drawn-no-bid')));
      return;
    }
    const {number, face, bidder} = state;
    const said = t('liars-dice-drawn-bid', {player: this.table.names[bidder], number, face});
    const shown = h('span.liars-bid-dice', {'aria-hidden': 'true'}, `${number} ×`, die(face, {label: ''}));
    fill(this.middle, h('div.liars-bid', {}, shown, h('span', {}, said)));
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   * @param {boolean} turn
   */
  drawSeat({state, faces}, seat, turn) {
    const {t} = this;
    const left = state.dice[seat];
    const rolled = ['bid', 'call'].includes(state.phase);
    const known = state.hands[seat].map((/** @type {number} */ slot) => pipsOf(faces[slot]));
    const shown = rolled || known.some((/** @type {number | null} */ one) => one !== null);
    const dice = (shown ? state.hands[seat] : []).map((/** @type {number} */ slot, /** @type {number} */ n) => {
      const value = known[n];
      const label = value === null ? t('die-hidden') : t('die-shows', {value});
      const counts = state.face > 0 && (value === state.face || value === state.wild) && value > 0;
      return die(value, {label, key: `die ${slot}`, marked: counts});
    });
    const count = t('liars-dice-drawn-left', {dice: left});
    const gone = state.seats.status[seat] !== 'in';
    const value = gone ? t('liars-dice-page-left') : count;
    const label = [this.table.names[seat], value, known.filter(Boolean).join(' '), turn ? t('liars-dice-page-turn') : ''];
    this.ring.seat(seat, {
      value,
      turn,
      dim: !left,
      won: state.phase === 'over' && left > 0,
      label: label.filter(Boolean).join(', '),
      cards: dice,
    });
  }

  /**
   * Begins with the lowest bid.
   *
   * @param {Record<string, any>} state
   */
  begin(state) {
    const ranges = this.ranges();
    const first = ranges.get(state.face) ?? [...ranges.values()][0];
    const of = JSON.stringify([state, this.choice?.moves]);
    if (first && of !== this.of) {
      this.of = of;
      this.face = FACES.indexOf(first.verb) + 1;
      this.number = Number(first.low);
    }
    this.drawForm();
  }

  /** What may be bid of each face. @returns {Map<number, Range>} */
  ranges() {
    const found = new Map();
    for (const move of this.choice?.moves ?? []) {
      if (typeof move !== 'string') found.set(FACES.indexOf(move.verb) + 1, move);
    }
    return new Map([...found].sort(([a], [b]) => a - b));
  }

  drawForm() {
    const {t} = this;
    const ranges = this.ranges();
    const liar = this.choice?.moves.includes('liar');
    const faces = [...ranges].map(([face]) => {
      const name = t('liars-dice-page-face', {face});
      const properties = {type: 'button', 'aria-pressed': String(face === this.face), 'aria-label': name, onclick: () => this.turnTo(face)};
      return h('button', properties, die(face, {label: name}));
    });
    const step = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ name) =>
      h('button', {type: 'button', 'aria-label': name, onclick: () => this.set(this.number + by)}, text);
    const number = h('span.liars-number', {}, step(-1, '−', t('liars-dice-page-fewer')), this.output, step(1, '+', t('liars-dice-page-more')));
    const group = h('span.liars-faces', {role: 'group', 'aria-label': t('liars-dice-page-faces')}, faces);
    const buttons = liar ? [{move: 'liar', text: t('liars-dice-page-liar'), key: 'l'}] : [];
    if (ranges.size) this.offer(buttons, number, group, this.bidButton);
    else this.offer(buttons);
    this.set(this.number);
  }

  /** @param {number} face */
  turnTo(face) {
    this.face = face;
    for (const button of this.foot.querySelectorAll('.liars-faces button')) {
      const name = this.t('liars-dice-page-face', {face});
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-label') === name));
    }
    this.set(this.number);
  }

  /** @param {number} number */
  set(number) {
    const range = this.ranges().get(this.face);
    if (!range) return;
    this.number = Math.min(Number(range.high), Math.max(Number(range.low), number));
    this.output.textContent = String(this.number);
    const face = this.t('liars-dice-page-face', {face: this.face});
    this.bidButton.textContent = this.t('liars-dice-page-bid', {number: this.number, face});
  }
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new LiarsDice(table);
}
