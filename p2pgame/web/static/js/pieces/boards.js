// Boards of squares: coordinates, keys, source and target, dragging.  The board knows no
// rules: a drawing says what lies in a cell, and which cells may be picked.
//
//     const board = new Board({columns: letters(8), rows: numbers(8).reverse(), label, pick});
//     board.show((name) => ({label: `e4, white pawn`, content: piece, can: true}));

import {h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';

/**
 * @typedef {object} Cell
 * @property {string} label what a screen reader says, with the cell's name
 * @property {Element | string | null} [content] the same element each time, to be kept
 * @property {string[]} [classes] marks: `last`, `dark`, `hit`, …
 * @property {boolean} [can] it may be picked: a source, a target, or a cell to choose
 * @property {boolean} [chosen] it is the source that was picked
 * @property {boolean} [drags] its content may be dragged
 */

/**
 * @typedef {object} BoardOptions
 * @property {readonly string[]} columns their names, from the left
 * @property {readonly string[]} rows their names, from the top
 * @property {string} label of the whole board
 * @property {(cell: string) => void} pick a cell was picked, by click or key
 * @property {(from: string, to: string) => void} [drag] the content of one was dropped on
 *   another; without it `pick` gets both, one after the other
 * @property {(column: string, row: string) => string} [name] of a cell; `e4` as usual
 * @property {boolean} [coordinates] false: they are not shown
 */

/** @param {number} count @returns {string[]} `a`, `b`, … */
export function letters(count) {
  return Array.from({length: count}, (_, index) => String.fromCharCode(97 + index));
}

/** @param {number} count @returns {string[]} `1`, `2`, … */
export function numbers(count) {
  return Array.from({length: count}, (_, index) => String(index + 1));
}

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** A board; one of its cells is in the tab order, arrows go to the others. */
export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.name = options.name ?? ((column, row) => column + row);
    this.columns = [...options.columns];
    this.rows = [...options.rows];
    /** @type {Map<string, {element: HTMLElement, label: string, can: boolean}>} */
    this.cells = new Map();
    this.current = '';
    /** @type {Drag | null} */
    this.drag = null;
    this.deaf = false;
    this.element = h('div.board', {role: 'grid', 'aria-label': options.label});
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('click', (event) => this.click(event));
    this.element.addEventListener('pointerdown', (event) => this.grasp(event));
    this.build();
  }

  /** The element of a cell. @param {string} name @returns {HTMLElement | null} */
  at(name) {
    return this.cells.get(name)?.element ?? null;
  }

  /**
   * Shows what lies where.
   *
   * @param {(name: string) => Cell} look
   */
  show(look) {
    for (const [name, cell] of this.cells) {
      const {label, content = null, classes = [], can = false, chosen = false, drags} = look(name);
      const {element} = cell;
      cell.label = label;
      cell.can = can;
      if (typeof content === 'string') element.textContent = content;
      else arrange(element, [content]);
      element.className = ['cell', ...classes].join(' ');
      element.classList.toggle('can', can);
      element.classList.toggle('chosen', chosen);
      element.classList.toggle('drags', Boolean(drags));
      element.setAttribute('aria-label', label);
      element.setAttribute('aria-selected', String(chosen));
      element.setAttribute('aria-disabled', String(!can));
    }
  }

  build() {
    const old = this.cells;
    this.cells = new Map();
    const shown = this.options.coordinates !== false;
    this.element.style.setProperty('--columns', String(this.columns.length));
    this.element.style.setProperty('--rows', String(this.rows.length));
    this.element.classList.toggle('bare', !shown);
    const rows = this.rows.map((row) => {
      const cells = this.columns.map((column) => {
        const name = this.name(column, row);
        const cell = old.get(name) ?? {element: h('div.cell'), label: name, can: false};
        dress(cell.element, name);
        this.cells.set(name, cell);
        return cell.element;
      });
      const header = shown && h('div.board-row-name', {role: 'rowheader'}, row);
      return h('div.board-row', {role: 'row'}, header, cells);
    });
    const head = shown && [
      h('div.board-row', {role: 'row'}, h('div.board-corner', {role: 'gridcell'}), this.heads()),
    ];
    arrange(this.element, [...rows, ...(head || [])]);
    if (!this.cells.has(this.current)) this.current = this.cells.keys().next().value ?? '';
    this.rove(this.current, false);
  }

  heads() {
    return this.columns.map((one) => h('div.board-column-name', {role: 'columnheader'}, one));
  }

  /**
   * @param {string} name
   * @param {boolean} focus
   */
  rove(name, focus) {
    const old = this.cells.get(this.current);
    if (old) old.element.tabIndex = -1;
    const cell = this.cells.get(name);
    if (!cell) return;
    this.current = name;
    cell.element.tabIndex = 0;
    if (focus) cell.element.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = named(event.target);
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pick(name);
      return;
    }
    const [x, y] = this.where(name);
    const step = STEPS[event.key];
    let to = step ? [x + step[0], y + step[1]] : null;
    if (event.key === 'Home') to = [0, y];
    if (event.key === 'End') to = [this.columns.length - 1, y];
    const column = to && this.columns[to[0]];
    const row = to && this.rows[to[1]];
    if (!to) return;
    event.preventDefault();
    if (column && row) this.rove(this.name(column, row), true);
  }

  /** @param {string} name @returns {[number, number]} */
  where(name) {
    for (const [y, row] of this.rows.entries()) {
      const x = this.columns.findIndex((column) => this.name(column, row) === name);
      if (x >= 0) return [x, y];
    }
    return [0, 0];
  }

  /** @param {MouseEvent} event */
  click(event) {
    const name = named(event.target);
    if (name && !this.deaf) this.pick(name);
  }

  /** @param {string} name */
  pick(name) {
    this.rove(name, false);
    this.options.pick(name);
  }

  /** @param {PointerEvent} event */
  grasp(event) {
    const name = named(event.target);
    const cell = name ? this.at(name) : null;
    const piece = /** @type {HTMLElement | null} */ (cell?.firstElementChild);
    if (!name || !cell?.classList.contains('drags') || !piece || event.button !== 0) return;
    this.drag = new Drag(this, name, piece, event);
  }
}

