// Draws tic-tac-toe.

import {h, svg} from '/static/js/dom.js';
import {Board} from '/static/js/pieces/boards.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const LINES = ['123', '456', '789', '147', '258', '369', '159', '357'];

const WORDS = {
  en: `
tictactoe-board = The board
tictactoe-free = { $cell }, free
tictactoe-mark = { $cell }, { $mark }
tictactoe-plays = { $name }: { $mark }
`,
  de: `
tictactoe-board = Das Brett
tictactoe-free = { $cell }, frei
tictactoe-mark = { $cell }, { $mark }
tictactoe-plays = { $name }: { $mark }
`,
};

const STYLE = `
.tictactoe { display: grid; gap: 0.6rem; justify-items: center; width: 100%; }
.tictactoe .board { --board-width: 27rem; }
.tictactoe .board .cell { border-width: 2px; }
.tictactoe .cell svg { width: 74%; height: 74%; fill: none; stroke-width: 9; stroke-linecap: round; }
.tictactoe-x { stroke: #b3152c; }
.tictactoe-o { stroke: #1550b0; }
.tictactoe-names { display: flex; gap: 1.2rem; font-weight: 600; }
`;

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new TicTacToe(table);
}

class TicTacToe {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Set<string>} */
    this.free = new Set();
    this.board = new Board({
      columns: ['a', 'b', 'c'],
      rows: ['1', '2', '3'],
      name: (column, row) => String('abc'.indexOf(column) + 1 + 3 * (Number(row) - 1)),
      label: table.t('tictactoe-board'),
      coordinates: false,
      pick: (cell) => this.pick(cell),
    });
    const names = h(
      'div.tictactoe-names',
      {},
      table.names.map((name, seat) =>
        h('span', {}, table.t('tictactoe-plays', {name, mark: 'XO'[seat]})),
      ),
    );
    this.element = h('div.tictactoe', {}, this.board.element, names);
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && /^[1-9]$/.test(move);
  }

  /** @param {Frame} frame */
  show({view, choice}) {
    const {x, o} = view.state;
    const has = (/** @type {number} */ mask, /** @type {string} */ cell) =>
      Boolean((mask >> (Number(cell) - 1)) & 1);
    const line = LINES.find((one) =>
      [x, o].some((mask) => [...one].every((cell) => has(mask, cell))),
    );
    this.free = new Set(/** @type {string[]} */ (choice?.moves ?? []));
    this.board.show((cell) => {
      const mark = has(x, cell) ? 'X' : has(o, cell) ? 'O' : '';
      return {
        label: mark
          ? this.table.t('tictactoe-mark', {cell, mark})
          : this.table.t('tictactoe-free', {cell}),
        content: mark ? drawn(mark) : null,
        can: this.free.has(cell),
        classes: line?.includes(cell) ? ['last'] : [],
      };
    });
  }

  /** @param {string} cell */
  pick(cell) {
    if (!this.free.size) return;
    this.table.move(cell).catch((error) => this.table.say(error.message));
  }
}

/** @param {string} mark */
function drawn(mark) {
  return mark === 'X'
    ? svg('svg.tictactoe-x', {viewBox: '0 0 60 60'}, svg('path', {d: 'M10 10 50 50M50 10 10 50'}))
    : svg('svg.tictactoe-o', {viewBox: '0 0 60 60'}, svg('circle', {cx: 30, cy: 30, r: 21}));
}
