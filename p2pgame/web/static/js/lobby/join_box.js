// Sit down at somebody's table: a link, spoken words, or a picture that a camera sees.

import { h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { t } from '/static/js/texts.js';
import { inviteIn } from './invite_text.js';
import { open } from './opening.js';
import { busyButton, field, press } from './parts.js';

/**
 * @param {import('./context.js').App} app
 * @param {string} [given]  an invite
 * @returns {HTMLElement}
 */
export function joinBox(app, given = '') {
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', value: given, placeholder: t('invite-example') })
  );
  const error = h('p.error', { role: 'alert' });
  const join = /** @type {HTMLButtonElement} */ (h('button.primary', { type: 'submit' }, t('join')));
  const scan = busyButton('', [icon('camera'), t('scan')], async () => {
    const { scan } = await import('/static/js/lobby/scan.js');
    const found = await scan();
    if (!found) return;
    input.value = found;
    void press(join, error, () => sitDown(app, input.value));
  });
  return h(
    'section.panel.stack.tight',
    { 'aria-labelledby': 'join-box' },
    h('h2', { id: 'join-box' }, t('join-a-table')),
    h(
      'form.stack.tight',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void press(join, error, () => sitDown(app, input.value));
        },
      },
      field(t('invite-or-words'), input),
      error,
      h('div.row', {}, join, scan.element),
    ),
  );
}

/**
 * @param {import('./context.js').App} app
 * @param {string} text
 */
export async function sitDown(app, text) {
  const invite = inviteIn(text);
  if (!invite) throw new Error(t('invite-needed'));
  await open(app, { command: 'join', invite });
}
