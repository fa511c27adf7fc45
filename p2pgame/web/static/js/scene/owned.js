// A scene in which each seat has a board of its own, such as a sea with ships.

import {h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {gridsOf} from '/static/js/scene/boards.js';
import {GridPart} from '/static/js/scene/grids.js';
import {Placing} from '/static/js/scene/placing.js';

/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene-owned { display: grid; gap: 0.8rem; width: 100%; }
.scene-owned-boards { display: flex; flex-wrap: wrap; gap: 1.2rem; justify-content: center; }
.scene-owned-boards section { display: grid; flex: 1 1 17rem; gap: 0.3rem; max-width: 26rem; }
.scene-owned-boards h2 { margin: 0 0 0 1.5rem; font-size: 1rem; }
.scene-owned-boards h2 small { font-weight: 400; }
.scene-owned .board { --board-width: 26rem; }
.board.sea { --board-light: #cfe3f1; --board-ink: #10222e; }
.board.sea .cell { box-shadow: 0 1px 0 color-mix(in srgb, var(--board-light), #000 22%); }
.board.sea .cell.can::after { width: 16%; height: 16%; opacity: 0.4; }
.board.sea .cell.can:not(:empty)::after { display: none; }
.board.sea .cell.last { outline: 3px solid var(--board-mark); outline-offset: -3px; }
.board.sea .cell.on-miss { background: #8fb9d6; }
.board.sea .cell.on-ship { background: #6b7280; color: #fff; }
.board.sea .cell.on-ship.dim { background: #9aa3b2; color: #10222e; }
.board.sea .cell.on-hit { background: #b3152c; color: #fff; }
.board.sea .cell.on-sunk { background: #4a0d17; color: #ffd9d9; }
`);

/** Boards of several seats, as a layout of scenes; one's own is last, unless ships are placed. */
export class Owned {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.placing = new Placing(table, () => this.place());
    this.boards = h('div.scene-owned-boards');
    this.element = h('div.scene-owned', {}, this.placing.element, this.boards);
    this.element.addEventListener('keydown', ({key}) => {
      if (key === 'r' && this.placing.isOpen) this.placing.turn();
    });
    /** @type {Map<number, {part: GridPart, note: HTMLElement, element: HTMLElement}>} */
    this.owned = new Map();
    /** What is made by picking cells. @type {Set<string>} */
    this.moves = new Set();
    /** @type {{frame: Frame, scene: Scene} | null} */
    this.now = null;
  }

  /**
   * @param {Frame} frame
   * @param {Scene} scene
   */
  async show(frame, scene) {
    this.now = {frame, scene};
    const fleet = (scene.parts ?? []).find((part) => part.part === 'ships') ?? null;
    this.placing.take(fleet, gridsOf(scene)[0].width, Boolean(fleet && frame.choice));
    this.place();
  }

  place() {
    if (!this.now) return;
    const {frame, scene} = this.now;
    const grids = gridsOf(scene);
    const moves = (frame.choice?.moves ?? []).filter((move) => typeof move === 'string');
    const isOpen = this.placing.isOpen;
    const sections = grids.map((grid, n) => {
      const {part, note, element} = this.of(grid);
      const mine = grid.owner === this.table.seat;
      const how = {alone: false, before: null, told: true, put: mine && isOpen ? (/** @type {string} */ cell) => this.placing.put(cell) : null};
      for (const move of part.take(mine ? this.placing.on(grid) : grid, moves, how)) this.moves.add(move);
      part.place();
      const notes = scene.seats[grid.owner ?? 0].notes ?? [];
      note.textContent = notes.map(({text}) => text.sentence).join(' · ');
      return element;
    });
    arrange(this.boards, isOpen ? sections : sections.reverse());
  }

  /** The board of a seat, which stays. @param {Grid} grid */
  of(grid) {
    const {t, names, seat} = this.table;
    const owner = grid.owner ?? 0;
    const made = this.owned.get(owner);
    if (made) return made;
    const label = owner === seat ? t('sea-own') : t('sea-of', {name: names[owner]});
    const part = new GridPart(this.table, grid, ([move]) => void send(this.table, move), label);
    const note = h('small');
    const element = h('section', {}, h('h2.small-head', {}, label, ' ', note), part.board.element);
    const found = {part, note, element};
    this.owned.set(owner, found);
    return found;
  }
}
