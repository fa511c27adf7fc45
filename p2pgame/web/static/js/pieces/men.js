// Pieces on a board that keep their identity from one position to the next, though a view
// only says what lies where: what is gone from one cell and new on another has moved.

import {h} from '/static/js/dom.js';

let made = 0;

/** Elements for what lies on cells, the same element for as long as a piece is there. */
export class Men {
  /** @param {(kind: string) => Element} draw what a piece of a kind looks like */
  constructor(draw) {
    this.draw = draw;
    /** @type {Map<string, {kind: string, element: HTMLElement}>} */
    this.placed = new Map();
  }

  /**
   * Takes up a position.
   *
   * @param {ReadonlyMap<string, string>} position the kind of the piece on each cell
   * @param {readonly [string, string][]} [moves] from and to, if they are known
   */
  place(position, moves = []) {
    const next = new Map();
    const left = new Map(this.placed);
    const take = (/** @type {string} */ from, /** @type {string} */ to) => {
      const man = left.get(from);
      if (!man || man.kind !== position.get(to) || next.has(to)) return;
      left.delete(from);
      next.set(to, man);
    };
    for (const [from, to] of moves) take(from, to);
    for (const cell of position.keys()) take(cell, cell);
    for (const [cell, kind] of position) {
      if (next.has(cell)) continue;
      const from = [...left].find(([, man]) => man.kind === kind);
      if (from) take(from[0], cell);
      else next.set(cell, {kind, element: this.make(kind)});
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

  /** @param {string} kind */
  make(kind) {
    made += 1;
    return h('span.man', {data: {key: `man-${made}`}}, this.draw(kind));
  }
}

/**
 * What has changed between two positions: the cells whose piece is another now.
 *
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 * @returns {string[]}
 */
export function changed(before, after) {
  const cells = new Set([...before.keys(), ...after.keys()]);
  return [...cells].filter((cell) => before.get(cell) !== after.get(cell));
}
