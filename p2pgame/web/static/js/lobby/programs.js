// The programs that play a game, the weakest first.

import { once } from './games.js';

/** @typedef {import('/static/js/protocol.js').ProgramShown} ProgramShown */

/**
 * @param {import('/static/js/hub.js').Hub} hub
 * @param {string} game
 * @returns {Promise<ProgramShown[]>}
 */
export function programs(hub, game) {
  return once(`programs ${game}`, async () => {
    const { programs } = await hub.answer({ command: 'list-programs', game }, 'programs');
    return programs;
  });
}
