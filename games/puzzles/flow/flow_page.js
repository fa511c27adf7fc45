// Draws flow: lines that grow cell by cell from their points, and the past of each.

import {fill, h, svg} from '/static/js/dom.js';
import {Board} from '/static/js/pieces/boards.js';
import {adopt} from '/static/js/pieces/style.js';
import {Tree, colourOf, gridOf, learn, send, textsOf} from '/games/puzzle.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {{name: string, cells: string[]}} Line */

const WAYS = /** @type {Record<string, [number, number]>} */ ({
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
});
const MOVE = /^([A-Z][12]) (up|down|left|right)$/;

const WORDS = {
  en: `
flow-board = The puzzle
flow-point = { $cell }, point { $item }
flow-line = { $cell }, line { $item }
flow-head = { $cell }, end of line { $item }
flow-hint = Choose the end of a line, then the cells through which it goes.
flow-covers = Every cell must be covered.
`,
  de: `
flow-board = Das Rätsel
flow-point = { $cell }, Punkt { $item }
flow-line = { $cell }, Linie { $item }
flow-head = { $cell }, Ende der Linie { $item }
flow-hint = Wähle das Ende einer Linie, dann die Felder, durch die sie geht.
flow-covers = Jedes Feld muss bedeckt sein.
`,
};

const STYLE = `
.flow .cell svg { position: absolute; inset: 0; width: 100%; height: 100%; fill: none; stroke-width: 20; stroke-linecap: round; }
.flow .cell svg text { fill: #fff; stroke: none; font: 700 34px system-ui, sans-serif; text-anchor: middle; }
.flow .cell { background: var(--board-light); }
.flow .cell.source.can::after { display: none; }
`;

/** @param {Table} table */
export function create(table) {
  learn(table);
  table.learn(WORDS);
  adopt(STYLE);
  return new Flow(table);
}

