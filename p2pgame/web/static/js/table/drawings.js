// Finds a game's drawing: its own, if it ships one, else that of any game.

import * as generic from '/static/js/table/generic.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/types.js').Drawing} Drawing */
/** @typedef {import('/static/js/types.js').Frame} Frame */

/**
 * Makes the drawing of a table; a game's own that fails is replaced by the general one.
 *
 * @param {Table} table
 * @returns {Promise<Drawing>}
 */
export async function drawingOf(table) {
  try {
    const own = await import(`/games/${table.begun.game}.js`);
    return new Guarded(table, own.create(table));
  } catch {
    return generic.create(table);
  }
}

/** A game's own drawing; one that throws is replaced, and the table goes on. */
class Guarded {
  /**
   * @param {Table} table
   * @param {Drawing} drawing
   */
  constructor(table, drawing) {
    this.table = table;
    this.drawing = drawing;
    this.element = document.createElement('div');
    this.element.className = 'guarded';
    this.element.append(drawing.element);
  }

  /** @param {Frame} frame */
  async show(frame) {
    try {
      await this.drawing.show(frame);
    } catch (wrong) {
      console.error(wrong);
      this.drawing = generic.create(this.table);
      this.element.replaceChildren(this.drawing.element);
      await this.drawing.show({...frame, before: null});
    }
  }

  /** @param {string | import('/static/js/types.js').Range} move */
  offers(move) {
    return this.drawing.offers?.(move) ?? false;
  }

  get showsPlayers() {
    return this.drawing.showsPlayers ?? false;
  }

  destroy() {
    this.drawing.destroy?.();
  }
}
