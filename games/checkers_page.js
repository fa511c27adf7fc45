// Draws checkers: men and kings on the dark squares, to drag, click or walk with keys.

import {fill, h, svg} from '/static/js/dom.js';
import {Board, letters, numbers, pairs} from '/static/js/pieces/boards.js';
import {Men, changed} from '/static/js/pieces/men.js';
import {glide} from '/static/js/pieces/motion.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const MOVE = /^([a-h][1-8])[-x]([a-h][1-8])$/;

const WORDS = {
  en: `
checkers-piece = { $kind ->
    [b] black man
    [B] black king
    [w] white man
   *[W] white king
  }
checkers-board = The checkers board
checkers-empty = { $cell }, empty
checkers-on = { $cell }, { $piece }
checkers-black = Black
checkers-white = White
checkers-left = { $pieces ->
    [one] one piece
   *[other] { $pieces } pieces
  }
checkers-to-move = to move
checkers-jumps-on = The piece on { $cell } must jump on.
`,
  de: `
checkers-piece = { $kind ->
    [b] schwarzer Stein
    [B] schwarze Dame
    [w] weißer Stein
   *[W] weiße Dame
  }
checkers-board = Das Damebrett
checkers-empty = { $cell }, leer
checkers-on = { $cell }, { $piece }
checkers-black = Schwarz
checkers-white = Weiß
checkers-left = { $pieces ->
    [one] ein Stein
   *[other] { $pieces } Steine
  }
checkers-to-move = am Zug
checkers-jumps-on = Der Stein auf { $cell } muss weiter springen.
`,
};

const STYLE = `
.checkers { display: grid; gap: 0.4rem; justify-items: center; width: 100%; }
.checkers-side { display: flex; flex-wrap: wrap; gap: 0.6rem; width: min(100%, 34rem, var(--board-height, 58vh)); padding-left: 1.5rem; }
.checkers-side strong.to-move { border-bottom: 3px solid var(--accent, var(--board-can)); }
.checkers .board { --board-width: min(34rem, var(--board-height, 58vh)); min-width: min(100%, 19rem); }
.checkers .board .cell { border: 0; }
.checkers .cell.source.can::after { inset: 8%; border-radius: 50%; border-width: 2px; opacity: 0.9; }
.checkers .man { display: block; width: 84%; height: 84%; }
.checkers-piece { display: block; width: 100%; height: 100%; }
.checkers-piece .rim { fill: #fbf7ea; stroke: #6e6a60; stroke-width: 1.5; }
.checkers-piece .ring { fill: none; stroke: #b9b4a5; stroke-width: 2; }
.checkers-piece .crown { fill: #a67c00; stroke: #4f3b00; stroke-width: 1; }
.checkers-piece.black .rim { fill: #2b2e36; stroke: #0d0e11; }
.checkers-piece.black .ring { stroke: #565b68; }
.checkers-piece.black .crown { fill: #f1c232; }
`;

/** @param {string} kind */
function drawn(kind) {
  const color = kind.toLowerCase() === 'b' ? 'black' : 'white';
  return svg(
    `svg.checkers-piece.${color}`,
    {viewBox: '0 0 44 44', 'aria-hidden': 'true'},
    svg('circle.rim', {cx: 22, cy: 22, r: 19}),
    svg('circle.ring', {cx: 22, cy: 22, r: 14}),
    kind === kind.toUpperCase()
      ? svg('path.crown', {d: 'M12 16l5 6 5-9 5 9 5-6-2 15H14Z'})
      : null,
  );
}

/** The name of a square from 0 to 31, as the rules number them. @param {number} square */
export function cellOf(square) {
  const rank = Math.floor(square / 4);
  const file = 7 - 2 * (square % 4) - (rank % 2 === 0 ? 1 : 0);
  return `${'abcdefgh'[file]}${rank + 1}`;
}

/** @param {string} squares @returns {Map<string, string>} */
function piecesOf(squares) {
  return new Map(
    [...squares].flatMap((mark, square) => (mark === '.' ? [] : [[cellOf(square), mark]])),
  );
}

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new Checkers(table);
}

