// Join a table: an invite, the tables of this network, invitations of contacts, or watch.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { ago, t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { inviteIn } from './invite_text.js';
import { joinBox } from './join_box.js';
import { open } from './opening.js';
import { busyButton, field, heading, press } from './parts.js';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @param {string[]} path  an invite, if it was in the address
 * @returns {import('./context.js').Place}
 */
export function mount(host, app, path) {
  fill(
    host,
    heading(t('join-a-table'), '#/'),
    h(
      'div.columns',
      {},
      h('div.stack.wide', {}, joinBox(app, decodeURIComponent(path.join('/'))), nearby(app)),
      h('div.stack.wide', {}, invitations(app), watching(app)),
    ),
  );
  return { title: t('join-a-table') };
}

/** @param {import('./context.js').App} app */
function nearby(app) {
  const look = busyButton('', [icon('wifi'), t('look-around')], () => open(app, { command: 'join' }));
  return h(
    'section.panel.stack.tight',
    {},
    h('h2', {}, t('this-network')),
    h('p.soft.small', {}, t('this-network.about')),
    look.element,
  );
}

/** @param {import('./context.js').App} app */
function invitations(app) {
  const found = h('div.stack.tight', { 'aria-live': 'polite' });
  const look = async () => {
    const { invitations, troubles } = await app.hub.answer({ command: 'list-invitations' }, 'invitations');
    fill(
      found,
      invitations.length
        ? h('ul.list', {}, ...invitations.map((one) => invitation(app, one)))
        : h('p', {}, t('no-invitations')),
      ...(troubles ?? []).map((trouble) => h('p.note.warn.small', {}, trouble)),
    );
  };
  return h(
    'section.panel.stack.tight',
    {},
    h('h2', {}, t('invitations')),
    h('p.soft.small', {}, t('invitations.about')),
    found,
    busyButton('', [icon('bell'), t('look-for-invitations')], look).element,
  );
}

/**
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').InvitationShown} one
 */
function invitation(app, one) {
  const accept = busyButton('.primary', [t('join')], () =>
    open(app, { command: 'join', invite: one.invite }),
  );
  return h(
    'li.row.spread',
    {},
    h('div.row', {}, avatar(one.name), h('div', {}, h('bdi', {}, one.name), h('p.help', {}, t('good-until', { when: ago(one.until) })))),
    accept.element,
  );
}

/** @param {import('./context.js').App} app */
function watching(app) {
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' }));
  const error = h('p.error', { role: 'alert' });
  const button = /** @type {HTMLButtonElement} */ (h('button', { type: 'submit' }, t('watch')));
  return h(
    'section.panel',
    {},
    h(
      'form.stack.tight',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void press(button, error, async () => {
            const link = inviteIn(input.value);
            if (!link) throw new Error(t('invite-needed'));
            await open(app, { command: 'spectate', link });
          });
        },
      },
      h('h2', {}, t('watch-a-table')),
      field(t('watch-link'), input, t('watch-link.help')),
      error,
      button,
    ),
  );
}
