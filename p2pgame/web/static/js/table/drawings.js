// Finds a game's drawing: its own, if it ships one; else that of its scenes.

import {prefs} from '/static/js/prefs.js';
import {SceneDrawing} from '/static/js/scene/scene.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/types.js').Drawing} Drawing */
/** @typedef {import('/static/js/types.js').Frame} Frame */
/** Loads a module by its place. @typedef {(place: string) => Promise<any>} Load */

/**
 * Makes the drawing of a table; a game's own that fails is replaced by that of scenes, and
 * so is every one for a player who prefers that.
 *
 * @param {Table} table
 * @param {Load} [load]
 * @returns {Promise<Drawing>}
 */
export async function drawingOf(table, load = (place) => import(place)) {
  if (prefs().plain) return new SceneDrawing(table);
  const own = await load(`/games/${table.begun.game}.js`).catch(noModule);
  if (!own) return new Guarded(table, new SceneDrawing(table));
  try {
    return new Guarded(table, own.create(table));
  } catch (wrong) {
    console.error(wrong);
    return new SceneDrawing(table);
  }
}

/** A game without a drawing has no module; one that can't be read is told. @param {unknown} wrong */
function noModule(wrong) {
  if (wrong instanceof SyntaxError) console.error(wrong);
  return null;
}

/** A game's own drawing; one that throws is put away and replaced, and the table goes on. */
class Guarded {
  /**
   * @param {Table} table
   * @param {Drawing} drawing
   */
  constructor(table, drawing) {
    this.table = table;
    this.drawing = drawing;
    this.isDestroyed = false;
    this.element = document.createElement('div');
    this.element.className = 'guarded';
    this.element.append(drawing.element);
  }

  /** @param {Frame} frame */
  async show(frame) {
    const {drawing} = this;
    try {
      await drawing.show(frame);
    } catch (wrong) {
      console.error(wrong);
      if (this.isDestroyed) return;
      if (drawing === this.drawing) this.replace();
      await this.drawing.show({...frame, before: null});
    }
  }

  /** Puts the drawing of scenes into the place of the one that failed. */
  replace() {
    end(this.drawing);
    this.drawing = new SceneDrawing(this.table);
    this.element.replaceChildren(this.drawing.element);
  }

  /** @param {string | import('/static/js/types.js').Range} move */
  offers(move) {
    return this.drawing.offers?.(move) ?? false;
  }

  get showsPlayers() {
    return this.drawing.showsPlayers ?? false;
  }

  destroy() {
    this.isDestroyed = true;
    end(this.drawing);
  }
}

/** Ends a drawing; the page goes on also if that fails. @param {Drawing} drawing */
function end(drawing) {
  try {
    drawing.destroy?.();
  } catch (wrong) {
    console.error(wrong);
  }
}