class Checkers {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.men = new Men(drawn);
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {Map<string, Map<string, string[]>>} */
    this.moves = new Map();
    this.chosen = '';
    this.shown = '';
    /** @type {string[]} */
    this.last = [];
    this.board = new Board({
      columns: letters(8),
      rows: numbers(8).reverse(),
      label: table.t('checkers-board'),
      pick: (cell) => this.pick(cell),
    });
    if (table.seat === 1) this.board.flip(true);
    this.sides = [h('div.checkers-side'), h('div.checkers-side')];
    const [own, other] = table.seat === 1 ? [1, 0] : [0, 1];
    this.showsPlayers = true;
    this.element = h('div.checkers', {}, this.sides[other], this.board.element, this.sides[own]);
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && MOVE.test(move);
  }

  /** @param {Frame} frame */
  async show({view, choice, animate, before}) {
    const {squares, jumper, player} = view.state;
    const pieces = piecesOf(squares);
    const old = before ? piecesOf(before.state.squares) : this.pieces;
    const touched = old.size ? changed(old, pieces) : [];
    if (touched.length) this.last = touched.length <= 3 ? touched : [];
    const listed = (choice?.moves ?? []).filter((move) => typeof move === 'string');
    this.moves = pairs(/** @type {string[]} */ (listed), (move) => {
      const found = MOVE.exec(move);
      return found ? [found[1], found[2]] : null;
    });
    const only = this.moves.size === 1 ? [...this.moves.keys()][0] : '';
    if (choice && !this.moves.has(this.chosen)) this.chosen = jumper >= 0 ? only : '';
    this.pieces = pieces;
    this.sides.forEach((side, seat) =>
      this.showSide(side, seat, view.turn !== 'over' && player === seat),
    );
    const isNew = squares !== this.shown;
    this.shown = squares;
    await glide(
      this.board.element,
      () => {
        this.men.place(pieces);
        this.look();
      },
      {animate: animate && isNew, duration: 280},
    );
    if (only && jumper >= 0) this.table.say(this.table.t('checkers-jumps-on', {cell: only}));
  }

  look() {
    const targets = this.moves.get(this.chosen);
    this.board.show((name) => {
      const kind = this.pieces.get(name);
      const source = this.moves.has(name);
      const dark = (name.charCodeAt(0) - 97 + Number(name[1])) % 2 === 1;
      return {
        label: kind
          ? this.table.t('checkers-on', {cell: name, piece: this.table.t('checkers-piece', {kind})})
          : this.table.t('checkers-empty', {cell: name}),
        content: this.men.on(name),
        can: source || Boolean(targets?.has(name)),
        chosen: name === this.chosen && Boolean(targets),
        drags: source,
        classes: [
          ...(dark ? ['dark'] : []),
          ...(this.last.includes(name) ? ['last'] : []),
          ...(source ? ['source'] : []),
        ],
      };
    });
  }

  /** @param {string} cell */
  pick(cell) {
    if (!this.moves.size) return;
    const moves = this.moves.get(this.chosen)?.get(cell);
    if (moves) this.move(moves[0]);
    else if (this.moves.has(cell)) {
      this.chosen = this.chosen === cell ? '' : cell;
      this.look();
    } else if (this.chosen || this.pieces.has(cell)) {
      // Refused, and the rules say why.
      this.move(this.chosen ? `${this.chosen}-${cell}` : `${cell}-${cell}`);
    }
  }

  /** @param {string} text */
  move(text) {
    this.chosen = '';
    this.look();
    this.table.move(text).catch((error) => this.table.say(error.message));
  }

  /**
   * @param {HTMLElement} side
   * @param {number} seat
   * @param {boolean} toMove
   */
  showSide(side, seat, toMove) {
    const {t, names} = this.table;
    const mark = 'bw'[seat];
    const left = [...this.pieces.values()].filter((one) => one.toLowerCase() === mark).length;
    fill(
      side,
      h(toMove ? 'strong.to-move' : 'strong', {}, names[seat]),
      h(
        'span',
        {},
        [t(seat === 0 ? 'checkers-black' : 'checkers-white'), t('checkers-left', {pieces: left}), toMove && t('checkers-to-move')]
          .filter(Boolean)
          .join(' · '),
      ),
    );
  }
}
