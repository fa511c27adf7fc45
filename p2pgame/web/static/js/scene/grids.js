// A grid of a scene: pieces on cells of which one is chosen, or one and then another.

import {Board, letters, numbers, pairs} from '/static/js/pieces/boards.js';
import {Men} from '/static/js/pieces/men.js';
import {adopt} from '/static/js/pieces/style.js';
import {called, drawn} from '/static/js/scene/shapes.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Cell} Cell */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Piece} Piece */
/** Of several moves one is chosen, which may be what a piece becomes. @typedef {(moves: string[], becomes?: readonly Piece[]) => void} Choosing */

adopt(`
.board .man { display: grid; width: 100%; height: 100%; place-items: center; }
.board.chequered .cell { border: 0; }
/* Players of chess know which figures can go; which men of draughts can depends on what must be taken. */
.board .cell.source.can:has(.figure)::after { display: none; }
.board .cell.source.can:has(.round)::after { inset: 8%; border-width: 2px; border-radius: 50%; opacity: 0.9; }
.board .cell.bad { background: radial-gradient(circle, #e02b2b 20%, #b3152c88 60%, transparent 85%), var(--board-light); }
`);

const PAIR = /^([a-z]+\d{1,2})[-x ]?([a-z]+\d{1,2})(?:[ =]?[a-z])?$/;
/** Cells that one move changes, at most; if more are other ones, it was no move. */
const CHANGED = 4;

/** One grid; its cells have names of their own. */
export class GridPart {
  /**
   * @param {Table} table
   * @param {Grid} grid
   * @param {Choosing} choose one move, or several that lead there
   * @param {string} [label] what a screen reader calls it
   */
  constructor(table, grid, choose, label = table.t('board')) {
    const {width, cells, named, chequered = false, sea = false} = grid;
    this.table = table;
    this.choose = choose;
    this.grid = grid;
    const height = cells.length / width;
    const columns = named ? cells.slice(0, width).map(({name}) => name.replace(/\d+$/, '')) : letters(width);
    const rows = named ? Array.from({length: height}, (_, row) => cells[row * width].name.replace(/^\D+/, '')) : numbers(height);
    this.board = new Board({
      columns,
      rows,
      name: (column, row) => cells[columns.indexOf(column) + width * rows.indexOf(row)].name,
      label,
      coordinates: named ?? false,
      pick: (cell) => this.pick(cell),
    });
    this.board.element.classList.toggle('chequered', chequered);
    this.board.element.classList.toggle('sea', sea);
    /** @type {Men<Piece>} */
    this.men = new Men(drawn);
    /** The moves of each cell. @type {Map<string, string[]>} */
    this.moves = new Map();
    /** @type {Map<string, Map<string, string[]>>} */
    this.pairs = new Map();
    this.source = '';
    /** What any of its cells does. @type {((cell: string) => void) | null} */
    this.put = null;
    /** What the last move has changed. @type {string[]} */
    this.last = [];
  }

  /** Whether it has these cells. @param {Grid} grid */
  fits({cells}) {
    return cells.length === this.grid.cells.length && cells.every(({name}, n) => name === this.grid.cells[n].name);
  }

  /**
   * Takes up a grid; returns the moves that it lets people make.
   *
   * @param {Grid} grid
   * @param {readonly string[]} moves those that may be made now
   * @param {object} how
   * @param {boolean} how.alone
   * @param {Grid | null} how.before
   * @param {boolean} [how.told] whether only the scene says what the last move has changed
   * @param {((cell: string) => void) | null} [how.put] what any of its cells does
   */
  take(grid, moves, {alone, before, told = false, put = null}) {
    const marked = grid.cells.filter(({tone}) => tone === 'last-move').map(({name}) => name);
    const changed = told || marked.length ? marked : differing(before ?? this.grid, grid);
    if (told || changed.length) this.last = changed.length <= CHANGED ? changed : [];
    this.grid = grid;
    this.put = put;
    const names = new Set(grid.cells.map(({name}) => name));
    const own = grid.cells.filter(({move}) => move && moves.includes(move));
    this.moves = new Map(own.map(({name, move = ''}) => [name, [move]]));
    this.pairs = pairs(alone ? moves : [], (move) => {
      const pair = PAIR.exec(move);
      return pair && names.has(pair[1]) && names.has(pair[2]) ? [pair[1], pair[2]] : null;
    });
    // Until there is something to choose again, what was picked stays so.
    const goesOn = grid.cells.find(({name, tone}) => tone === 'to-move' && this.pairs.has(name));
    if (moves.length && !this.pairs.has(this.source)) this.source = goesOn?.name ?? '';
    return [...[...this.moves.values()].flat(), ...[...this.pairs.values()].flatMap((one) => [...one.values()].flat())];
  }

  /** Puts the pieces where they are now. */
  place() {
    const {cells, infix = null} = this.grid;
    const pieces = cells.flatMap(({name, piece}) => (piece ? [/** @type {[string, Piece]} */ ([name, piece])] : []));
    this.men.place(new Map(pieces), infix !== null);
    this.draw();
  }

  draw() {
    const {cells, width, chequered} = this.grid;
    const at = new Map(cells.map((cell, n) => [cell.name, {cell, dark: chequered && (n + Math.floor(n / width)) % 2 === 1}]));
    const targets = this.pairs.get(this.source);
    this.board.show((name) => {
      const {cell, dark} = at.get(name) ?? {cell: {name}, dark: false};
      const can = this.moves.has(name) || (targets ?? this.pairs).has(name);
      const source = this.pairs.has(name);
      const marks = {
        dark,
        last: this.last.includes(name) || cell.tone === 'won',
        bad: cell.tone === 'bad',
        dim: cell.tone === 'dim',
        source: source && !targets?.has(name),
      };
      return {
        label: this.label(cell),
        content: this.men.on(name),
        can: Boolean(this.put) || can || source,
        chosen: Boolean(targets) && name === this.source,
        drags: source,
        classes: [...Object.entries(marks).flatMap(([mark, is]) => (is ? [mark] : [])), `on-${cell.piece?.shape ?? ''}`],
      };
    });
  }

  /** @param {Cell} cell */
  label({name, piece, said}) {
    const {t} = this.table;
    const free = this.grid.sea ? 'sea-cell' : 'scene-cell-free';
    const lies = piece ? t('scene-cell', {cell: name, sign: called(piece, t)}) : t(free, {cell: name});
    return [lies, said?.sentence].filter(Boolean).join(', ');
  }

  /** @param {string} name */
  pick(name) {
    if (this.put) this.put(name);
    if (!this.moves.size && !this.pairs.size) return;
    const {cells, infix = null, becomes = []} = this.grid;
    const {source} = this;
    const isSource = this.pairs.has(name);
    const move = cells.find((cell) => cell.name === name)?.move;
    const legal = this.moves.get(name) ?? this.pairs.get(source)?.get(name);
    // What can't be chosen now is refused in the words of the rules.
    const refused = move || (source && infix !== null && !isSource ? `${source}${infix}${name}` : '');
    const moves = legal ?? (refused ? [refused] : undefined);
    this.source = !moves && name !== source && isSource ? name : '';
    this.draw();
    if (moves) this.choose(moves, becomes);
  }
}

/** The cells on which something else lies. @param {Grid} before @param {Grid} after @returns {string[]} */
function differing(before, after) {
  const lay = new Map(before.cells.map(({name, piece}) => [name, JSON.stringify(piece ?? null)]));
  return after.cells.flatMap(({name, piece}) => (lay.get(name) === JSON.stringify(piece ?? null) ? [] : [name]));
}
