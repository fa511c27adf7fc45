// Draws chess: a board to drag on, click or walk with keys, turned for Black.

import {fill, h, svg} from '/static/js/dom.js';
import {Board, letters, numbers, pairs} from '/static/js/pieces/boards.js';
import {Men, changed} from '/static/js/pieces/men.js';
import {glide} from '/static/js/pieces/motion.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const MOVE = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/;
const ORDER = 'qrbnp';
const VALUES = /** @type {Record<string, number>} */ ({p: 1, n: 3, b: 3, r: 5, q: 9});

/** Outlines in a box of 45 by 45; a piece stands on its base. */
const BASE = 'M11.5 39h22v-3.2c0-1.6-1.2-2.8-2.8-2.8H14.3c-1.6 0-2.8 1.2-2.8 2.8Z';
const SHAPES = /** @type {Record<string, string[]>} */ ({
  p: ['M22.5 8.5a5.6 5.6 0 0 1 4 9.6c2.2 1 3.6 3 3.6 5h-3c.2 3.6 1.6 6.6 4.2 9.9H13.7c2.6-3.3 4-6.3 4.2-9.9h-3c0-2 1.4-4 3.6-5a5.6 5.6 0 0 1 4-9.6Z', BASE],
  r: ['M12.5 9h4.6v3.4h3.3V9h4.2v3.4h3.3V9h4.6v8.2l-3.2 2.6.8 13.2H14.9l.8-13.2-3.2-2.6Z', BASE],
  n: ['M14.2 33c-.4-6.4 2.3-10 7-13.7-3.2.5-5 1.3-7 3.6-1.2 1.4-3.6 1.2-4.6-.6-.7-1.3-.4-2.3.4-3.6l4.6-7.4c1-1.6 2.3-2.7 4-3.3L19.5 5l3.6 2.6C30 8.4 34.5 15 32.6 24.5c-.6 3.1-.9 5.4-.7 8.5Z', BASE],
  b: ['M22.5 4.8a2.5 2.5 0 0 1 1.8 4.2c4.5 3 7.2 6.8 7.2 11 0 3-1.5 5.5-3.9 7.2l1.7 5.8H15.7l1.7-5.8c-2.4-1.7-3.9-4.2-3.9-7.2 0-4.2 2.7-8 7.2-11a2.5 2.5 0 0 1 1.8-4.2Z', BASE],
  q: ['M8.8 11.2a2.4 2.4 0 1 1 2.7 2.4l4.4 8.2 1.7-10.6a2.4 2.4 0 1 1 2.4-.4l2.5 10 2.5-10a2.4 2.4 0 1 1 2.4.4l1.7 10.6 4.4-8.2a2.4 2.4 0 1 1 2.7.300L31.5 33h-18L8.8 13.9Z', BASE],
  k: ['M21 3.5h3v2.7h2.7v3H24v3.3c2.8-2 6.7-2.4 9.3-.2 3.3 2.8 2.8 7.4.4 11.2-1.9 3-3.5 5.4-3.9 9.5H15.2c-.4-4.1-2-6.5-3.9-9.5-2.4-3.8-2.9-8.4.4-11.2 2.6-2.2 6.5-1.8 9.3.2V9.2h-2.7v-3H21Z', BASE],
});
const EYES = /** @type {Record<string, string>} */ ({
  n: 'M17.4 14.6a1.3 1.3 0 1 1 2.6 0 1.3 1.3 0 0 1-2.6 0Z',
  b: 'M21.7 14h1.6v3.2h3.2v1.6h-3.2V22h-1.6v-3.2h-3.2v-1.6h3.2Z',
});

const WORDS = {
  en: `
chess-piece = { $color ->
    [w] white
   *[b] black
  } { $kind ->
    [p] pawn
    [n] knight
    [b] bishop
    [r] rook
    [q] queen
   *[k] king
  }
chess-board = The chess board
chess-empty = { $cell }, empty
chess-on = { $cell }, { $piece }
chess-check = , in check
chess-promote = The pawn becomes
chess-to-move = to move
chess-white = White
chess-black = Black
chess-taken = { $name } has taken
chess-ahead = +{ $points }
`,
  de: `
chess-piece = { $color ->
    [w] weiß,
   *[b] schwarz,
  } { $kind ->
    [p] Bauer
    [n] Springer
    [b] Läufer
    [r] Turm
    [q] Dame
   *[k] König
  }
chess-board = Das Schachbrett
chess-empty = { $cell }, leer
chess-on = { $cell }, { $piece }
chess-check = , im Schach
chess-promote = Der Bauer wird
chess-to-move = am Zug
chess-white = Weiß
chess-black = Schwarz
chess-taken = { $name } hat geschlagen
chess-ahead = +{ $points }
`,
};

