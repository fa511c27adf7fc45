// Draws fill: blocks to put on the grid, those still beside it, and the past of each.

import {fill, h} from '/static/js/dom.js';
import {Board} from '/static/js/pieces/boards.js';
import {adopt} from '/static/js/pieces/style.js';
import {Tree, colourOf, gridOf, learn, send, textsOf} from '/games/puzzle.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {[number, number][]} Shape the cells of a block from its corner: columns, rows */

const MOVE = /^([A-Z]) ([a-l]\d+|pad)$/;

const WORDS = {
  en: `
fill-board = The grid
fill-pad = Blocks beside the grid
fill-block = Block { $item }, { $cells } cells
fill-hint = Choose a block, then the cell where it goes.
fill-where = Where does block { $item } go?
fill-back = Take { $item } off the grid
fill-no-room = Block { $item } does not fit there.
`,
  de: `
fill-board = Das Feld
fill-pad = Blöcke neben dem Feld
fill-block = Block { $item }, { $cells } Felder
fill-hint = Wähle einen Block, dann das Feld, auf das er kommt.
fill-where = Wohin kommt Block { $item }?
fill-back = { $item } vom Feld nehmen
fill-no-room = Block { $item } passt dort nicht hin.
`,
};

const STYLE = `
.fill-pad { display: flex; flex-wrap: wrap; gap: 0.8rem; align-items: center; justify-content: center; }
.fill-block { display: grid; place-content: center; gap: 2px; padding: 0.4rem; background: none; border: 2px solid transparent; border-radius: 0.5rem; min-height: 2.75rem; min-width: 2.75rem; cursor: pointer; }
.fill-block[aria-pressed='true'] { border-color: var(--board-mark); }
.fill-block:disabled { opacity: 0.35; cursor: default; }
.fill-block i { width: 1.5rem; height: 1.5rem; background: var(--item); border-radius: 3px; }
.fill .cell.block, .fold .cell.block { background: var(--item); color: #fff; }
.fill .cell.can::after { width: 16%; height: 16%; opacity: 0.5; }
.fill .cell.can:not(:empty)::after { inset: auto; width: 16%; height: 16%; border: 0; border-radius: 50%; background: #fff; }
.fill .cell.picked, .fold .cell.picked { box-shadow: inset 0 0 0 3px var(--board-mark); }
`;

/** @param {Table} table */
export function create(table) {
  learn(table);
  table.learn(WORDS);
  adopt(STYLE);
  return new Fill(table);
}

