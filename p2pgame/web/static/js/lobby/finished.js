// What can be done with the game of a table that is over: look at it, check it, save it.

import { fill, h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { busyButton } from './parts.js';

/** Notations that other programs read, beside that of results, by game. @type {{[game: string]: string}} */
const NOTATIONS = { chess: 'pgn', checkers: 'pdn', holdem: 'phh' };

/**
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').TableShown} table
 * @returns {{buttons: {element: HTMLElement, button: HTMLButtonElement}[], told: HTMLElement}}
 */
export function finished(app, { number, game, file: kept = '' }) {
  const told = h('div', { role: 'status' });
  let file = kept;
  /** The name of its transcript, which is written from our log if it is not there. */
  const transcript = async () => {
    if (!file) {
      const { path } = await app.hub.answer({ command: 'write-transcript', table: number }, 'saved');
      file = path.split(/[\\/]/).pop() ?? path;
    }
    return file;
  };
  const look = busyButton('.primary.compact', [t('look-again')], async () => {
    app.go(`#/replay/${encodeURIComponent(await transcript())}`);
  });
  const check = busyButton('.compact', [t('check-game')], async () => {
    const { message } = await app.hub.answer({ command: 'verify', file: await transcript() }, 'verified');
    fill(told, h('p.note.good.small', {}, message.sentence ?? ''));
  });
  const save = (/** @type {string} */ format) =>
    busyButton('.compact', [t('save-as', { format: format.toUpperCase() })], async () => {
      const request = { command: 'export', file: await transcript(), format };
      const { name, text } = await app.hub.answer(/** @type {any} */ (request), 'exported');
      const { download } = await import('/static/js/replay/controls.js');
      download(name, text);
    });
  const formats = [...(NOTATIONS[game] ? [NOTATIONS[game]] : []), 'csv'];
  return { buttons: [look, check, ...formats.map(save)], told };
}