const STYLE = `
.chess { display: grid; gap: 0.4rem; justify-items: center; width: 100%; }
.chess-side { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; width: min(100%, 34rem, var(--board-height, 58vh)); min-height: 2rem; padding: 0 0 0 1.5rem; }
.chess-side strong.to-move { box-shadow: 0 3px 0 var(--accent, var(--board-can)); }
.chess-taken { display: inline-flex; flex-wrap: wrap; }
.chess-taken svg { width: 1.2rem; height: 1.2rem; margin-right: -0.35rem; }
.chess .board { --board-width: min(34rem, var(--board-height, 58vh)); min-width: min(100%, 19rem); }
.chess .board .cell { border: 0; }
.chess .cell.source.can::after { display: none; }
.chess .cell.check { background: radial-gradient(circle, #e02b2b 20%, #b3152c88 60%, transparent 85%), var(--board-light); }
.chess .man { display: block; width: 92%; height: 92%; }
.chess-piece { display: block; width: 100%; height: 100%; fill: #fffdf6; stroke: #22252c; stroke-width: 1.5; stroke-linejoin: round; }
.chess-piece.b { fill: #33363f; stroke: #0d0e11; }
.chess-piece .eye { fill: #22252c; stroke: none; }
.chess-piece.b .eye { fill: #f0ede4; }
.chess-promotion { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
.chess-promotion button { width: 3.4rem; height: 3.4rem; padding: 0.2rem; }
`;

/**
 * @param {string} fen
 * @returns {Map<string, string>} a piece's letter by cell
 */
export function piecesOf(fen) {
  const found = new Map();
  fen
    .split(' ')[0]
    .split('/')
    .forEach((row, down) => {
      let column = 0;
      for (const mark of row) {
        if (/\d/.test(mark)) column += Number(mark);
        else found.set(`${'abcdefgh'[column++]}${8 - down}`, mark);
      }
    });
  return found;
}

/**
 * The cell of a king that is attacked; null: it is not.
 *
 * @param {ReadonlyMap<string, string>} pieces
 * @param {boolean} white whose king
 * @returns {string | null}
 */
export function checked(pieces, white) {
  const king = [...pieces].find(([, mark]) => mark === (white ? 'K' : 'k'))?.[0];
  if (!king) return null;
  const at = [king.charCodeAt(0) - 97, Number(king[1])];
  const mark = (/** @type {number} */ x, /** @type {number} */ y) =>
    pieces.get(`${String.fromCharCode(97 + x)}${y}`);
  const enemy = (/** @type {string | undefined} */ one, /** @type {string} */ kinds) =>
    one !== undefined && (one === one.toLowerCase()) === white && kinds.includes(one.toLowerCase());
  for (const [x, y] of [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]) {
    if (enemy(mark(at[0] + x, at[1] + y), 'n')) return king;
  }
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      if (!x && !y) continue;
      for (let far = 1; far < 8; far++) {
        const one = mark(at[0] + far * x, at[1] + far * y);
        if (!one) continue;
        const near = far === 1 ? 'k' + (x && y === (white ? 1 : -1) ? 'p' : '') : '';
        if (enemy(one, (x && y ? 'bq' : 'rq') + near)) return king;
        break;
      }
    }
  }
  return null;
}

/**
 * @param {string} kind a letter as in a FEN
 * @returns {SVGElement}
 */
function drawn(kind) {
  const letter = kind.toLowerCase();
  const color = kind === letter ? 'b' : 'w';
  return svg(
    `svg.chess-piece.${color}`,
    {viewBox: '0 0 45 45', 'aria-hidden': 'true'},
    SHAPES[letter].map((d) => svg('path', {d})),
    EYES[letter] ? svg('path.eye', {d: EYES[letter]}) : null,
  );
}

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new Chess(table);
}

