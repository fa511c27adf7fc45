// A scene of boards: cells with pieces, and below them whose sign is whose.

import {fill, h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';
import {glide} from '/static/js/pieces/motion.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {GraphBoard} from '/static/js/scene/graphs.js';
import {GridPart} from '/static/js/scene/grids.js';
import {PuzzlePart} from '/static/js/scene/puzzles.js';
import {called, drawn} from '/static/js/scene/shapes.js';
import {showSide} from '/static/js/scene/sides.js';

/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene-boards { display: grid; gap: 0.6rem; justify-items: center; width: 100%; }
.scene-boards .board { --board-width: 27rem; }
.scene-boards.sided { gap: 0.4rem; }
.scene-boards.sided .board { --board-width: min(34rem, var(--board-height, 58vh)); min-width: min(100%, 19rem); }
.scene-boards .board.bare .cell { border-width: 2px; }
.scene-choice { display: flex; flex-wrap: wrap; gap: 0.4rem; justify-content: center; }
.scene-choice:empty, .scene-signs:empty { display: none; }
.scene-choice button:has(> .piece) { width: 3.4rem; height: 3.4rem; padding: 0.2rem; }
.scene-signs { display: flex; flex-wrap: wrap; gap: 0 1.2rem; justify-content: center; font-weight: 600; }
`);

/** How long a piece slides, in milliseconds. */
const SLIDE = 260;

/** Boards and who plays on them, as a layout of scenes. */
export class Boards {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.signs = h('div.scene-signs');
    this.notes = h('div.scene-notes');
    this.element = h('div.scene-boards');
    this.choice = h('div.scene-choice', {role: 'group', 'aria-label': table.t('selection')});
    this.sides = table.names.map(() => h('div.scene-side'));
    /** @type {GridPart[]} */
    this.grids = [];
    /** @type {GraphBoard[]} */
    this.graphs = [];
    /** @type {PuzzlePart[]} */
    this.puzzles = [];
    /** What is made by picking cells or places. @type {Set<string>} */
    this.moves = new Set();
  }

  /**
   * @param {Frame} frame
   * @param {Scene} scene
   */
  async show(frame, scene) {
    const {parts = [], seats, title = [], notes = [], round = false} = scene;
    const {names, t} = this.table;
    const moves = (frame.choice?.moves ?? []).filter((move) => typeof move === 'string');
    this.moves = new Set();
    this.choice.replaceChildren();
    const grids = gridsOf(scene);
    const before = gridsOf(frame.before?.scene);
    /** @type {import('/static/js/scene/grids.js').Choosing} */
    const choose = (found, becomes) => this.choose(found, becomes);
    grids.forEach((grid, n) => {
      if (!this.grids[n]?.fits(grid)) this.grids[n] = new GridPart(this.table, grid, choose);
      // Moves that name cells are those of one grid, or nobody knows which.
      const how = {alone: grids.length === 1, before: before[n] ?? null};
      for (const move of this.grids[n].take(grid, moves, how)) this.moves.add(move);
    });
    const graphs = parts.flatMap((part) => (part.part === 'graph' ? [part] : []));
    graphs.forEach((graph, n) => {
      this.graphs[n] ??= new GraphBoard(t, (found) => this.choose(found));
      for (const move of this.graphs[n].show(graph, moves)) this.moves.add(move);
    });
    const puzzles = parts.flatMap((part) => (part.part === 'puzzle' ? [part] : []));
    puzzles.forEach((puzzle, n) => {
      this.puzzles[n] ??= new PuzzlePart(this.table, puzzle);
      for (const move of this.puzzles[n].show(puzzle, scene, moves)) this.moves.add(move);
    });
    const shown = this.grids.slice(0, grids.length);
    const boards = [
      ...shown.map(({board}) => board),
      ...this.graphs.slice(0, graphs.length),
      ...this.puzzles.slice(0, puzzles.length),
    ];
    const side = sideOf(scene);
    this.element.classList.toggle('sided', side !== null);
    const sided = side === null ? [] : [...seats.keys()];
    for (const seat of sided) showSide(this.table, this.sides[seat], scene, seat);
    const [upper, lower] = [false, true].map((own) => sided.filter((seat) => (seat === side) === own).map((seat) => this.sides[seat]));
    const signs = seats.flatMap(({sign}, seat) =>
      sign && side === null ? [h('span', {}, t('scene-sign', {name: names[seat], sign: sign.sign}))] : [],
    );
    this.signs.replaceChildren(...signs);
    // Beside a board there is room for what goes on alone.
    const said = side === null ? [...title, ...notes] : notes;
    this.notes.replaceChildren(...(round || puzzles.length > 0 ? [] : said).map(({text}) => h('p', {}, text.sentence ?? '')));
    this.notes.hidden = !this.notes.children.length;
    arrange(this.element, [...upper, ...boards.map(({element}) => element), this.choice, ...lower, this.signs, this.notes]);
    await glide(this.element, () => shown.forEach((grid) => grid.place()), {animate: frame.animate, duration: SLIDE});
  }

  /**
   * Makes a move; of several one is chosen, which may be what a piece becomes.
   *
   * @param {readonly string[]} moves
   * @param {readonly import('/static/js/protocol.js').Piece[]} [becomes]
   */
  choose(moves, becomes = []) {
    this.choice.replaceChildren();
    if (moves.length === 1) {
      void send(this.table, moves[0]);
      return;
    }
    const {t} = this.table;
    const rank = (/** @type {string} */ move) => becomes.findIndex(({sign}) => move.endsWith(sign.toLowerCase()));
    const sorted = [...moves].sort((one, other) => rank(one) - rank(other));
    const buttons = sorted.map((move) => {
      const piece = becomes[rank(move)];
      const act = {type: 'button', onclick: () => this.choose([move])};
      return piece ? h('button', {...act, 'aria-label': called(piece, t)}, drawn(piece)) : h('button.primary', act, move);
    });
    fill(this.choice, becomes.length > 0 && t('selection'), buttons);
    buttons[0]?.focus();
  }
}

/** @param {Scene | null} [scene] @returns {Grid[]} */
export function gridsOf(scene) {
  return (scene?.parts ?? []).flatMap((part) => (part.part === 'grid' ? [part] : []));
}

/** The seat from whose side a scene's board is seen; null: it is seen from none. @param {Scene} scene */
export function sideOf(scene) {
  return gridsOf(scene).find(({side}) => side !== undefined && side !== null)?.side ?? null;
}
