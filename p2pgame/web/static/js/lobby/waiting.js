// The waiting room: how friends come, who is here, and who is missing and why.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { arrange, lasting } from '/static/js/pieces/layout.js';
import { capital, names } from '/static/js/record.js';
import { t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { titleOf } from './games.js';
import { ownName } from './opening.js';
import { busyButton, copyButton, heading, press, sentence, sure } from './parts.js';
import { picture } from './pictures.js';
import { qr } from './qr.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** What is shown, and the element that shows it. @typedef {[string, () => Element]} Part */

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
  const parts = { ways: lasting(), people: lasting(), guests: lasting(), notes: lasting() };
  const guests = h('ul.list');
  const status = h('span');
  const goesOn = h('div.row.nowrap.soft', { role: 'status' }, h('span.spinner', { 'aria-hidden': 'true' }), status);
  const show = (/** @type {Record} */ record) => {
    const hosts = isHost();
    word.data = t(hosts ? 'end-table' : 'leave-table');
    // Without an invite the others are programs, which come by themselves.
    const alone = hosts && !record.invited && !record.compare;
    place.classList.toggle('alone', alone);
    ways.hidden = alone;
    arrange(ways, parts.ways(inviting(app, record, hosts)));
    const game = listed()?.game ?? '';
    if (game) fill(/** @type {Element} */ (head.querySelector('h1')), titleOf(game));
    arrange(guests, parts.guests(sitting(app, record, hosts)));
    const told = expected(record);
    if (status.textContent !== told) status.textContent = told;
    arrange(people, parts.people(here(app, record, game, { guests, goesOn })));
    arrange(notes, parts.notes(news(record)));
  };
  const stop = app.record.subscribe(show);
  app.hub.addEventListener('tables', () => show(app.record.record), { signal: app.signal });
  return { destroy: stop };
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {Record} record
 * @param {boolean} hosts
 * @returns {Part[]}
 */
function inviting(app, record, hosts) {
  const { invited, words, compare } = record;
  if (compare) return [[JSON.stringify(compare), () => pictures(compare)]];
  if (!invited && !hosts) {
    const { let_in: letIn = null } = record.waiting ?? {};
    const there = { true: 'guest-is-in', false: 'guest-is-asked', null: 'guest-waits' }[`${letIn}`];
    const word = (guestsOf(record).length && there) || 'guest-comes';
    return [[word, () => h('section.panel.stack', {}, h('h2', {}, t(word)), h('p.soft', {}, t(`${word}.about`)))]];
  }
  if (!invited) return [];
  const { invite: link, watch } = invited;
  const short = invited.short ?? link;
  const asks = () =>
    h(
      'section.panel.stack',
      { 'aria-labelledby': 'invite-friends' },
      h('h2', { id: 'invite-friends' }, t('invite-friends')),
      h('p.soft', {}, t('invite-friends.about')),
      invite(app, link),
      h('div.stack.center', {}, qr(app, short), h('p.help', {}, t('scan-this'))),
    );
  /** @type {Part[]} */
  const found = [[`${link} ${short}`, asks]];
  if (words) found.push([words, () => spoken(app, words)]);
  found.push(['contacts', () => contacts(app)]);
  if (watch) found.push([watch, () => watching(app, watch)]);
  return found;
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {string} link
 */
function watching(app, link) {
  return h('section.panel.stack.tight', {}, h('h2', {}, t('watchers')), h('p.soft.small', {}, t('watchers.about')), copyButton(t('copy-watch'), () => link, app.say));
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
 * A row for each player, for those whose seat is kept, and for each free seat.
 *
 * @param {import('./context.js').TableContext} app
 * @param {Record} record
 * @param {boolean} hosts
 * @returns {Part[]}
 */
function sitting(app, record, hosts) {
  const guests = guestsOf(record);
  const away = record.waiting?.missing ?? [];
  const told = names(guests);
  const own = ownName(app.hub);
  const free = Math.max(0, seatsOf(record) - 1 - guests.length - away.length);
  const word = record.invited || !hosts ? 'free-seat' : 'comes-soon';
  return [
    [`own ${own}`, () => person(own, t('thats-you'))],
    ...guests.map((one, at) => /** @type {Part} */ ([
      JSON.stringify([one, told[at]]),
      () => person(told[at], aboutGuest(one), one.can_remove ? remover(app, one, told[at]) : null),
    ])),
    ...away.map((name, at) => /** @type {Part} */ ([`away ${at} ${name}`, () => person(name, t('seat-reserved'))])),
    ...Array.from({ length: free }, (_, at) => /** @type {Part} */ ([
      `${word} ${at}`,
      () => h('li.row', {}, h('span.avatar.empty', { 'aria-hidden': 'true' }), h('span.soft', {}, t(word))),
    ])),
  ];
}

/** @param {Record} record */
function seatsOf({ waiting, terms }) {
  return Number(waiting?.message?.args.seats ?? terms?.seats ?? 0);
}

/**
 * @param {import('./context.js').TableContext} app
 * @param {Record} record
 * @param {string} game
 * @param {{guests: HTMLElement, goesOn: HTMLElement}} fixed  what stays there
 * @returns {Part[]}
 */
function here(app, record, game, { guests, goesOn }) {
  const { terms, waiting } = record;
  const message = waiting?.message;
  const away = waiting?.missing ?? [];
  const begin = waiting?.can_begin;
  const seats = seatsOf(record);
  const taken = Number((message?.args.seats && message.args.here) ?? guestsOf(record).length + 1);
  const count = seats ? `${taken}/${seats}` : '';
  /** @type {Part[]} */
  const found = [
    [`head ${count}`, () => h('div.row.spread', {}, h('h2', { id: 'who-is-here' }, t('who-is-here')), count ? h('span.badge', {}, count) : null)],
    ['guests', () => guests],
  ];
  if (away.length) found.push([`without ${away}`, () => h('div', {}, withoutThem(app, away))]);
  if (begin) found.push([`begin ${begin}`, () => h('div', {}, beginner(app, begin))]);
  found.push(['goes on', () => goesOn]);
  const agreed = terms?.message.sentence ?? '';
  if (terms) found.push([`terms ${agreed}`, () => h('details', {}, h('summary.small', {}, t('terms')), h('p.small', {}, agreed))]);
  if (game) found.push([`game ${titleOf(game)}`, () => h('div.row', {}, picture(game), h('span.soft', {}, titleOf(game)))]);
  return found;
}

/** Whom or what the table waits for. @param {Record} record */
function expected(record) {
  const { waiting, invited } = record;
  return capital(waiting?.message?.sentence ?? '', guestsOf(record)) || t(invited ? 'waiting-for-friends' : 'opening');
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

/**
 * @param {Record} record
 * @returns {Part[]}
 */
function news({ forkers, log }) {
  const bad = forkers.map((one) => one.message.sentence ?? '');
  const last = log.filter((line) => line.kind === 'notice').slice(-3);
  return [
    ...bad.map((words, at) => /** @type {Part} */ ([`bad ${at} ${words}`, () => h('p.note.bad', { role: 'alert' }, words)])),
    ...last.map(({ at, sentence: words }) => /** @type {Part} */ ([`${at} ${words}`, () => h('p.note', {}, words)])),
  ];
}
