// A scene of boards: cells with pieces, and below them whose sign is whose.

import {h, svg} from '/static/js/dom.js';
import {Board, letters, numbers, pairs} from '/static/js/pieces/boards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {GraphBoard} from '/static/js/scene/graphs.js';

/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Piece} Piece */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene-boards { display: grid; gap: 0.6rem; justify-items: center; width: 100%; }
.scene-boards .board { --board-width: 27rem; }
.scene-boards .board.bare .cell { border-width: 2px; }
.scene-choice { display: flex; flex-wrap: wrap; gap: 0.4rem; justify-content: center; }
.scene-boards .cell svg { width: 74%; height: 74%; fill: none; stroke-width: 9; stroke-linecap: round; }
.scene-boards .colour-2 { color: #b3152c; stroke: currentcolor; }
.scene-boards .colour-4 { color: #1550b0; stroke: currentcolor; }
.scene-signs { display: flex; flex-wrap: wrap; gap: 0 1.2rem; justify-content: center; font-weight: 600; }
`);

const SHAPES = /** @type {Record<string, () => SVGElement>} */ ({
  cross: () => svg('path', {d: 'M10 10 50 50M50 10 10 50'}),
  ring: () => svg('circle', {cx: 30, cy: 30, r: 21}),
});

/** Boards and who plays on them, as a layout of scenes. */
export class Boards {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.showsPlayers = false;
    this.signs = h('div.scene-signs');
    this.notes = h('div.scene-notes');
    this.element = h('div.scene-boards');
    this.choice = h('div.scene-choice', {role: 'group', 'aria-label': table.t('selection')});
    /** @type {GridPart[]} */
    this.grids = [];
    /** @type {GraphBoard[]} */
    this.graphs = [];
    /** What is made by picking cells or places. @type {Set<string>} */
    this.moves = new Set();
  }

  /**
   * @param {Frame} frame
   * @param {Scene} scene
   */
  show(frame, {parts = [], seats, title = [], notes = [], round = false}) {
    const {names, t} = this.table;
    const choose = (/** @type {string[]} */ moves) => this.choose(moves);
    const moves = (frame.choice?.moves ?? []).filter((move) => typeof move === 'string');
    this.moves = new Set();
    this.choice.replaceChildren();
    const grids = parts.flatMap((part) => (part.part === 'grid' ? [part] : []));
    grids.forEach((grid, n) => {
      if (!this.grids[n]?.fits(grid)) this.grids[n] = new GridPart(this.table, grid, choose);
      // Moves that name cells are those of one grid, or nobody knows which.
      for (const move of this.grids[n].show(grid, moves, grids.length === 1)) this.moves.add(move);
    });
    const graphs = parts.flatMap((part) => (part.part === 'graph' ? [part] : []));
    graphs.forEach((graph, n) => {
      this.graphs[n] ??= new GraphBoard(t, choose);
      for (const move of this.graphs[n].show(graph, moves)) this.moves.add(move);
    });
    const boards = [...this.grids.slice(0, grids.length).map(({board}) => board), ...this.graphs.slice(0, graphs.length)];
    const signs = seats.flatMap(({sign}, seat) =>
      sign ? [h('span', {}, t('scene-sign', {name: names[seat], sign: sign.sign}))] : [],
    );
    this.signs.replaceChildren(...signs);
    this.notes.replaceChildren(...(round ? [] : [...title, ...notes]).map(({text}) => h('p', {}, text.sentence ?? '')));
    this.notes.hidden = !this.notes.children.length;
    arrange(this.element, [...boards.map(({element}) => element), this.choice, this.signs, this.notes]);
  }

  /** Makes a move; of several one is chosen. @param {string[]} moves */
  choose(moves) {
    if (moves.length === 1) void send(this.table, moves[0]);
    else {
      const buttons = moves.map((move) => h('button.primary', {type: 'button', onclick: () => this.choose([move])}, move));
      this.choice.replaceChildren(...buttons);
      buttons[0]?.focus();
    }
  }
}

const PAIR = /^([a-z]+\d{1,2})[- ]?([a-z]+\d{1,2})(?:[ =]?[a-z])?$/;

/** One grid; its cells have names of their own. */
class GridPart {
  /**
   * @param {Table} table
   * @param {Grid} grid
   * @param {(moves: string[]) => void} choose one move, or several that lead there
   */
  constructor(table, grid, choose) {
    const {width, cells, named} = grid;
    this.table = table;
    this.choose = choose;
    this.grid = grid;
    const height = cells.length / width;
    const columns = letters(width);
    const rows = named ? Array.from({length: height}, (_, row) => cells[row * width].name.slice(1)) : numbers(height);
    this.board = new Board({
      columns,
      rows,
      name: (column, row) => cells[columns.indexOf(column) + width * rows.indexOf(row)].name,
      label: table.t('board'),
      coordinates: named ?? false,
      pick: (cell) => this.pick(cell),
    });
    /** The moves of each cell. @type {Map<string, string[]>} */
    this.moves = new Map();
    /** @type {Map<string, Map<string, string[]>>} */
    this.pairs = new Map();
    this.source = '';
  }

  /** Whether it has these cells. @param {Grid} grid */
  fits({cells}) {
    return cells.length === this.grid.cells.length && cells.every(({name}, n) => name === this.grid.cells[n].name);
  }

  /**
   * Shows a grid; returns the moves that it lets people make.
   *
   * @param {Grid} grid
   * @param {readonly string[]} moves those that may be made now
   * @param {boolean} alone
   */
  show(grid, moves, alone) {
    this.grid = grid;
    const names = new Set(grid.cells.map(({name}) => name));
    const own = grid.cells.filter(({move}) => move && moves.includes(move));
    this.moves = new Map(own.map(({name, move = ''}) => [name, [move]]));
    this.pairs = pairs(alone ? moves : [], (move) => {
      const pair = PAIR.exec(move);
      return pair && names.has(pair[1]) && names.has(pair[2]) ? [pair[1], pair[2]] : null;
    });
    // Until there is something to choose again, what was picked stays so.
    if (moves.length && !this.pairs.has(this.source)) this.source = '';
    this.draw();
    return [...[...this.moves.values()].flat(), ...[...this.pairs.values()].flatMap((one) => [...one.values()].flat())];
  }

  draw() {
    const {t} = this.table;
    const cells = new Map(this.grid.cells.map((cell) => [cell.name, cell]));
    const targets = this.pairs.get(this.source);
    this.board.show((name) => {
      const {piece = null, tone} = cells.get(name) ?? {};
      return {
        label: piece ? t('scene-cell', {cell: name, sign: piece.sign}) : t('scene-cell-free', {cell: name}),
        content: piece ? drawn(piece) : null,
        can: this.moves.has(name) || (targets ?? this.pairs).has(name),
        chosen: Boolean(targets) && name === this.source,
        drags: this.pairs.has(name),
        classes: tone === 'won' ? ['last'] : [],
      };
    });
  }

  /** @param {string} name */
  pick(name) {
    if (!this.moves.size && !this.pairs.size) return;
    // A cell that can't be chosen now is refused in the words of the rules.
    const move = this.grid.cells.find((cell) => cell.name === name)?.move;
    const moves = this.moves.get(name) ?? this.pairs.get(this.source)?.get(name) ?? (move ? [move] : undefined);
    this.source = !moves && name !== this.source && this.pairs.has(name) ? name : '';
    this.draw();
    if (moves) this.choose(moves);
  }
}

/** @param {Piece} piece @returns {Element} */
function drawn({sign, shape = '', colour = ''}) {
  const make = SHAPES[shape];
  const element = make ? svg('svg', {viewBox: '0 0 60 60'}, make()) : h('span', {}, sign);
  if (colour) element.classList.add(colour);
  return element;
}
