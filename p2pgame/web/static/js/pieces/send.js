// Makes a move, and says why it was refused.

/** @typedef {import('/static/js/types').Table} Table */

/**
 * Makes a move; a refusal is said.  Returns whether the move was made: then its turn is
 * over for this player, also while the others are waited for.
 *
 * @param {Table} table
 * @param {string} move
 * @param {string} [confirm] what to ask first
 * @returns {Promise<boolean>}
 */
export async function send(table, move, confirm) {
  try {
    await table.move(move, confirm ? {confirm} : {});
    return true;
  } catch (refused) {
    const said = refused instanceof Error ? refused.message : String(refused);
    if (said !== 'unconfirmed') table.say(said);
    return false;
  }
}
