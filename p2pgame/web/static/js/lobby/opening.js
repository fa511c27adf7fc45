// Opens tables: what a click on "play now" asks of the hub.

import { h } from '/static/js/dom.js';
import { prefer } from '/static/js/prefs.js';
import { t } from '/static/js/texts.js';
import { field, press } from './parts.js';

/** @typedef {import('/static/js/hub.js').Hub} Hub */
/** @typedef {import('/static/js/protocol.js').HostRequest} HostRequest */

/** Seats at a table of one's own against programs, if the game leaves the choice. */
const USUAL_SEATS = 4;
/** Seconds that a program takes, so that a person can follow. */
const PACE = 0.8;
/** The name of a player that has none: friends would not know who comes. */
const NAMELESS = 'Player';

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
 * Returns the seats at a table of friends until its host says how many come: any seat
 * that stays free keeps the game from beginning.
 *
 * @param {number[]} seats
 * @returns {number}
 */
export function fewestSeats(seats) {
  const together = seats.filter((count) => count > 1);
  return Math.min(...(together.length ? together : seats));
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
  if (isForFriends(request) && app.hub.about?.name === NAMELESS && !(await askName(app.hub))) return;
  if (request.command === 'host') {
    prefer({ game: request.game });
    if (request.bots) request = { pace: PACE, ...request };
  }
  const table = await app.hub.open({ ...request, attended: true });
  app.go(`#/table/${table}`);
}

/** @param {import('/static/js/protocol.js').SeatRequest} request */
function isForFriends(request) {
  if (request.command === 'host') return (request.bots ?? 0) < (request.players ?? 2) - 1;
  return request.command === 'join';
}

/**
 * Asks for a name in a dialog, and keeps it; returns whether there is one now.
 *
 * @param {Hub} hub
 * @returns {Promise<boolean>}
 */
function askName(hub) {
  return new Promise((resolve) => {
    const input = /** @type {HTMLInputElement} */ (
      h('input', { type: 'text', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', required: true })
    );
    const error = h('p.error', { role: 'alert' });
    const go = /** @type {HTMLButtonElement} */ (h('button.primary', { type: 'submit' }, t('go-ahead')));
    const keep = async () => {
      const name = input.value.trim();
      if (!name) throw new Error(t('name-needed'));
      await keepName(hub, name);
      dialog.close('kept');
    };
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        'dialog',
        {
          'aria-label': t('who-are-you'),
          onclose: () => {
            resolve(dialog.returnValue === 'kept');
            dialog.remove();
          },
        },
        h(
          'form.stack',
          {
            novalidate: true,
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              void press(go, error, keep);
            },
          },
          h('h2', {}, t('who-are-you')),
          field(t('your-name'), input, t('name-needed')),
          error,
          h('div.row', {}, go, h('button', { type: 'button', onclick: () => dialog.close('') }, t('cancel'))),
        ),
      )
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
