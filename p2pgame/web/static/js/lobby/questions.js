// What the tables ask their player, as dialogs at the corner of any place of the page.

import { h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { titleOf } from './games.js';
import { sentence } from './parts.js';

/** @typedef {import('/static/js/protocol.js').Question} Question */
/** @typedef {import('/static/js/hub.js').Hub} Hub */

/**
 * An answer that can be given: its word, its number, and whether it is the one to point at.
 *
 * @typedef {[string, number, boolean?]} Choice
 */

/**
 * Shows the open questions of all tables of the hub.
 *
 * @param {Hub} hub
 * @param {() => number | null} here   the table whose place is open
 * @param {AbortSignal} signal   ends it
 * @returns {HTMLElement}
 */
export function questions(hub, here, signal) {
  const region = h('section.asking', { 'aria-label': t('questions') });
  /** @type {Map<string, HTMLDialogElement>} */
  const shown = new Map();
  /** @type {Map<number, () => void>} */
  const watched = new Map();
  const draw = () => {
    const open = new Set();
    for (const [table, store] of hub.stores) {
      for (const question of store.record.questions) {
        // A table asks this beside its results; at another table its badge is enough, or
        // the question would lie on that one's cards.
        if (question.ask.ask === 'play-again' && here() !== null) continue;
        const name = `${table} ${question.number} ${document.documentElement.lang}`;
        open.add(name);
        if (shown.has(name)) continue;
        const dialog = asked(hub, table, question, table !== here());
        shown.set(name, dialog);
        region.append(dialog);
        // Not by `show()`, which takes the focus, also from whom is typing.
        dialog.setAttribute('open', '');
        if (document.activeElement === document.body) dialog.focus();
      }
    }
    for (const [name, dialog] of shown) {
      if (open.has(name)) continue;
      dialog.remove();
      shown.delete(name);
    }
  };
  const follow = () => {
    for (const listed of hub.tables) {
      if (listed.asks) hub.follow(listed.table);
    }
    for (const [table, store] of hub.stores) {
      if (!watched.has(table)) watched.set(table, store.subscribe(draw));
    }
    for (const [table, stop] of watched) {
      if (hub.stores.has(table)) continue;
      stop();
      watched.delete(table);
    }
    draw();
  };
  hub.addEventListener('tables', follow, { signal });
  hub.addEventListener('state', follow, { signal });
  addEventListener('hashchange', draw, { signal });
  signal.addEventListener('abort', () => {
    for (const stop of watched.values()) stop();
  });
  follow();
  return region;
}

/**
 * @param {Hub} hub
 * @param {number} table
 * @param {Question} question
 * @param {boolean} elsewhere   its table's place is not open
 */
function asked(hub, table, question, elsewhere) {
  const { title, content, choices } = said(question);
  const id = `question-${table}-${question.number}`;
  const error = h('p.error', { role: 'alert' });
  const game = hub.tables.find((one) => one.table === table)?.game;
  const buttons = choices.map(([word, answer, first]) =>
    h(
      first ? 'button.primary' : 'button',
      {
        type: 'button',
        onclick: () =>
          hub.command(table, { command: 'answer', number: question.number, answer }).catch((wrong) => {
            error.textContent = sentence(wrong);
          }),
      },
      word,
    ),
  );
  return /** @type {HTMLDialogElement} */ (
    h(
      'dialog',
      { 'aria-labelledby': id, tabindex: -1 },
      h(
        'div.stack',
        {},
        elsewhere && game ? h('a.small', { href: `#/table/${table}` }, titleOf(game)) : null,
        h('h2', { id }, title),
        ...content,
        h('div.row', {}, ...buttons),
        error,
        countdown(question.seconds),
      ),
    )
  );
}

/**
 * @param {Question} question
 * @returns {{title: string, content: Node[], choices: Choice[]}}
 */
function said({ ask }) {
  const yesNo = /** @type {(yes: string, no: string) => Choice[]} */ (
    (yes, no) => [[t(yes), 1, true], [t(no), 0]]
  );
  switch (ask.ask) {
    case 'play-with':
      return {
        title: t('ask-play-with', { name: ask.name }),
        content: [
          guest(ask.name, t('ask-play-with.about')),
          ...(ask.impostor ? [h('p.note.bad', {}, t('ask-play-with.impostor'))] : []),
          ...(ask.warning ? [h('p.note.bad', {}, ask.warning.sentence ?? '')] : []),
        ],
        choices: ask.impostor || ask.warning
          ? [[t('turn-away'), 0, true], [t('let-play'), 1]]
          : yesNo('let-play', 'turn-away'),
      };
    case 'let-in':
      return {
        title: t('ask-let-in', { name: ask.name }),
        content: ask.pictures?.length
          ? [h('p', {}, t('ask-let-in.pictures', { name: ask.name })), pictures(ask.pictures)]
          : [guest(ask.name, t('ask-let-in.words'))],
        choices: yesNo('let-in', 'turn-away'),
      };
    case 'play-again':
      return { title: t('ask-play-again'), content: [], choices: again(ask) };
    case 'choose-table':
      return {
        title: t('ask-choose-table'),
        content: [],
        choices: [
          ...ask.tables.map(
            (one, at) =>
              /** @type {Choice} */ ([
                t('table-seen', { host: one.host, game: titleOf(one.game), taken: one.taken, seats: one.seats }),
                at + 1,
                at === 0,
              ]),
          ),
          [t('none-of-them'), 0],
        ],
      };
    case 'dial-nearby':
      return {
        title: t('ask-dial-nearby'),
        content: [
          h('p', {}, t(ask.here ? 'ask-dial-nearby.here' : 'ask-dial-nearby.cable')),
          h('p', {}, h('code.small', {}, ask.places.join('  '))),
        ],
        choices: yesNo('dial', 'do-not-dial'),
      };
    default:
      return { title: t('questions'), content: [], choices: yesNo('yes', 'no') };
  }
}

/**
 * @param {import('/static/js/protocol.js').PlayAgain} ask
 * @returns {Choice[]}
 */
function again(ask) {
  /** @type {Choice[]} */
  const found = [[t('again-with', { seats: ask.seats }), ask.seats, true]];
  if (ask.other) found.push([t('again-with', { seats: ask.other }), ask.other]);
  return [...found, [t('enough'), 0]];
}

/**
 * @param {string} name
 * @param {string} about
 */
function guest(name, about) {
  return h('div.row.nowrap', {}, avatar(name, { large: true }), h('p.soft', {}, about));
}

/**
 * @param {import('/static/js/protocol.js').Picture[]} shown
 * @returns {HTMLElement}
 */
export function pictures(shown) {
  return h(
    'div.pictures',
    {},
    ...shown.map((one) =>
      h('div', {}, h('span.picture', { 'aria-hidden': 'true' }, one.picture), h('span', {}, one.name)),
    ),
  );
}

/**
 * A bar that gets shorter until the question's default counts.
 *
 * @param {number} seconds
 */
function countdown(seconds) {
  const bar = h('div.countdown', { 'aria-hidden': 'true', style: { '--seconds': `${seconds}s` } });
  return h('div.countdown-frame', {}, bar, h('p.hidden-text', {}, t('seconds-to-answer', { seconds: Math.round(seconds) })));
}
