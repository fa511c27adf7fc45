// Kuhn poker: three cards, one bet.

import {duel} from '/games/duel.js';

/**
 * @param {import('/static/js/types').Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return duel(table, {
    deck: 3,
    board: null,
    raise: () => 1,
    paid: ({actions}) => {
      const puts = (/** @type {number} */ seat) =>
        actions.some((/** @type {string} */ move, /** @type {number} */ n) => n % 2 === seat && ['bet', 'call'].includes(move));
      return [0, 1].map((seat) => (puts(seat) ? 2 : 1));
    },
  });
}
