// A scene of boards: cells with pieces, and below them whose sign is whose.

import {h, svg} from '/static/js/dom.js';
import {Board, letters, numbers} from '/static/js/pieces/boards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Piece} Piece */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene { width: 100%; }
.scene-boards { display: grid; gap: 0.6rem; justify-items: center; width: 100%; }
.scene-boards .board { --board-width: 27rem; }
.scene-boards .board .cell { border-width: 2px; }
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
    /** @type {GridPart[]} */
    this.grids = [];
  }

  /**
   * @param {Frame} frame
   * @param {Scene} scene
   */
  show(frame, {parts = [], seats, title = [], notes = []}) {
    const {names, t} = this.table;
    const grids = parts.flatMap((part) => (part.part === 'grid' ? [part] : []));
    grids.forEach((grid, n) => {
      this.grids[n] ??= new GridPart(this.table, grid);
      this.grids[n].show(grid, new Set(frame.choice?.moves ?? []));
    });
    const signs = seats.flatMap(({sign}, seat) =>
      sign ? [h('span', {}, t('scene-sign', {name: names[seat], sign: sign.sign}))] : [],
    );
    this.signs.replaceChildren(...signs);
    this.notes.replaceChildren(...[...title, ...notes].map(({text}) => h('p', {}, text.sentence ?? '')));
    this.notes.hidden = !this.notes.children.length;
    arrange(this.element, [...this.grids.map(({board}) => board.element), this.signs, this.notes]);
  }
}

/** One grid; its cells have names of their own. */
class GridPart {
  /**
   * @param {Table} table
   * @param {Grid} grid
   */
  constructor(table, grid) {
    const {width} = grid;
    this.table = table;
    this.grid = grid;
    const columns = letters(width);
    this.board = new Board({
      columns,
      rows: numbers(grid.cells.length / width),
      name: (column, row) => grid.cells[columns.indexOf(column) + width * (Number(row) - 1)].name,
      label: table.t('board'),
      coordinates: false,
      pick: (cell) => this.pick(cell),
    });
    /** @type {Set<unknown>} */
    this.moves = new Set();
  }

  /**
   * @param {Grid} grid
   * @param {Set<unknown>} moves those that may be made now
   */
  show(grid, moves) {
    const {t} = this.table;
    this.grid = grid;
    this.moves = moves;
    this.board.show((name) => {
      const {piece, move, tone} = /** @type {Grid['cells'][number]} */ (this.cell(name));
      return {
        label: piece ? t('scene-cell', {cell: name, sign: piece.sign}) : t('scene-cell-free', {cell: name}),
        content: piece ? drawn(piece) : null,
        can: moves.has(move),
        classes: tone === 'won' ? ['last'] : [],
      };
    });
  }

  /** @param {string} name */
  cell(name) {
    return this.grid.cells.find((cell) => cell.name === name);
  }

  /** @param {string} name */
  pick(name) {
    const move = this.cell(name)?.move;
    if (move && this.moves.size) void send(this.table, move);
  }
}

/** @param {Piece} piece @returns {Element} */
function drawn({sign, shape = '', colour = ''}) {
  const make = SHAPES[shape];
  const element = make ? svg('svg', {viewBox: '0 0 60 60'}, make()) : h('span', {}, sign);
  if (colour) element.classList.add(colour);
  return element;
}
