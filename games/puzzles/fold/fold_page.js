// Draws fold: blocks that unfold over their edges, and the past of each.

import {fill, h} from '/static/js/dom.js';
import {Board} from '/static/js/pieces/boards.js';
import {adopt} from '/static/js/pieces/style.js';
import {Tree, colourOf, gridOf, learn, send, textsOf} from '/games/puzzle.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const MOVE = /^([A-Z]) (left|right|up|down)$/;
const ARROWS = /** @type {Record<string, string>} */ ({left: '←', up: '↑', down: '↓', right: '→'});

const WORDS = {
  en: `
fold-board = The grid
fold-hint = Choose a block, then the side to which it unfolds.
fold-where = To which side does block { $item } unfold?
fold-way = Unfold { $item } { $way ->
    [left] to the left
    [right] to the right
    [up] upwards
   *[down] downwards
  }
fold-first = { $cell }, block { $item }, where it began
fold-unfolded = { $cell }, block { $item }
`,
  de: `
fold-board = Das Feld
fold-hint = Wähle einen Block, dann die Seite, zu der er sich auffaltet.
fold-where = Zu welcher Seite faltet sich Block { $item } auf?
fold-way = { $item } { $way ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
   *[down] nach unten
  } auffalten
fold-first = { $cell }, Block { $item }, wo er begann
fold-unfolded = { $cell }, Block { $item }
`,
};

const STYLE = `
.fold .cell.block { background: var(--item); color: #fff; }
.fold .cell.unfolded { background: color-mix(in srgb, var(--item) 72%, #fff); color: #111; }
.fold .cell.picked { box-shadow: inset 0 0 0 3px var(--board-mark); }
.fold .cell.can::after { display: none; }
.fold .puzzle-tools button { min-width: 2.75rem; }
`;

/** @param {Table} table */
export function create(table) {
  learn(table);
  table.learn(WORDS);
  adopt(STYLE);
  return new Fold(table);
}

class Fold {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tree = new Tree(table);
    this.tools = h('div.puzzle-tools');
    this.main = h('div.puzzle-main', {}, this.tools);
    this.element = h('div.puzzle.fold', {}, this.main, this.tree.element);
    /** @type {Board | null} */
    this.board = null;
    this.chosen = '';
    this.over = false;
    this.solved = false;
    /** @type {Set<string>} */
    this.moves = new Set();
    /** @type {Map<string, string>} */
    this.marks = new Map();
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && (MOVE.test(move) || /^(undo|redo) /.test(move));
  }

  /** @param {Frame} frame */
  show({view, choice}) {
    const {columns, rows, marks} = gridOf(view.text);
    this.marks = marks;
    if (!this.board) {
      const pick = (/** @type {string} */ cell) => this.pick(cell);
      this.board = new Board({columns, rows, label: this.table.t('fold-board'), pick});
      this.main.append(this.board.element);
    }
    this.moves = textsOf(choice);
    this.over = view.turn === 'over';
    this.solved = this.over && !view.state.given_up;
    if (choice && !this.ways(this.chosen).length) this.chosen = '';
    this.look();
    const letters = new Set([...view.state.puzzle.grid.rows.join('')].filter((mark) => /[A-Z]/.test(mark)));
    this.tree.show(view, [...letters].sort(), this.moves);
  }

  /** @param {string} name */
  ways(name) {
    return Object.keys(ARROWS).filter((way) => this.moves.has(`${name} ${way}`));
  }

  look() {
    const {t} = this.table;
    this.board?.show((cell) => {
      const mark = this.marks.get(cell) ?? '.';
      const name = mark.toUpperCase();
      const isBlock = /[A-Z]/.test(name);
      if (isBlock) this.board?.at(cell)?.style.setProperty('--item', colourOf(name));
      const first = isBlock && mark === name;
      return {
        label: t(mark === '#' ? 'puzzle-wall' : !isBlock ? 'puzzle-free' : first ? 'fold-first' : 'fold-unfolded', {cell, item: name}),
        content: first ? name : null,
        can: isBlock && this.ways(name).length > 0,
        classes: [
          mark === '#' ? 'wall' : '',
          isBlock ? 'block' : '',
          isBlock && !first ? 'unfolded' : '',
          isBlock && name === this.chosen ? 'picked' : '',
        ].filter(Boolean),
      };
    });
    this.showTools();
  }

  /** @param {string} cell */
  pick(cell) {
    const name = (this.marks.get(cell) ?? '').toUpperCase();
    if (/[A-Z]/.test(name) && name !== this.chosen) {
      this.chosen = this.ways(name).length ? name : '';
      this.look();
      if (this.chosen) this.table.say(this.table.t('fold-where', {item: this.chosen}), {quiet: true});
      return;
    }
    const way = this.chosen && name !== this.chosen ? this.side(cell) : '';
    if (way) send(this.table, `${this.chosen} ${way}`);
    else {
      this.chosen = '';
      this.look();
    }
  }

  /** On which side of the chosen block a cell lies. @param {string} cell */
  side(cell) {
    const cells = [...this.marks].filter(([, mark]) => mark.toUpperCase() === this.chosen).map(([name]) => name);
    const columns = cells.map((one) => one.charCodeAt(0));
    const rows = cells.map((one) => Number(one.slice(1)));
    const [column, row] = [cell.charCodeAt(0), Number(cell.slice(1))];
    if (column < Math.min(...columns)) return 'left';
    if (column > Math.max(...columns)) return 'right';
    if (row < Math.min(...rows)) return 'up';
    return row > Math.max(...rows) ? 'down' : '';
  }

  showTools() {
    const {t} = this.table;
    const buttons = this.ways(this.chosen).map((way) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': t('fold-way', {item: this.chosen, way}),
          onclick: () => send(this.table, `${this.chosen} ${way}`),
        },
        ARROWS[way],
      ),
    );
    const asked = this.chosen ? t('fold-where', {item: this.chosen}) : this.over ? '' : t('fold-hint');
    const ways = buttons.length > 0 && h('div.puzzle-ways', {}, buttons);
    fill(this.tools, this.solved ? h('strong', {}, t('puzzle-solved')) : asked, ways);
  }
}
