// A puzzle's grid as a part of a scene: lines or blocks that people pick, and then say where
// they go; the blocks beside it; and below or beside both what was done with each item.

import {fill, h, svg} from '/static/js/dom.js';
import {Board, letters, numbers} from '/static/js/pieces/boards.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {Tree, colourOf} from '/static/js/scene/trees.js';
import {sentence} from '/static/js/table/lines.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Item} Item */
/** @typedef {import('/static/js/protocol.js').Note} Note */
/** @typedef {import('/static/js/protocol.js').Puzzle} Puzzle */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */
/** What people see of a cell. @typedef {import('/static/js/pieces/boards.js').Cell} Cell */

adopt(`
.puzzle { display: flex; flex-wrap: wrap; gap: 1.2rem; justify-content: center; align-items: flex-start; width: 100%; }
.puzzle-main { display: grid; gap: 0.6rem; justify-items: center; flex: 1 1 18rem; max-width: 30rem; }
.puzzle .puzzle-main .board { --board-width: 26rem; }
.puzzle-tools { display: flex; flex-wrap: wrap; gap: 0.1rem 0.5rem; align-items: center; min-height: 2.4rem; justify-content: center; text-align: center; }
.puzzle-ways { display: flex; gap: 0.5rem; }
.puzzle-ways button { min-width: 2.75rem; }
.puzzle .board .cell svg { position: absolute; inset: 0; width: 100%; height: 100%; fill: none; stroke-width: 20; stroke-linecap: round; }
.puzzle .board .cell svg text { fill: #fff; stroke: none; font: 700 34px system-ui, sans-serif; text-anchor: middle; }
.puzzle .cell.wall { background: repeating-linear-gradient(45deg, #7d8189 0 4px, #666a72 4px 8px); }
.puzzle .cell.block { background: var(--item); color: #fff; }
.puzzle .cell.unfolded { background: color-mix(in srgb, var(--item) 72%, #fff); color: #111; }
.puzzle .cell.block.chosen { box-shadow: inset 0 0 0 3px var(--board-mark); }
.puzzle .cell.can:not(.target)::after { display: none; }
.puzzle .cell.block-target::after { inset: auto; width: 16%; height: 16%; opacity: 0.5; }
.puzzle .cell.block-target:not(:empty)::after { inset: auto; width: 16%; height: 16%; border: 0; border-radius: 50%; background: #fff; }
.puzzle-pad { display: flex; flex-wrap: wrap; gap: 0.8rem; align-items: center; justify-content: center; }
.puzzle-block { display: grid; place-content: center; gap: 2px; padding: 0.4rem; background: none; border: 2px solid transparent; border-radius: 0.5rem; min-height: 2.75rem; min-width: 2.75rem; cursor: pointer; }
.puzzle-block[aria-pressed='true'] { border-color: var(--board-mark); }
.puzzle-block:disabled { opacity: 0.35; cursor: default; }
.puzzle-block i { width: 1.5rem; height: 1.5rem; background: var(--item); border-radius: 3px; }
`);

/** The steps of the ways to the right and down. */
const WAYS = /** @type {Record<string, [number, number]>} */ ({left: [-1, 0], up: [0, -1], down: [0, 1], right: [1, 0]});
const ARROWS = /** @type {Record<string, string>} */ ({left: '←', up: '↑', down: '↓', right: '→'});

/** A puzzle; an item that is picked stays so as long as it can go somewhere. */
export class PuzzlePart {
  /**
   * @param {Table} table
   * @param {Puzzle} puzzle
   */
  constructor(table, puzzle) {
    const {t} = table;
    this.table = table;
    this.puzzle = puzzle;
    this.tree = new Tree(table);
    this.tools = h('div.puzzle-tools');
    this.board = new Board({
      columns: letters(puzzle.rows[0].length),
      rows: numbers(puzzle.rows.length),
      label: t('puzzle'),
      pick: (cell) => this.pick(cell),
      drag: (from, to) => this.drag(from, to),
    });
    this.pad = h('div.puzzle-pad', {role: 'group', 'aria-label': t('puzzle-pad')});
    const main = h('div.puzzle-main', {}, this.tools, this.board.element, this.pad);
    this.element = h('div.puzzle', {}, main, this.tree.element);
    this.picked = '';
    this.over = false;
    /** @type {readonly Note[]} */
    this.notes = [];
    /** @type {Set<string>} */
    this.moves = new Set();
  }

  /**
   * Shows a puzzle; returns the moves that it lets people make.
   *
   * @param {Puzzle} puzzle
   * @param {Scene} scene that it is a part of
   * @param {readonly string[]} moves those that may be made now
   */
  show(puzzle, {title = [], notes = [], payoffs = null}, moves) {
    this.puzzle = puzzle;
    this.notes = [...title, ...notes];
    this.over = payoffs !== null;
    const names = new Set(puzzle.items.map(({name}) => name));
    const own = moves.filter((move) => move.split(' ').some((word, n, all) => all.length === 2 && names.has(word)));
    this.moves = new Set(own);
    // Until there is something to choose again, what was picked stays so.
    if (this.over || (moves.length && !this.canMove(this.picked))) this.picked = '';
    this.draw();
    this.tree.show(puzzle.items, this.moves);
    return own;
  }