/** One piece being dragged; it ends when the pointer is let go. */
class Drag {
  /**
   * @param {Board} board
   * @param {string} from
   * @param {HTMLElement} piece
   * @param {PointerEvent} event
   */
  constructor(board, from, piece, event) {
    this.board = board;
    this.from = from;
    this.piece = piece;
    this.start = [event.clientX, event.clientY];
    this.moved = false;
    this.listening = new AbortController();
    const {signal} = this.listening;
    const pointer = event.pointerId;
    addEventListener('pointermove', (e) => e.pointerId === pointer && this.move(e), {signal});
    addEventListener('pointerup', (e) => e.pointerId === pointer && this.drop(e), {signal});
    addEventListener('pointercancel', (e) => e.pointerId === pointer && this.end(), {signal});
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [x, y] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    if (!this.moved && Math.hypot(x, y) < 6) return;
    if (!this.moved) {
      this.moved = true;
      this.piece.classList.add('dragged');
      this.board.element.classList.add('dragging');
      if (!this.board.at(this.from)?.classList.contains('chosen')) this.board.pick(this.from);
    }
    this.piece.style.setProperty('transform', `translate(${x}px, ${y}px)`);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const {moved, board, from} = this;
    this.end();
    if (!moved) return;
    // A click may follow, which would pick the source again.
    board.deaf = true;
    setTimeout(() => (board.deaf = false));
    const to = named(document.elementFromPoint(event.clientX, event.clientY));
    if (!to || to === from || !board.cells.has(to)) return;
    if (board.options.drag) board.options.drag(from, to);
    else board.pick(to);
  }

  end() {
    this.listening.abort();
    this.piece.classList.remove('dragged');
    this.piece.style.removeProperty('transform');
    this.board.element.classList.remove('dragging');
    this.board.drag = null;
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function dress(element, name) {
  element.dataset.cell = name;
  element.setAttribute('role', 'gridcell');
  element.tabIndex = -1;
}

/** @param {EventTarget | null} target @returns {string | null} */
function named(target) {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  return cell instanceof HTMLElement ? (cell.dataset.cell ?? null) : null;
}

/**
 * Sources and their targets among moves that are two cells, as `e2e4` or `11-15`.
 *
 * @param {readonly string[]} moves
 * @param {(move: string) => [string, string] | null} read
 * @returns {Map<string, Map<string, string[]>>} by source, by target: the moves
 */
export function pairs(moves, read) {
  /** @type {Map<string, Map<string, string[]>>} */
  const found = new Map();
  for (const move of moves) {
    const pair = read(move);
    if (!pair) continue;
    const targets = found.get(pair[0]) ?? new Map();
    found.set(pair[0], targets);
    targets.set(pair[1], [...(targets.get(pair[1]) ?? []), move]);
  }
  return found;
}