class Fill {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tree = new Tree(table);
    this.tools = h('div.puzzle-tools');
    this.pad = h('div.fill-pad', {role: 'group', 'aria-label': table.t('fill-pad')});
    this.main = h('div.puzzle-main', {}, this.tools, this.pad);
    this.element = h('div.puzzle.fill', {}, this.main, this.tree.element);
    /** @type {Board | null} */
    this.board = null;
    this.chosen = '';
    /** @type {Set<string>} */
    this.moves = new Set();
    /** @type {Map<string, string>} */
    this.marks = new Map();
    /** @type {Map<string, Shape>} */
    this.shapes = new Map();
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && (MOVE.test(move) || /^(undo|redo) /.test(move));
  }

  /** @param {Frame} frame */
  show({view, choice}) {
    const {columns, rows, marks} = gridOf(view.text);
    this.marks = marks;
    this.shapes = shapesOf(view.state.puzzle.pad.rows);
    if (!this.board) {
      const pick = (/** @type {string} */ cell) => this.pick(cell);
      const label = this.table.t('fill-board');
      this.board = new Board({columns, rows, label, pick, drag: (from, to) => this.drag(from, to)});
      this.main.insertBefore(this.board.element, this.pad);
    }
    this.moves = textsOf(choice);
    if (choice && !this.canMove(this.chosen)) this.chosen = '';
    this.look();
    this.tree.show(view, [...this.shapes.keys()], this.moves);
    this.over = view.turn === 'over';
    this.solved = this.over && !view.state.given_up;
    this.showTools();
  }

  /** @param {string} name */
  canMove(name) {
    return [...this.moves].some((move) => MOVE.exec(move)?.[1] === name);
  }

  look() {
    const {t} = this.table;
    const targets = new Set(this.chosen ? [...this.marks.keys()].filter((cell) => this.goal(cell)) : []);
    this.board?.show((cell) => {
      const mark = this.marks.get(cell) ?? '.';
      const isBlock = /[A-Z]/.test(mark);
      const element = this.board?.at(cell);
      if (isBlock) element?.style.setProperty('--item', colourOf(mark));
      return {
        label: t(mark === '#' ? 'puzzle-wall' : isBlock ? 'puzzle-item' : 'puzzle-free', {cell, item: mark}),
        content: isBlock ? mark : null,
        can: targets.has(cell),
        drags: false,
        chosen: false,
        classes: [
          mark === '#' ? 'wall' : '',
          isBlock ? 'block' : '',
          isBlock && mark === this.chosen ? 'picked' : '',
        ].filter(Boolean),
      };
    });
    const placed = new Set(this.marks.values());
    fill(
      this.pad,
      [...this.shapes].map(([name, shape]) => (placed.has(name) ? null : this.block(name, shape))),
    );
  }

  /**
   * @param {string} name
   * @param {Shape} shape
   */
  block(name, shape) {
    return h(
      'button.fill-block',
      {
        type: 'button',
        'aria-label': this.table.t('fill-block', {item: name, cells: shape.length}),
        'aria-pressed': String(this.chosen === name),
        disabled: !this.canMove(name),
        style: {'--item': colourOf(name)},
        onclick: () => this.choose(name),
      },
      shape.map(([x, y]) => h('i', {style: {'grid-column': x + 1, 'grid-row': y + 1}})),
    );
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = this.chosen === name || !this.canMove(name) ? '' : name;
    const focused = this.pad.contains(document.activeElement);
    this.look();
    if (focused) /** @type {HTMLElement | null} */ (this.pad.querySelector('[aria-pressed="true"]'))?.focus();
    this.showTools();
    if (this.chosen) this.table.say(this.table.t('fill-where', {item: this.chosen}), {quiet: true});
  }

  /** The move that lets the chosen block cover a cell, with its first cell if it can. @param {string} cell */
  goal(cell) {
    const shape = this.shapes.get(this.chosen) ?? [];
    for (const [x, y] of shape) {
      const column = String.fromCharCode(cell.charCodeAt(0) - x);
      const move = `${this.chosen} ${column}${Number(cell.slice(1)) - y}`;
      if (this.moves.has(move)) return move;
    }
    return '';
  }

  /** @param {string} cell */
  pick(cell) {
    const mark = this.marks.get(cell) ?? '';
    const move = this.chosen ? this.goal(cell) : '';
    if (move && mark !== this.chosen) {
      this.chosen = '';
      send(this.table, move);
    } else if (/[A-Z]/.test(mark)) this.choose(mark);
    else if (this.chosen) this.table.say(this.table.t('fill-no-room', {item: this.chosen}));
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  drag(from, to) {
    this.chosen = this.marks.get(from) ?? '';
    this.pick(to);
  }

  showTools() {
    const {t} = this.table;
    const back = this.chosen && this.moves.has(`${this.chosen} pad`);
    fill(
      this.tools,
      this.solved
        ? h('strong', {}, t('puzzle-solved'))
        : this.chosen
          ? t('fill-where', {item: this.chosen})
          : !this.over && t('fill-hint'),
      back
        ? h('button', {type: 'button', onclick: () => send(this.table, `${this.chosen} pad`)}, t('fill-back', {item: this.chosen}))
        : null,
    );
  }
}

/**
 * The shapes of the blocks on a pad.
 *
 * @param {readonly string[]} rows
 * @returns {Map<string, Shape>}
 */
function shapesOf(rows) {
  /** @type {Map<string, Shape>} */
  const cells = new Map();
  rows.forEach((row, y) =>
    [...row].forEach((mark, x) => {
      if (/[A-Z]/.test(mark)) cells.set(mark, [...(cells.get(mark) ?? []), [x, y]]);
    }),
  );
  const names = [...cells.keys()].sort();
  return new Map(
    names.map((name) => {
      const shape = /** @type {Shape} */ (cells.get(name));
      const left = Math.min(...shape.map(([x]) => x));
      const top = Math.min(...shape.map(([, y]) => y));
      return [name, shape.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top]))];
    }),
  );
}
