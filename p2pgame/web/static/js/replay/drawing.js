// Finds the drawing of a game: its own, or the one that every game has.

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Drawing} Drawing */
/** @typedef {import('/static/js/types').Renderer} Renderer */

/** Loads a module by its place. @typedef {(place: string) => Promise<any>} Load */

/**
 * Makes the drawing of a table's game.
 *
 * @param {Table} table
 * @param {Load} [load]
 * @returns {Promise<Drawing>}
 */
export async function drawingOf(table, load = (place) => import(place)) {
  /** @type {Renderer} */
  let renderer;
  try {
    renderer = await load(`/games/${table.begun.game}.js`);
  } catch {
    renderer = await load('/static/js/table/generic.js');
  }
  return renderer.create(table);
}
