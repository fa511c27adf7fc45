// Files of games: given to the hub by dropping or choosing, then looked at.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { language, t } from '/static/js/texts.js';
import { heading, press } from './parts.js';

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
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        const file = input.files?.[0];
        if (file) void press(choose, error, () => look(app, file));
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
  return { title: t('look-at-game') };
}

/**
 * Gives a file to the hub, and goes to its replay.
 *
 * @param {{go: (hash: string) => void}} app
 * @param {File} file
 */
export async function look(app, file) {
  const answer = await fetch(`/files?language=${language()}`, { method: 'POST', body: file });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error?.sentence ?? t('something-wrong'));
  app.go(`#/replay/${encodeURIComponent(said.file)}`);
}
