// The waiting room: how friends come, who is here, and who is missing and why.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { capital, names } from '/static/js/record.js';
import { t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { titleOf } from './games.js';
import { ownName } from './opening.js';
import { busyButton, copyButton, heading, press, sentence, sure } from './parts.js';
import { picture } from './pictures.js';
import { qr } from './qr.js';

/** @typedef {import('/static/js/record.js').Record} Record */

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').TableContext} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  const close = () => {
    app.hub.end(app.tableId);
    app.go('#/');
  };
  const listed = () => app.hub.tables.find((table) => table.table === app.tableId);
  const people = h('section.panel.stack', { 'aria-labelledby': 'who-is-here' });
  const ways = h('div.stack.wide');
  const notes = h('div.stack.tight', { 'aria-live': 'polite' });
  // A table that was just opened comes into the list a moment later.
  const isHost = () => listed()?.request !== 'join' && listed()?.request !== 'spectate';
  const word = document.createTextNode('');
  const end = busyButton('.danger', [word], async () => {
    if (isHost() && !(await sure(t('end-table-sure'), t('end-table')))) return;
    if (listed()?.request === 'spectate') close();
    // The others hear of it, and a guest's seat is free again: to end the program would keep it.
    else await app.hub.command(app.tableId, { command: 'leave' }).catch(close);
  });
  const place = h('div.columns.waiting', {}, ways, h('div.stack.wide', {}, people, notes, end.element));
  const head = heading(t('waiting-room'), '#/');
  fill(host, head, place);
  let shown = '';
  const show = (/** @type {Record} */ record) => {
    const hosts = isHost();
    word.data = t(hosts ? 'end-table' : 'leave-table');
    // Without an invite the others are programs, which come by themselves.
    const alone = hosts && !record.invited && !record.compare;
    place.classList.toggle('alone', alone);
    ways.hidden = alone;
    const words = [hosts, record.invited?.invite, record.words, record.invited?.watch, record.compare?.host, guestsOf(record).length > 0, record.waiting?.let_in].join(' ');
    if (words !== shown || !ways.hasChildNodes()) fill(ways, ...inviting(app, record, hosts));
    shown = words;
    const game = listed()?.game ?? '';
    if (game) fill(/** @type {Element} */ (head.querySelector('h1')), titleOf(game));
    fill(people, ...here(app, record, game, hosts));
    fill(notes, ...told(record));
  };
  const stop = app.record.subscribe(show);
  app.hub.addEventListener('tables', () => show(app.record.record), { signal: app.signal });
  return { destroy: stop };
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {Record} record
 * @param {boolean} hosts
 */
