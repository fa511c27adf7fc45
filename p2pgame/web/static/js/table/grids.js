// A grid out of a game's text, as a board: its cells are picked if moves name them.

import {h} from '/static/js/dom.js';
import {Board, letters, numbers, pairs} from '/static/js/pieces/boards.js';

/** @typedef {import('/static/js/table/readable.js').Grid} Grid */

const PAIR = /^([a-z]\d{1,2})[- ]?([a-z]\d{1,2})(?:[ =]?[a-z])?$/;

/** A board that shows a grid, and lets cells be picked that are moves, or parts of one. */
export class GridBoard {
  /**
   * @param {string} label
   * @param {(moves: string[]) => void} choose one move, or several that lead there
   */
  constructor(label, choose) {
    this.label = label;
    this.choose = choose;
    this.element = h('div.grid-board');
    /** @type {Board | null} */
    this.board = null;
    this.shape = '';
    this.source = '';
    /** @type {Grid | null} */
    this.grid = null;
    /** @type {Map<string, string[]>} */
    this.cellMoves = new Map();
    /** @type {Map<string, Map<string, string[]>>} */
    this.pairMoves = new Map();
  }

  /**
   * Shows a grid; returns the moves that it lets people make.
   *
   * @param {Grid} grid
   * @param {readonly string[]} moves
   * @returns {Set<string>}
   */
  show(grid, moves) {
    this.fit(grid);
    this.grid = grid;
    this.cellMoves = new Map();
    const content = this.contents(grid);
    for (const [name, text] of content) {
      const found = moves.filter((move) => move === name || (!grid.rows && move === text));
      if (found.length) this.cellMoves.set(name, found);
    }
    this.pairMoves = pairs(moves, (move) => {
      const pair = PAIR.exec(move);
      return pair && content.has(pair[1]) && content.has(pair[2]) ? [pair[1], pair[2]] : null;
    });
    // Until there is something to choose again, what was picked stays so.
    if (moves.length && !this.pairMoves.has(this.source)) this.source = '';
    this.redraw();
    const of = (/** @type {Map<string, string[]>} */ map) => [...map.values()].flat();
    return new Set([...of(this.cellMoves), ...[...this.pairMoves.values()].flatMap(of)]);
  }

  /** @param {Grid} grid */
  fit(grid) {
    const columns = grid.columns ?? letters(grid.cells[0].length);
    const rows = grid.rows ?? numbers(grid.cells.length);
    const shape = `${columns.join()} ${rows.join()}`;
    if (shape === this.shape) return;
    this.shape = shape;
    const pick = (/** @type {string} */ name) => this.pick(name);
    const coordinates = Boolean(grid.rows ?? grid.columns);
    this.board = new Board({columns, rows, label: this.label, pick, coordinates});
    this.element.replaceChildren(this.board.element);
    this.element.style.setProperty('--board-width', `${Math.min(34, columns.length * 3.4 + 2)}rem`);
  }

  /** @param {Grid} grid @returns {Map<string, string>} */
  contents(grid) {
    const content = new Map();
    for (const [y, row] of (this.board?.rows ?? []).entries()) {
      for (const [x, column] of (this.board?.columns ?? []).entries()) {
        content.set(column + row, grid.cells[y]?.[x] ?? '');
      }
    }
    return content;
  }

  redraw() {
    const content = this.grid ? this.contents(this.grid) : new Map();
    const targets = this.pairMoves.get(this.source);
    this.board?.show((name) => {
      const text = content.get(name) ?? '';
      const shown = text === '.' ? '' : text;
      const can = this.cellMoves.has(name) || (targets ?? this.pairMoves).has(name);
      const label = `${name} ${shown}`.trim();
      return {label, content: shown, can, chosen: name === this.source && Boolean(targets)};
    });
  }

  /** @param {string} name */
  pick(name) {
    if (!this.cellMoves.size && !this.pairMoves.size) return;
    const moves = this.cellMoves.get(name) ?? this.pairMoves.get(this.source)?.get(name);
    this.source = !moves && name !== this.source && this.pairMoves.has(name) ? name : '';
    this.redraw();
    if (moves) this.choose(moves);
  }
}
