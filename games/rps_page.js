// Rock paper scissors: everybody's throw for as long as it is looked at, and rounds won.

import {fill, h, svg} from '/static/js/dom.js';
import {RoundGame, moving} from '/static/js/pieces/round_game.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
@container ring (width >= 52rem) { .rps .ring-seat { --seat-width: 10.5rem; } }
.rps .ring-seat .ring-cards { min-height: 3.2rem; margin-bottom: 0.2rem; align-items: end; }
.rps-throw { display: grid; place-items: center; width: 3.2rem; height: 3.2rem; border-radius: 50%; background: #fdf6dd; color: #1c1f26; box-shadow: 0 1px 4px rgb(0 0 0 / 45%); }
.rps-throw svg { width: 2.3rem; height: 2.3rem; }
.rps-middle { font-weight: 700; font-size: 1.1rem; }
.rps .round-foot button { display: grid; justify-items: center; gap: 0.15rem; min-width: 5.6rem; padding: 0.5rem 0.7rem; }
.rps .round-foot svg { width: 2.6rem; height: 2.6rem; }
@container ring (width < 40rem) {
  .rps .ring-seat .ring-cards { min-height: 2.3rem; }
  .rps-throw { width: 2.3rem; height: 2.3rem; }
  .rps-throw svg { width: 1.7rem; height: 1.7rem; }
}
`);

const words = {
  en: `
rps-page-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
rps-page-won = { $rounds } won
rps-page-out = out of this round
rps-page-left = has left
rps-page-shape = { $shape ->
    [rock] rock
    [paper] paper
   *[scissors] scissors
}
rps-page-do = { $shape ->
    [rock] Rock
    [paper] Paper
   *[scissors] Scissors
}
rps-page-throws = throws { $shape }
rps-page-turn = to throw
rps-page-all = All throw at once.
rps-page-over = The match is over.
`,
  de: `
rps-page-rounds = { $rounds ->
    [one] noch { $rounds } Runde
   *[other] noch { $rounds } Runden
}
rps-page-won = { $rounds } gewonnen
rps-page-out = in dieser Runde raus
rps-page-left = ist gegangen
rps-page-shape = { $shape ->
    [rock] Stein
    [paper] Papier
   *[scissors] Schere
}
rps-page-do = { $shape ->
    [rock] Stein
    [paper] Papier
   *[scissors] Schere
}
rps-page-throws = wirft { $shape }
rps-page-turn = muss werfen
rps-page-all = Alle werfen zugleich.
rps-page-over = Das Spiel ist aus.
`,
};

/** Outlines in a box of 24 by 24. */
const SHAPES = /** @type {Record<string, string[]>} */ ({
  rock: ['M3 17 5 9.500 10.500 5l6.500 1L21 12l-1.500 6.500L13 20H6z', 'M10.500 5l-1 6 5 2.500L21 12M9.500 11 6 20'],
  paper: ['M5 2.500h9.500L19 7v14.500H5z', 'M14.500 2.500V7H19M8 11h8M8 14.500h8M8 18h5'],
  scissors: ['M6 20.500a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200zM18 20.500a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200z', 'M7.500 15.700 16.500 3M16.500 15.700 7.500 3'],
});
const KEYS = /** @type {Record<string, string>} */ ({rock: 'r', paper: 'p', scissors: 's'});

class RockPaperScissors extends RoundGame {
  /** @param {Table} table */
  constructor(table) {
    super(table, {words, kind: 'rps'});
    this.said = h('div.rps-middle');
    fill(this.middle, this.said);
    /** @type {Map<number, string>} what each seat has just thrown */
    this.thrown = new Map();
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return typeof move === 'string' && move in SHAPES;
  }

  /** @param {Frame} frame */
  async show(frame) {
    this.thrown = frame.before ? throwsOf(frame.messages) : new Map();
    await super.show(frame);
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const {state} = view;
    const {t} = this;
    const over = view.turn === 'over';
    fill(this.head, h('span', {}, over ? t('rps-page-over') : t('rps-page-rounds', {rounds: state.left})));
    fill(this.said, over || this.thrown.size ? '' : t('rps-page-all'));
    for (const seat of this.table.names.keys()) this.drawSeat(view, seat);
    const moves = /** @type {string[]} */ (choice?.moves ?? []);
    this.offer(moves.map((move) => ({move, text: t('rps-page-do', {shape: move}), key: KEYS[move]})));
    for (const [n, button] of [...this.foot.querySelectorAll('button')].entries()) {
      button.prepend(shape(moves[n]));
    }
  }

  /**
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   */
  drawSeat(view, seat) {
    const {t} = this;
    const {state} = view;
    const here = state.seats.status[seat] === 'in';
    const stands = state.standing.includes(seat);
    const turn = moving(view).includes(seat) && !this.thrown.size;
    const thrown = this.thrown.get(seat);
    const value = here ? t('rps-page-won', {rounds: state.wins[seat]}) : t('rps-page-left');
    const note = here && !stands ? t('rps-page-out') : null;
    const does = thrown !== undefined && t('rps-page-throws', {shape: t('rps-page-shape', {shape: thrown})});
    const most = Math.max(...state.wins);
    this.ring.seat(seat, {
      value,
      note,
      turn,
      won: view.turn === 'over' && here && state.wins[seat] === most,
      dim: !here || !stands,
      label: [this.table.names[seat], value, note, does, turn ? t('rps-page-turn') : ''].filter(Boolean).join(', '),
      cards: [thrown !== undefined && h('div.rps-throw', {role: 'img', 'aria-label': does || ''}, shape(thrown))],
    });
  }
}

/** @param {string} name */
function shape(name) {
  const style = {fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linejoin': 'round', 'stroke-linecap': 'round'};
  const lines = (SHAPES[name] ?? []).map((d) => svg('path', {d}));
  return svg('svg', {viewBox: '0 0 24 24', 'aria-hidden': 'true', ...style}, lines);
}

/**
 * What each seat has thrown, from what is told of it.
 *
 * @param {import('/static/js/types').Message[]} messages
 * @returns {Map<number, string>}
 */
function throwsOf(messages) {
  const found = new Map();
  const look = (/** @type {any} */ value) => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === 'object') {
      const {id, args} = value;
      const seat = args?.player?.seat ?? args?.player;
      if (id === 'player-moves' && typeof seat === 'number') found.set(seat, args.move);
      Object.values(args ?? {}).forEach(look);
    }
  };
  look(messages.filter(({id}) => id.startsWith('rps-')));
  return found;
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new RockPaperScissors(table);
}
