// Files of games: given to the hub by dropping or choosing, then looked at.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { ago, language, t } from '/static/js/texts.js';
import { games, titleOf } from './games.js';
import { heading, press } from './parts.js';

/** Files that are listed, the last ones. */
const MOST = 30;
/** What the files that were given to the hub are called here, by the hub's names. @type {Map<string, string>} */
const given = new Map();

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  const error = h('p.error', { role: 'alert' });
  const input = /** @type {HTMLInputElement} */ (
    h('input.hidden-text', {
      type: 'file',
      multiple: true,
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        const files = [...(input.files ?? [])];
        if (files.length) void press(choose, error, () => look(app, files));
      },
    })
  );
  const choose = /** @type {HTMLButtonElement} */ (
    h('button.primary.big', { type: 'button', onclick: () => input.click() }, icon('file'), t('choose-file'))
  );
  fill(
    host,
    heading(t('look-at-game'), '#/'),
    h(
      'section.panel.stack.center.drop',
      {},
      h('p', {}, t('drop-file')),
      h('div', {}, choose, input),
      error,
      h('p.help', {}, t('drop-file.help')),
    ),
  );
  own(app).then(
    (list) => list && host.append(list),
    (wrong) => fill(error, wrong.message),
  );
  return { title: t('look-at-game') };
}

/** @param {import('./context.js').App} app */
async function own(app) {
  const [{ transcripts }, known] = await Promise.all([
    app.hub.answer({ command: 'list-transcripts' }, 'transcripts'),
    games(app.hub),
  ]);
  if (!transcripts.length || app.signal.aborted) return null;
  return h(
    'section.panel.stack',
    { 'aria-labelledby': 'own-games' },
    h('h2', { id: 'own-games' }, t('own-games')),
    h(
      'ul.list',
      {},
      ...transcripts.slice(0, MOST).map((one) =>
        h(
          'li.row.spread',
          {},
          h('a', { href: `#/replay/${encodeURIComponent(one.file)}` }, ...called(one.file, known)),
          h('span.small.soft', {}, ago(one.written)),
        ),
      ),
    ),
  );
}

/**
 * A file's name, after the title of the game with whose name it begins.
 *
 * @param {string} file
 * @param {{name: string}[]} known
 */
function called(file, known) {
  const name = file.replace(/\.p2pgame$/, '');
  const [game] = known
    .map((one) => one.name)
    .filter((one) => name.startsWith(`${one}-`))
    .toSorted((a, b) => b.length - a.length);
  return game ? [titleOf(game), ' ', h('span.small.soft', {}, name.slice(game.length + 1))] : [name];
}

/**
 * Gives files to the hub, the parts of one game, and goes to its replay.
 *
 * @param {{go: (hash: string) => void}} app
 * @param {File[]} files
 */
export async function look(app, files) {
  let name = '';
  for (const file of files) {
    name = await upload(file);
    given.set(name, file.name);
  }
  app.go(`#/replay/${encodeURIComponent(name)}`);
}

/**
 * Gives a file to the hub; returns the name by which requests may ask for it.
 *
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export async function upload(file) {
  const answer = await fetch(`/files?language=${language()}`, { method: 'POST', body: file });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error?.sentence ?? t('something-wrong'));
  return said.file;
}

/**
 * What people call a file that the hub shows.
 *
 * @param {string} file as the hub calls it
 */
export function nameOf(file) {
  return given.get(file) ?? (file.startsWith('upload:') ? t('the-file') : file);
}