  /** @param {string} name */
  canMove(name) {
    return [...this.moves].some((move) => move.startsWith(`${name} `));
  }

  /** @param {string} name */
  item(name) {
    return this.puzzle.items.find((one) => one.name === name);
  }

  draw() {
    const {puzzle} = this;
    const beside = puzzle.items.filter(({cells = [], shape}) => shape && !cells.length);
    this.board.show((cell) => this.cell(cell));
    this.pad.hidden = !beside.length;
    fill(this.pad, beside.map((item) => this.block(item)));
    this.drawTools();
  }

  /** @param {string} cell @returns {Cell} */
  cell(cell) {
    const {puzzle} = this;
    const {lines = false} = puzzle;
    const on = this.on(cell);
    const mark = markOf(puzzle, cell);
    const [item] = on;
    const goal = this.goal(cell);
    const target = this.moves.has(goal) && this.goes(cell, goal);
    const movable = on.some((one) => this.canMove(one.name) && (!lines || isHead(one, cell)));
    const first = item && begins(item, cell);
    const isPicked = item?.name === this.picked && this.picked !== '';
    if (item && !lines) this.board.at(cell)?.style.setProperty('--item', colourOf(item.name));
    const kind = lines ? (isHead(item, cell) ? 'head' : first ? 'point' : 'line') : first ? 'first' : 'item';
    return {
      label: this.table.t(mark === '#' ? 'puzzle-wall' : item ? `puzzle-${kind}` : 'puzzle-free', {cell, item: item?.name ?? ''}),
      content: lines ? this.drawn(cell, mark, on) : item && (first || !item.begins) ? item.name : null,
      can: target || movable,
      drags: lines && movable,
      chosen: isPicked && (!lines || isHead(item, cell)),
      classes: [
        mark === '#' && 'wall',
        target && 'target',
        target && !lines && 'block-target',
        item && !lines && 'block',
        item?.begins && !lines && !first && 'unfolded',
      ].filter((one) => typeof one === 'string'),
    };
  }

  /** The items on a cell, those first whose end it is. @param {string} cell */
  on(cell) {
    const on = this.puzzle.items.filter(({cells = []}) => cells.includes(cell));
    return on.sort((one, other) => Number(isHead(other, cell)) - Number(isHead(one, cell)));
  }

  /**
   * What leads the picked item to a cell: a move that may be made, if there is one.
   *
   * @param {string} cell
   */
  goal(cell) {
    const item = this.item(this.picked);
    if (!item) return '';
    const {name, cells = [], shape = []} = item;
    const [x, y] = placeOf(cell);
    const [first] = shape;
    if (first) {
      // So that any cell of the block comes there; its first one if that can be.
      const places = shape.map((one) => [x - placeOf(one)[0] + placeOf(first)[0], y - placeOf(one)[1] + placeOf(first)[1]]);
      const moves = places.map(([column, row]) => `${name} ${cellAt(column, row)}`);
      return moves.find((move) => this.moves.has(move)) ?? moves[0];
    }
    const from = this.puzzle.lines ? [placeOf(cells[cells.length - 1])] : cells.map(placeOf);
    const [right, down] = [beyond(x, from.map(([one]) => one)), beyond(y, from.map(([, one]) => one))];
    if (this.puzzle.lines && Math.abs(right) + Math.abs(down) !== 1) return '';
    const isWay = ([dx, dy] = [0, 0]) => (right ? dx === Math.sign(right) : !dx && dy === Math.sign(down));
    const way = Object.keys(WAYS).find((one) => isWay(WAYS[one]));
    return way ? `${name} ${way}` : '';
  }

  /**
   * Whether a click on a cell makes a move there, and does not pick what lies there: that goes
   * over others' lines, and a block goes on others.
   *
   * @param {string} cell
   * @param {string} goal
   */
  goes(cell, goal) {
    const {picked, puzzle} = this;
    const {lines = false} = puzzle;
    const lies = this.on(cell).find((one) => !lines || (one.name !== picked && isHead(one, cell)));
    if (!lies) return Boolean(goal);
    return this.moves.has(goal) && (lines || (lies.name !== picked && Boolean(this.item(picked)?.shape)));
  }

  /** @param {string} cell */
  pick(cell) {
    if (!this.moves.size) return;
    const goal = this.goal(cell);
    if (!this.goes(cell, goal)) return this.choose(this.on(cell).filter((one) => this.canMove(one.name)));
    if (this.item(this.picked)?.shape) this.picked = '';
    this.draw();
    void send(this.table, goal);
  }

