// Contacts: the people one has played with and kept.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { arrange, lasting } from '/static/js/pieces/layout.js';
import { ago, t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { busyButton, field, heading, press, sentence, sure } from './parts.js';

/** @typedef {import('/static/js/protocol.js').ContactShown} ContactShown */

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  const all = h('section.panel', { 'aria-live': 'polite' });
  let known = false;
  const list = h('ul.list');
  /** @type {ReturnType<typeof lasting<HTMLElement>>} */
  const rows = lasting();
  const none = h('p.center', {}, t('no-contacts'));
  const show = (/** @type {ContactShown[]} */ contacts) => {
    known = true;
    // What is typed at another contact stays.
    arrange(list, rows(contacts.map((contact) => [JSON.stringify(contact), () => row(app, contact, show)])));
    arrange(all, [contacts.length ? list : none]);
  };
  const keep = busyButton('', [icon('friends'), t('keep-last')], async () => {
    const { contacts } = await app.hub.answer({ command: 'keep-contacts' }, 'contacts');
    show(contacts);
  });
  fill(host, heading(t('contacts')), h('p.soft', {}, t('contacts.about')), all, keep.element);
  app.hub.answer({ command: 'list-contacts' }, 'contacts').then(
    ({ contacts }) => known || show(contacts), // those of a later answer are kept
    (wrong) => known || fill(all, h('p.note.bad', { role: 'alert' }, sentence(wrong))),
  );
  return { title: t('contacts') };
}

/**
 * @param {import('./context.js').App} app
 * @param {ContactShown} contact
 * @param {(contacts: ContactShown[]) => void} show
 */
function row(app, contact, show) {
  const who = String(contact.number);
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', maxlength: 40, value: contact.name }));
  const error = h('p.error', { role: 'alert' });
  const save = /** @type {HTMLButtonElement} */ (h('button', { type: 'submit' }, t('keep')));
  const form = h(
    'form.stack.tight',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void press(save, error, async () => {
          const answer = await app.hub.answer({ command: 'rename-contact', who, name: input.value.trim() }, 'contacts');
          show(answer.contacts);
        });
      },
    },
    field(t('call-them'), input),
    h('div.row', {}, save),
    error,
  );
  const forget = busyButton('.quiet.compact', [icon('trash'), t('forget')], async () => {
    if (!(await sure(t('forget-contact-sure', { name: contact.name }), t('forget')))) return;
    const answer = await app.hub.answer({ command: 'forget-contact', who }, 'contacts');
    show(answer.contacts);
  });
  return h(
    'li.stack.tight',
    {},
    h(
      'div.row.nowrap',
      {},
      avatar(contact.name),
      h('div.grow', {}, h('strong', {}, h('bdi', {}, contact.name)), h('p.small.soft', {}, t('played-tables', { count: contact.tables }), ' · ', ago(contact.last))),
      forget.element,
    ),
    contact.evidence?.length ? h('p.note.bad.small', {}, t('contact-forked', { name: contact.name })) : null,
    h('details', {}, h('summary.small', {}, t('rename')), form),
    h('details', {}, h('summary.small', {}, t('key')), h('code.small', {}, contact.identity)),
  );
}
