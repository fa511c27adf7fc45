// The programs that play a game, the weakest first.

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} strength  `easy`, `middling`, `strong` or `perfect`
 * @property {string} about     how it plays, in a sentence
 */

/**
 * @param {import('/static/js/hub.js').Hub} hub
 * @param {string} game
 * @returns {Promise<Program[]>}
 */
export async function programs(hub, game) {
  return [];
}