  /** Picks one of these that is not picked, or else none. @param {readonly Item[]} items */
  choose(items) {
    const item = items.find(({name}) => name !== this.picked);
    this.picked = item?.name ?? '';
    const isFocused = this.pad.contains(document.activeElement);
    this.draw();
    if (isFocused) /** @type {HTMLElement | null} */ (this.pad.querySelector('[aria-pressed="true"]'))?.focus();
    if (item) this.table.say(item.ask ? sentence(item.ask.sentence ?? '') : this.table.t('puzzle-picked', {item: item.name}), {quiet: true});
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  drag(from, to) {
    if (!this.moves.has(this.goal(to))) this.choose(this.on(from).filter((one) => this.canMove(one.name)));
    this.pick(to);
  }

  /** A block beside the grid. @param {Item} item */
  block({name, shape = []}) {
    return h(
      'button.puzzle-block',
      {
        type: 'button',
        'aria-label': this.table.t('puzzle-block', {item: name, cells: shape.length}),
        'aria-pressed': String(this.picked === name),
        disabled: !this.canMove(name),
        style: {'--item': colourOf(name)},
        onclick: () => this.choose(this.puzzle.items.filter((one) => one.name === name)),
      },
      shape.map(placeOf).map(([x, y]) => h('i', {style: {'grid-column': x + 1, 'grid-row': y + 1}})),
    );
  }

  /**
   * Lines through a cell, and the point on it.
   *
   * @param {string} cell
   * @param {string} mark
   * @param {readonly Item[]} on
   */
  drawn(cell, mark, on) {
    const [x, y] = placeOf(cell);
    const parts = on.flatMap((item) => {
      const {cells = [], name} = item;
      const at = cells.indexOf(cell);
      const stroke = colourOf(name);
      const near = [cells[at - 1], cells[at + 1] ?? this.joins(item)].filter(Boolean).map(placeOf);
      const ways = near.map(([column, row]) => svg('path', {d: `M50 50L${(column - x) * 50 + 50} ${(row - y) * 50 + 50}`, stroke}));
      return at > 0 && isHead(item, cell) ? [...ways, svg('circle', {cx: 50, cy: 50, r: 15, fill: stroke})] : ways;
    });
    if (mark === '+') parts.push(svg('path', {d: 'M50 0V100M0 50H100', stroke: '#0003', 'stroke-width': 2}));
    if (/[A-Z]/.test(mark)) {
      parts.push(svg('circle', {cx: 50, cy: 50, r: 32, fill: colourOf(mark)}));
      parts.push(svg('text', {x: 50, y: 62}, mark));
    }
    return parts.length ? svg('svg', {viewBox: '0 0 100 100', 'aria-hidden': 'true'}, parts) : null;
  }

  /** The end of the other half of a line, if the two are joined. @param {Item} item */
  joins(item) {
    const {items} = this.puzzle;
    return item.joined ? items[items.indexOf(item) ^ 1].cells?.at(-1) : undefined;
  }

  drawTools() {
    const {t} = this.table;
    const item = this.item(this.picked);
    const ways = item && !item.shape && !this.puzzle.lines ? Object.keys(WAYS).filter((way) => this.moves.has(`${item.name} ${way}`)) : [];
    const button = (/** @type {string} */ move, /** @type {string} */ label, text = label) =>
      h('button', {type: 'button', 'aria-label': label, onclick: () => void send(this.table, move)}, text);
    const ask = !this.over && (item?.ask ?? this.puzzle.ask);
    const said = this.notes.map(({text, tone = ''}) =>
      h(tone === 'good' || tone === 'bad' ? 'strong' : 'span.soft', {}, ' ', sentence(text.sentence ?? '')),
    );
    const buttons = ways.map((way) => button(`${this.picked} ${way}`, t('puzzle-way', {item: this.picked, way}), ARROWS[way]));
    fill(
      this.tools,
      h('span', {}, ask && sentence(ask.sentence ?? ''), said),
      buttons.length > 0 && h('div.puzzle-ways', {}, buttons),
      item?.off && this.moves.has(item.off) && button(item.off, t('puzzle-off', {item: item.name})),
    );
  }
}

/** @param {Puzzle} puzzle @param {string} cell */
function markOf({rows}, cell) {
  const [x, y] = placeOf(cell);
  return rows[y][x];
}

/** Whether a line ends on a cell. @param {Item | undefined} item @param {string} cell */
function isHead(item, cell) {
  return item?.cells?.at(-1) === cell;
}

/** @param {Item} item @param {string} cell */
function begins({cells = [], begins: count = 0}, cell) {
  return cells.slice(0, count).includes(cell);
}

/** The column and the row of a cell. @param {string} cell @returns {[number, number]} */
function placeOf(cell) {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
}

/** How far a place is beyond all of these; 0: it is among them. @param {number} place @param {number[]} all */
function beyond(place, all) {
  return Math.max(place - Math.max(...all), 0) - Math.max(Math.min(...all) - place, 0);
}

/** @param {number} column @param {number} row */
function cellAt(column, row) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}