class Flow {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tree = new Tree(table);
    this.tools = h('div.puzzle-tools');
    this.main = h('div.puzzle-main', {}, this.tools);
    this.element = h('div.puzzle.flow', {}, this.main, this.tree.element);
    /** @type {Board | null} */
    this.board = null;
    this.chosen = '';
    /** @type {Set<string>} */
    this.moves = new Set();
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<string, string>} */
    this.marks = new Map();
    /** @type {string[]} */
    this.rows = [];
    this.text = '';
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && (MOVE.test(move) || /^(undo|redo) /.test(move));
  }

  /** @param {Frame} frame */
  show({view, choice}) {
    const {columns, rows, marks} = gridOf(view.text);
    this.marks = marks;
    this.text = view.text;
    this.rows = /** @type {string[]} */ (view.state.grid.rows);
    if (!this.board) {
      this.board = new Board({
        columns,
        rows,
        label: this.table.t('flow-board'),
        pick: (cell) => this.pick(cell),
        drag: (from, to) => {
          if (!this.moves.has(this.way(to))) this.choose(from);
          this.pick(to);
        },
      });
      this.main.append(this.board.element);
    }
    this.moves = textsOf(choice);
    this.lines = this.read(view);
    if (!this.heads().has(this.chosen)) this.chosen = '';
    this.look();
    this.tree.show(view, this.lines.map((line) => line.name), this.moves);
    const over = view.turn === 'over';
    const solved = over && !view.text.includes('Not solved');
    fill(
      this.tools,
      solved
        ? h('strong', {}, this.table.t('puzzle-solved'))
        : !over && h('span', {}, this.hint(view.state), ' ', h('span.soft', {}, this.table.t('puzzle-left', {moves: view.state.left}))),
    );
  }

  /** @param {Record<string, any>} state */
  hint(state) {
    return [this.table.t('flow-hint'), state.cover && this.table.t('flow-covers')].filter(Boolean).join(' ');
  }

  /** The lines, each from its point to its end. @param {import('/static/js/types').View} view @returns {Line[]} */
  read(view) {
    const width = this.rows[0].length;
    const points = [...this.rows.join('')].flatMap((mark, n) => (/[A-Z]/.test(mark) ? [{mark, n}] : []));
    points.sort((one, other) => (one.mark < other.mark ? -1 : one.mark > other.mark ? 1 : one.n - other.n));
    return points.map(({mark, n}, item) => ({
      name: `${mark}${(item % 2) + 1}`,
      cells: [
        `${String.fromCharCode(97 + (n % width))}${Math.floor(n / width) + 1}`,
        ...view.state.items.paths[item].done.map((/** @type {{move: string}} */ undo) => undo.move),
      ],
    }));
  }

  /** @returns {Map<string, Line>} */
  heads() {
    return new Map(this.lines.map((line) => [line.name, line]));
  }

  look() {
    const {t} = this.table;
    const chosen = this.heads().get(this.chosen);
    const targets = new Set(
      chosen
        ? Object.keys(WAYS)
            .filter((way) => this.moves.has(`${chosen.name} ${way}`))
            .map((way) => step(/** @type {string} */ (chosen.cells.at(-1)), way))
        : [],
    );
    this.board?.show((cell) => {
      const ends = this.lines.filter((line) => line.cells.at(-1) === cell);
      const through = this.lines.filter((line) => line.cells.includes(cell));
      const movable = ends.some((line) => this.canMove(line.name));
      const mark = this.marks.get(cell) ?? '.';
      const item = (ends[0] ?? through[0])?.name ?? '';
      const kind = mark === '#' ? 'puzzle-wall' : !item ? 'puzzle-free' : ends.length ? 'flow-head' : /[A-Z]/.test(mark) ? 'flow-point' : 'flow-line';
      return {
        label: t(kind, {cell, item}),
        content: this.drawn(cell, through),
        can: targets.has(cell) || movable,
        drags: movable,
        chosen: chosen?.cells.at(-1) === cell,
        classes: [mark === '#' ? 'wall' : '', movable && !targets.has(cell) ? 'source' : ''].filter(Boolean),
      };
    });
  }

  /** @param {string} name */
  canMove(name) {
    return Object.keys(WAYS).some((way) => this.moves.has(`${name} ${way}`));
  }

  /**
   * @param {string} cell
   * @param {Line[]} through
   */
  drawn(cell, through) {
    const n = (Number(cell.slice(1)) - 1) * (this.rows[0].length) + cell.charCodeAt(0) - 97;
    const base = this.rows.join('')[n];
    const parts = [];
    for (const line of through) {
      line.cells.forEach((one, at) => {
        if (one !== cell) return;
        for (const near of [line.cells[at - 1], line.cells[at + 1] ?? this.joins(line, at)]) {
          if (!near) continue;
          const x = (near.charCodeAt(0) - cell.charCodeAt(0)) * 50 + 50;
          const y = (Number(near.slice(1)) - Number(cell.slice(1))) * 50 + 50;
          parts.push(svg('path', {d: `M50 50L${x} ${y}`, stroke: colourOf(line.name)}));
        }
        if (at === line.cells.length - 1 && at > 0) {
          parts.push(svg('circle', {cx: 50, cy: 50, r: 15, fill: colourOf(line.name)}));
        }
      });
    }
    if (base === '+') parts.push(svg('path', {d: 'M50 0V100M0 50H100', stroke: '#0003', 'stroke-width': 2}));
    if (/[A-Z]/.test(base)) {
      parts.push(svg('circle', {cx: 50, cy: 50, r: 32, fill: colourOf(base)}));
      parts.push(svg('text', {x: 50, y: 62}, base));
    }
    return parts.length ? svg('svg', {viewBox: '0 0 100 100', 'aria-hidden': 'true'}, parts) : null;
  }

  /** The end of the other half, if both halves of a letter meet there. @param {Line} line @param {number} at */
  joins(line, at) {
    if (at !== line.cells.length - 1) return undefined;
    const other = this.lines.find((one) => one.name[0] === line.name[0] && one !== line);
    const end = other?.cells.at(-1);
    const here = line.cells[at];
    return end && Object.keys(WAYS).some((way) => step(here, way) === end) && this.joined(line.name[0]) ? end : undefined;
  }

  /** @param {string} letter */
  joined(letter) {
    return new RegExp(`^${letter}1 at .*: joined`, 'm').test(this.text);
  }

  /** @param {string} cell */
  choose(cell) {
    const ends = this.lines.filter((line) => line.cells.at(-1) === cell && this.canMove(line.name));
    const own = ends.find((line) => line.name !== this.chosen) ?? ends[0];
    const line = own ?? this.lines.find((one) => one.cells.includes(cell) && this.canMove(one.name));
    this.chosen = line && line.name !== this.chosen ? line.name : '';
    this.look();
    if (this.chosen) this.table.say(this.table.t('puzzle-chosen', {item: this.chosen}), {quiet: true});
  }

  /** The move of the chosen line to a cell. @param {string} cell */
  way(cell) {
    const head = this.heads().get(this.chosen)?.cells.at(-1);
    const way = head ? Object.keys(WAYS).find((one) => step(head, one) === cell) : undefined;
    return way ? `${this.chosen} ${way}` : '';
  }

  /** @param {string} cell */
  pick(cell) {
    if (!this.moves.size) return;
    const move = this.way(cell);
    const isOther = this.lines.some((line) => line.name !== this.chosen && line.cells.at(-1) === cell);
    if (move && (this.moves.has(move) || !isOther)) send(this.table, move);
    else this.choose(cell);
  }
}

/**
 * @param {string} cell
 * @param {string} way
 */
function step(cell, way) {
  const [x, y] = WAYS[way];
  return `${String.fromCharCode(cell.charCodeAt(0) + x)}${Number(cell.slice(1)) + y}`;
}
