// Opens tables: what a click on "play now" asks of the hub.

import { prefer } from '/static/js/prefs.js';

/** @typedef {import('/static/js/hub.js').Hub} Hub */
/** @typedef {import('/static/js/protocol.js').HostRequest} HostRequest */

/** Seats at a table of one's own against programs, if the game leaves the choice. */
const USUAL_SEATS = 4;
/** Seconds that a program takes, so that a person can follow. */
const PACE = 0.8;

/**
 * Returns the name that this player goes by.
 *
 * @param {Hub} hub
 */
export function ownName(hub) {
  return hub.about?.name ?? '';
}

/**
 * Keeps a name for all tables from now on.
 *
 * @param {Hub} hub
 * @param {string} name
 */
export async function keepName(hub, name) {
  await hub.answer({ command: 'set-name', name }, 'settings');
  if (hub.about) hub.about = { ...hub.about, name };
  hub.dispatchEvent(new Event('about'));
}

/**
 * @param {number[]} seats
 * @returns {number}
 */
export function usualSeats(seats) {
  return seats.includes(USUAL_SEATS) ? USUAL_SEATS : Math.min(...seats);
}

/**
 * Opens a table at which all others are the usual programs, and goes there.
 *
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').GameShown} game
 */
export async function againstPrograms(app, game) {
  const players = usualSeats(game.seats);
  await open(app, {
    command: 'host',
    game: game.name,
    players,
    bots: players - 1,
    pace: PACE,
  });
}

/**
 * Does a seat's request, and goes to the table.
 *
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').SeatRequest} request
 */
export async function open(app, request) {
  if (request.command === 'host') {
    prefer({ game: request.game });
    if (request.bots) request = { pace: PACE, ...request };
  }
  const table = await app.hub.open({ ...request, attended: true });
  app.go(`#/table/${table}`);
}
