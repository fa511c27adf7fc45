// Pieces on a board that keep their identity from one position to the next, though a view
// only says what lies where: what is gone from one cell and new on another has moved.

import {h} from '/static/js/dom.js';

let made = 0;

/**
 * Elements for what lies on cells, the same element for as long as a piece is there.
 *
 * @template P
 */
export class Men {
  /** @param {(piece: P) => Element} draw what a piece looks like */
  constructor(draw) {
    this.draw = draw;
    /** @type {Map<string, {kind: string, element: HTMLElement}>} */
    this.placed = new Map();
  }

  /**
   * Takes up a position.
   *
   * @param {ReadonlyMap<string, P>} position the piece on each cell
   * @param {boolean} slide whether pieces go from cell to cell in this game
   */
  place(position, slide) {
    const next = new Map();
    const left = new Map(this.placed);
    const kinds = new Map([...position].map(([cell, piece]) => [cell, JSON.stringify(piece)]));
    const take = (/** @type {string} */ from, /** @type {string} */ to) => {
      const man = left.get(from);
      if (!man || man.kind !== kinds.get(to)) return;
      left.delete(from);
      next.set(to, man);
    };
    for (const cell of position.keys()) take(cell, cell);
    for (const [cell, piece] of position) {
      if (next.has(cell)) continue;
      const kind = kinds.get(cell) ?? '';
      const from = slide && [...left].find(([, man]) => man.kind === kind);
      if (from) take(from[0], cell);
      else next.set(cell, {kind, element: this.make(piece)});
    }
    this.placed = next;
  }

  /**
   * The piece on a cell; null: it is empty.
   *
   * @param {string} cell
   * @returns {HTMLElement | null}
   */
  on(cell) {
    return this.placed.get(cell)?.element ?? null;
  }

  /** @param {P} piece */
  make(piece) {
    made += 1;
    return h('span.man', {data: {key: `man-${made}`}}, this.draw(piece));
  }
}