function inviting(app, record, hosts) {
  const { invited, words, compare } = record;
  if (compare) return [pictures(compare)];
  if (!invited && !hosts) {
    const { let_in: letIn = null } = record.waiting ?? {};
    const there = { true: 'guest-is-in', false: 'guest-is-asked', null: 'guest-waits' }[`${letIn}`];
    const word = (guestsOf(record).length && there) || 'guest-comes';
    return [h('section.panel.stack', {}, h('h2', {}, t(word)), h('p.soft', {}, t(`${word}.about`)))];
  }
  if (!invited) return [];
  return [
    h(
      'section.panel.stack',
      { 'aria-labelledby': 'invite-friends' },
      h('h2', { id: 'invite-friends' }, t('invite-friends')),
      h('p.soft', {}, t('invite-friends.about')),
      invite(app, invited.invite),
      h('div.stack.center', {}, qr(app, invited.short ?? invited.invite), h('p.help', {}, t('scan-this'))),
    ),
    words ? spoken(app, words) : null,
    contacts(app),
    invited.watch
      ? h('section.panel.stack.tight', {}, h('h2', {}, t('watchers')), h('p.soft.small', {}, t('watchers.about')), copyButton(t('copy-watch'), () => invited.watch ?? '', app.say))
      : null,
  ];
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {string} text
 */
function invite(app, text) {
  const copy = copyButton(t('copy-invite'), () => text, app.say);
  copy.classList.add('primary', 'big', 'grow');
  const shared = navigator.share
    ? h('button.big', { type: 'button', onclick: () => void navigator.share({ text }).catch(() => {}) }, icon('share'), t('share'))
    : null;
  const box = /** @type {HTMLTextAreaElement} */ (
    h('textarea.mono.invite', { readonly: true, rows: 3, 'aria-label': t('the-invite'), value: text, onfocus: () => box.select() })
  );
  return h('div.stack.tight', {}, h('div.row', {}, copy, shared), box);
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {string} words
 */
function spoken(app, words) {
  return h(
    'section.panel.stack.tight',
    {},
    h('h2', {}, t('say-words')),
    h('p.spoken', {}, words),
    h('p.soft.small', {}, t('say-words.about')),
    h('div', {}, copyButton(t('copy-words'), () => words, app.say)),
  );
}

/**
 * Contacts, who can be invited with a click; hidden if there are none.
 *
 * @param {import('./context.js').TableContext} app
 */
function contacts(app) {
  const box = h('section.panel.stack', { hidden: true, 'aria-labelledby': 'invite-contacts' });
  app.hub.answer({ command: 'list-contacts' }, 'contacts').then(
    ({ contacts }) => {
      box.hidden = !contacts.length;
      fill(
        box,
        h('h2', { id: 'invite-contacts' }, t('invite-contacts')),
        h('ul.list', {}, ...contacts.map((one) => contact(app, one))),
      );
    },
    () => {},
  );
  return box;
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {import('/static/js/protocol.js').ContactShown} one
 */
function contact(app, one) {
  const troubles = h('div.stack.tight');
  const error = h('p.error', { role: 'alert' });
  const call = /** @type {HTMLButtonElement} */ (h('button.compact', { type: 'button' }, t('invite')));
  const ask = async () => {
    const left = await app.hub.answer({ command: 'invite', who: String(one.number) }, 'invitation-left');
    fill(troubles, ...Object.values(left.troubles ?? {}).map((why) => h('p.note.warn.small', {}, why)));
    app.say(t('invited', { name: left.name }));
  };
  call.addEventListener('click', () => void press(call, error, ask));
  return h(
    'li.stack.tight',
    {},
    h('div.row.nowrap', {}, avatar(one.name), h('strong.grow', {}, h('bdi', {}, one.name)), call),
    error,
    troubles,
  );
}

/** @param {import('/static/js/protocol.js').Compare} compare */
function pictures(compare) {
  return h(
    'section.panel.stack',
    {},
    h('h2', {}, t('compare')),
    h('p', {}, t('compare.about', { host: compare.host })),
    h(
      'div.pictures',
      {},
      ...compare.pictures.map((one) => h('div', {}, h('span.picture', { 'aria-hidden': 'true' }, one.picture), h('span', {}, one.name))),
    ),
  );
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {Record} record
 * @param {string} game
 * @param {boolean} hosts
 */
function here(app, record, game, hosts) {
  const message = record.waiting?.message;
  const away = record.waiting?.missing ?? [];
  const counted = message?.args.seats ? message.args : null;
  const seats = Number(counted?.seats ?? record.terms?.seats ?? 0);
  const guests = guestsOf(record);
  const taken = Number(counted?.here ?? guests.length + 1);
  const told = names(guests);
  const free = Math.max(0, seats - 1 - guests.length - away.length);
  const waiting = capital(message?.sentence ?? '', guests);
  return [
    h('div.row.spread', {}, h('h2', { id: 'who-is-here' }, t('who-is-here')), seats ? h('span.badge', {}, `${taken}/${seats}`) : null),
    h(
      'ul.list',
      {},
      person(ownName(app.hub), t('thats-you')),
      ...guests.map((one, at) => person(told[at], aboutGuest(one), one.can_remove ? remover(app, one, told[at]) : null)),
      ...away.map((name) => person(name, t('seat-reserved'))),
      ...Array.from({ length: free }, () => h('li.row', {}, h('span.avatar.empty', { 'aria-hidden': 'true' }), h('span.soft', {}, t(record.invited || !hosts ? 'free-seat' : 'comes-soon')))),
    ),
    away.length ? h('div', {}, withoutThem(app, away)) : null,
    record.waiting?.can_begin ? h('div', {}, beginner(app, record.waiting.can_begin)) : null,
    h('div.row.nowrap.soft', { role: 'status' }, h('span.spinner', { 'aria-hidden': 'true' }), h('span', {}, waiting || t(record.invited ? 'waiting-for-friends' : 'opening'))),
    record.terms ? h('details', {}, h('summary.small', {}, t('terms')), h('p.small', {}, record.terms.message.sentence ?? '')) : null,
    game ? h('div.row', {}, picture(game), h('span.soft', {}, titleOf(game))) : null,
  ];
}

/** @param {Record} record */
function guestsOf(record) {
  return record.waiting?.guests ?? [];
}

/** @param {import('/static/js/protocol.js').Guest} guest */
function aboutGuest({ contact, is_program }) {
  if (contact) return t('your-contact', { name: contact });
  return t(is_program ? 'is-program' : 'is-here');
}

/**
 * A button that gives a guest's seat back before the start.
 *
 * @param {import('./context.js').TableContext} app
 * @param {import('/static/js/protocol.js').Guest} guest
 * @param {string} name
 */
function remover(app, guest, name) {
  const label = { type: 'button', 'aria-label': t('remove-guest', { name }), title: t('remove-guest', { name }) };
  const button = h('button.quiet.compact', label, icon('close'));
  button.addEventListener('click', async () => {
    if (!(await sure(t('remove-guest-sure', { name }), t('remove')))) return;
    const command = /** @type {const} */ ({ command: 'remove', guest: guest.key });
    await app.hub.command(app.tableId, command).catch((wrong) => app.say(sentence(wrong)));
  });
  return button;
}

/**
 * A button that opens the table without those who are missing.
 *
 * @param {import('./context.js').TableContext} app
 * @param {string[]} away
 */
function withoutThem(app, away) {
  return ordering(app, t('go-without', { count: away.length, name: away[0] }), { command: 'go-without' });
}

/**
 * A button that opens the table with those who are here.
 *
 * @param {import('./context.js').TableContext} app
 * @param {number} count
 */
function beginner(app, count) {
  return ordering(app, t('begin-with', { count }), { command: 'begin' });
}

/**
 * A button that gives a command.
 *
 * @param {import('./context.js').TableContext} app
 * @param {string} label
 * @param {import('/static/js/protocol.js').Command} command
 */
function ordering(app, label, command) {
  const button = h('button', { type: 'button' }, label);
  button.addEventListener('click', () => {
    void app.hub.command(app.tableId, command).catch((wrong) => app.say(sentence(wrong)));
  });
  return button;
}

/**
 * @param {string} name
 * @param {string} about
 * @param {HTMLElement | null} [action]
 */
function person(name, about, action = null) {
  const words = h('div.grow', {}, h('strong', {}, h('bdi', {}, name)), h('p.help', {}, about));
  return h('li.row.nowrap', {}, avatar(name), words, action);
}

/** @param {Record} record */
function told(record) {
  return [
    ...record.forkers.map((one) => h('p.note.bad', { role: 'alert' }, one.message.sentence ?? '')),
    ...record.log
      .filter((line) => line.kind === 'notice')
      .slice(-3)
      .map((line) => h('p.note', {}, line.sentence)),
  ];
}

