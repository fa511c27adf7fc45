// Reads what a game's state says beside its zones: chips of players and in the middle, and
// graphs of places.  Nothing here touches the page.

/**
 * Chips under one name: one amount for each seat, or a single one in the middle.
 *
 * @typedef {object} Chips
 * @property {string} name
 * @property {number[] | null} seats
 * @property {number} all
 */

/**
 * Places with ways between them, and what the state says of each place.
 *
 * @typedef {object} Graph
 * @property {number[][]} neighbours by place, where its ways lead
 * @property {string[]} lies by place
 */

/** What games call their chips. */
const CHIPS = new Set(['stacks', 'chips', 'bets', 'paid', 'pot', 'pots', 'bank', 'stakes', 'coins', 'money']);

/** @param {any} value */
const isCount = (value) => Number.isInteger(value) && value >= 0;

/**
 * The chips that a state tells of; those of the seats once, where two names have the same.
 *
 * @param {Record<string, any>} state
 * @param {number} players
 * @param {readonly number[]} [scores] what stands beside the players' names already
 * @returns {Chips[]}
 */
export function stateChips(state, players, scores = []) {
  /** @type {Chips[]} */
  const found = [];
  const known = new Set([String(scores)]);
  for (const [name, value] of Object.entries(state)) {
    if (!CHIPS.has(name) || (Array.isArray(value) && known.has(String(value)))) continue;
    known.add(String(value));
    const isOfSeats = Array.isArray(value) && value.length === players && value.every(isCount);
    if (isOfSeats) found.push({name, seats: value, all: value.reduce((sum, one) => sum + one, 0)});
    else if (isCount(value)) found.push({name, seats: null, all: value});
  }
  return found;
}

/**
 * @param {Record<string, any>} state
 * @returns {Graph[]}
 */
export function stateGraphs(state) {
  return Object.values(state).flatMap((value) => {
    const neighbours = value?.neighbours;
    if (!isGraph(neighbours)) return [];
    const lies = neighbours.map((_, place) =>
      Object.values(state)
        .filter((one) => Array.isArray(one) && one.length === neighbours.length)
        .map((one) => said(one[place]))
        .filter(Boolean)
        .join(' '),
    );
    return [{neighbours, lies}];
  });
}

/** @param {any} value @returns {value is number[][]} */
function isGraph(value) {
  if (!Array.isArray(value) || value.length < 2) return false;
  const isPlace = (/** @type {any} */ one) => isCount(one) && one < value.length;
  return value.every((ends) => Array.isArray(ends) && ends.every(isPlace));
}

/** @param {any} value */
function said(value) {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/**
 * The places that a move names, as `go 3`, `take 0 4` or `2-5`; null: it names none.
 *
 * @param {string} move
 * @param {number} places how many there are
 * @returns {number[] | null}
 */
export function placesOf(move, places) {
  const found = /^(?:[^\d\s]+ )?(\d+)(?:[- ](\d+))?$/.exec(move);
  const named = (found?.slice(1) ?? []).filter((one) => one !== undefined).map(Number);
  return named.length && named.every((one) => one < places) ? named : null;
}
