// Finds the drawing of a game: its own, or the one that every game has.

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Drawing} Drawing */
/** @typedef {import('/static/js/types').Renderer} Renderer */

/**
 * Makes the drawing of a table's game.
 *
 * @param {Table} table
 * @returns {Promise<Drawing>}
 */
export async function drawingOf(table) {
  const own = await load(`/games/${table.begun.game}.js`);
  const renderer = own ?? (await import('/static/js/table/generic.js'));
  return /** @type {Renderer} */ (renderer).create(table);
}

/**
 * @param {string} place
 * @returns {Promise<Renderer | null>} null: the game has none
 */
async function load(place) {
  try {
    return /** @type {Renderer} */ (await import(place));
  } catch {
    return null;
  }
}
