// Puts a view's zones into order: whose each is, and how it is laid out.
// Nothing here touches the page.

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Zone} Zone */

/** @typedef {{slot: number, face: string | null}} Laid */

/**
 * @typedef {object} Place
 * @property {string} name     of the zone, in the game's words
 * @property {number | null} seat whose it is, if it is a player's
 * @property {'hand' | 'row' | 'stack' | 'count' | 'some'} kind   some: whether anything is there
 * @property {Laid[]} cards
 * @property {number} length
 * @property {boolean} own
 */

/** Cards face down beyond which they are a stack, if they are no player's. */
const STACK = 6;
/** Open cards of which a row shows the last ones. */
const ROW = 16;
const OF_PLAYER = /^(.*?)(?: of)?(?: player)? (\d+)$/;

/**
 * The places of a view's zones; empty ones of the table stay, so that things keep theirs.
 * A zone that is hidden has none.
 *
 * @param {View} view
 * @param {number} players how many there are
 * @returns {Place[]}
 */
export function places(view, players) {
  const shown = (view.zones ?? []).filter((zone) => (zone.non_empty ?? zone.length ?? null) !== null);
  return shown.map((zone) => place(zone, view, players));
}

/**
 * @param {Zone} zone
 * @param {View} view
 * @param {number} players
 * @returns {Place}
 */
function place(zone, view, players) {
  const seat = seatOf(zone.name, players);
  const cards = cardsOf(zone, view);
  const length = zone.length ?? Number(zone.non_empty);
  const open = cards.some((card) => card.face !== null);
  /** @type {Place['kind']} */
  let kind = 'row';
  if ((zone.length ?? null) === null) kind = 'some';
  else if (!cards.length && length) kind = 'count';
  else if (seat !== null) kind = 'hand';
  else if (!open && (length > STACK || zone.name === 'deck')) kind = 'stack';
  return {name: zone.name, seat, kind, cards, length, own: seat !== null && seat === view.seat};
}

/**
 * @param {Zone} zone
 * @param {View} view
 * @returns {Laid[]}
 */
function cardsOf(zone, view) {
  const slots = zone.slots ?? [];
  return slots
    .map((slot, at) => ({slot, face: zone.faces?.[at] || view.faces[slot] || null}))
    .filter(({slot}) => slot >= 0);
}

/**
 * @param {string} name
 * @param {number} players
 * @returns {number | null}
 */
export function seatOf(name, players) {
  const found = OF_PLAYER.exec(name);
  const seat = found ? Number(found[2]) : -1;
  return seat >= 0 && seat < players ? seat : null;
}

/**
 * What a long open row shows: its last cards.
 *
 * @param {Laid[]} cards
 * @returns {Laid[]}
 */
export function lastOf(cards) {
  return cards.slice(-ROW);
}

/**
 * Says of a move whether its numbers may be slots: not if the game describes it as a form
 * without any, as `bid N`.
 *
 * @param {readonly {pattern: string, parts?: {type: string}[]}[]} forms as the game describes them
 * @returns {(move: string) => boolean}
 */
export function mayNameSlots(forms) {
  const others = forms
    .filter(({parts = []}) => !parts.some(({type}) => type === 'slot'))
    .map(({pattern}) => new RegExp(`^(?:${pattern})$`));
  return (move) => !others.some((form) => form.test(move));
}

/**
 * Moves that are a word and slots: `play 16`, `pass 0 4 8`; by the slots, ascending.
 *
 * @param {readonly (string | object)[]} moves
 * @param {ReadonlySet<number>} slots that lie on the table
 * @returns {{moves: {move: string, slots: number[]}[], slots: Set<number>, most: number}}
 */
export function slotMoves(moves, slots) {
  const found = [];
  const used = new Set();
  let most = 0;
  for (const move of moves) {
    const read = typeof move === 'string' ? /^[^\d\s]+((?: \d+)+)(?: \D.*)?$/.exec(move) : null;
    const named = read ? read[1].trim().split(' ').map(Number) : [];
    if (!named.length || !named.every((slot) => slots.has(slot))) continue;
    found.push({move: /** @type {string} */ (move), slots: named.sort((a, b) => a - b)});
    for (const slot of named) used.add(slot);
    most = Math.max(most, named.length);
  }
  return {moves: found, slots: used, most};
}
