// Leduc poker: six cards, one of them for both.

import {duel} from '/games/duel.js';

/**
 * @param {import('/static/js/types').Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return duel(table, {
    deck: 6,
    board: 2,
    raise: ({board}) => (board ? 4 : 2),
    paid: ({paid}) => paid,
  });
}