class Chess {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.men = new Men(drawn);
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {Map<string, Map<string, string[]>>} */
    this.moves = new Map();
    this.chosen = '';
    /** @type {string[]} */
    this.last = [];
    /** @type {string | null} */
    this.check = null;
    this.fen = '';
    this.shown = '';
    this.board = new Board({
      columns: letters(8),
      rows: numbers(8).reverse(),
      label: table.t('chess-board'),
      pick: (cell) => this.pick(cell),
    });
    this.flipped = table.seat === 1;
    if (this.flipped) this.board.flip(true);
    this.sides = [h('div.chess-side'), h('div.chess-side')];
    this.promotion = h('div.chess-promotion', {role: 'group', hidden: true});
    const [white, black] = this.sides;
    this.showsPlayers = true;
    this.element = h(
      'div.chess',
      {},
      this.flipped ? white : black,
      this.board.element,
      this.promotion,
      this.flipped ? black : white,
    );
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    // What the clock says by itself needs no button.
    return typeof move === 'string' && (MOVE.test(move) || move === 'lose on time');
  }

  /** @param {Frame} frame */
  async show({view, choice, animate, before}) {
    const fen = view.state.fen;
    const pieces = piecesOf(fen);
    const white = fen.split(' ')[1] === 'w';
    const old = before ? piecesOf(before.state.fen) : this.pieces;
    const touched = old.size ? changed(old, pieces) : [];
    if (touched.length) this.last = touched.length <= 4 ? touched : [];
    const listed = (choice?.moves ?? []).filter((move) => typeof move === 'string');
    this.moves = pairs(/** @type {string[]} */ (listed), (move) => {
      const found = MOVE.exec(move);
      return found ? [found[1], found[2]] : null;
    });
    if (choice && !this.moves.has(this.chosen)) this.chosen = '';
    this.check = checked(pieces, white);
    this.pieces = pieces;
    this.fen = fen;
    this.promotion.hidden = true;
    const over = view.turn === 'over';
    this.sides.forEach((side, seat) => this.showSide(side, seat, !over && white === (seat === 0)));
    const isNew = fen !== this.shown;
    this.shown = fen;
    await glide(
      this.board.element,
      () => {
        this.men.place(pieces);
        this.look();
      },
      {animate: animate && isNew, duration: 250},
    );
  }

  look() {
    const targets = this.moves.get(this.chosen);
    this.board.show((name) => {
      const kind = this.pieces.get(name);
      const source = this.moves.has(name);
      const words = kind
        ? this.table.t('chess-on', {cell: name, piece: this.named(kind)})
        : this.table.t('chess-empty', {cell: name});
      const dark = (name.charCodeAt(0) + Number(name[1])) % 2 === 0;
      return {
        label: name === this.check ? words + this.table.t('chess-check') : words,
        content: this.men.on(name),
        can: source || Boolean(targets?.has(name)),
        chosen: name === this.chosen && Boolean(targets),
        drags: source,
        classes: [
          ...(dark ? ['dark'] : []),
          ...(this.last.includes(name) ? ['last'] : []),
          ...(source && !targets?.has(name) ? ['source'] : []),
          ...(name === this.check ? ['check'] : []),
        ],
      };
    });
  }

  /** @param {string} kind */
  named(kind) {
    const letter = kind.toLowerCase();
    return this.table.t('chess-piece', {color: kind === letter ? 'b' : 'w', kind: letter});
  }

  /** @param {string} cell */
  pick(cell) {
    this.promotion.hidden = true;
    if (!this.moves.size) return;
    const moves = this.moves.get(this.chosen)?.get(cell);
    if (moves) {
      if (moves.length > 1) this.promote(moves);
      else this.move(moves[0]);
      return;
    }
    if (this.moves.has(cell)) this.chosen = this.chosen === cell ? '' : cell;
    else if (this.chosen) {
      this.move(this.chosen + cell); // refused, and the rules say why
      return;
    }
    this.look();
  }

  /** @param {string} text */
  move(text) {
    this.chosen = '';
    this.look();
    this.table.move(text).catch((error) => this.table.say(error.message));
  }

  /** Asks what a pawn becomes. @param {string[]} moves */
  promote(moves) {
    const white = this.fen.split(' ')[1] === 'w';
    const sorted = [...moves].sort((one, other) => ORDER.indexOf(one[4]) - ORDER.indexOf(other[4]));
    const buttons = sorted.map((move) => {
      const kind = white ? move[4].toUpperCase() : move[4];
      const properties = {'aria-label': this.named(kind), onclick: () => this.move(move)};
      return h('button', {type: 'button', ...properties}, drawn(kind));
    });
    const asked = this.table.t('chess-promote');
    fill(this.promotion, asked, buttons);
    this.promotion.setAttribute('aria-label', asked);
    this.promotion.hidden = false;
    buttons[0].focus();
  }

  /**
   * @param {HTMLElement} side
   * @param {number} seat
   * @param {boolean} toMove
   */
  showSide(side, seat, toMove) {
    const {t, names} = this.table;
    const count = (/** @type {string} */ kind) =>
      [...this.pieces.values()].filter((one) => one === kind).length;
    const full = /** @type {Record<string, number>} */ ({p: 8, n: 2, b: 2, r: 2, q: 1});
    const theirs = (/** @type {string} */ kind) => (seat === 0 ? kind : kind.toUpperCase());
    const taken = [...'pnbrq'].flatMap((kind) =>
      Array(Math.max(0, full[kind] - count(theirs(kind)))).fill(theirs(kind)),
    );
    const worth = (/** @type {boolean} */ upper) =>
      [...this.pieces.values()]
        .filter((one) => (one === one.toUpperCase()) === upper)
        .reduce((sum, one) => sum + (VALUES[one.toLowerCase()] ?? 0), 0);
    const ahead = worth(seat === 0) - worth(seat !== 0);
    fill(
      side,
      h(toMove ? 'strong.to-move' : 'strong', {}, names[seat]),
      h('span', {}, t(seat === 0 ? 'chess-white' : 'chess-black'), toMove ? ` · ${t('chess-to-move')}` : ''),
      taken.length
        ? h(
            'span.chess-taken',
            {role: 'img', 'aria-label': `${t('chess-taken', {name: names[seat]})}: ${taken.map((kind) => this.named(kind)).join(', ')}`},
            taken.map(drawn),
          )
        : null,
      ahead > 0 ? t('chess-ahead', {points: ahead}) : null,
    );
  }
}
