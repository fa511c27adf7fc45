// How friends may come to a table, and what holds there.

import { h } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';
import { check, field, fresh, select } from './parts.js';

/** Seconds of patience that can be chosen; 0: for ever. */
const PATIENCES = [0, 60, 180, 600, 86400];
/** Seconds for all decisions of a game; 0: no limit. */
const BANKS = [0, 300, 900, 1800, 3600];
/** Clocks of each player: seconds, what each decision adds, and what of it is free. */
const CLOCKS = [[0, 0, 0], [180, 2, 0], [300, 3, 0], [600, 5, 0], [900, 10, 0], [900, 0, 5]];
/** Seconds that programs have for all that they say by themselves. */
const PROGRAMS = ['', '60', '600', '0'];
/** The deck of every game that leaves no choice, too. */
const USUAL_DECK = 'masked';

/**
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').RulesShown} known  the game's
 * @returns {{element: HTMLElement, value: () => Partial<import('/static/js/protocol.js').HostRequest>}}
 */
export function terms(app, known) {
  const network = check(t('by-network'), true, t('by-network.help'));
  const words = check(t('by-words'), false, t('by-words.help'));
  const relay = h('p.help', { hidden: true }, t('no-relay'), ' ', h('a', { href: '#/settings' }, t('settings')));
  app.hub.answer({ command: 'show-settings' }, 'settings').then(
    ({ relays }) => {
      words.input.disabled = hidden.input.disabled = !relays.length;
      relay.hidden = relays.length > 0;
    },
    () => {},
  );
  const spectators = check(t('spectators'), false, t('spectators.help'));
  const hidden = check(t('hide-address'), false, t('hide-address.help'));
  const patience = select(
    PATIENCES.map((seconds) => [String(seconds), t('patience-choice', { seconds, minutes: seconds / 60 })]),
    '0',
  );
  const bank = select(
    BANKS.map((seconds) => [String(seconds), t('bank-choice', { seconds, minutes: seconds / 60 })]),
    '0',
  );
  const banked = h('div', { hidden: true }, field(t('bank'), bank, t('bank.help')));
  const clock = select(
    CLOCKS.map(([seconds, increment, delay], one) => [
      String(one),
      t('clock-choice', { seconds, minutes: seconds / 60, increment, delay }),
    ]),
    '0',
  );
  const programs = select(
    PROGRAMS.map((seconds) => [seconds, t('programs-bank-choice', { seconds: seconds || 'usual' })]),
    '',
  );
  const clocks = h('div.stack', { hidden: true }, field(t('clock'), clock, t('clock.help')), field(t('programs-bank'), programs, t('programs-bank.help')));
  const limits = () => {
    clocks.hidden = patience.value === '0';
    banked.hidden = clocks.hidden || clock.value !== '0';
  };
  clock.addEventListener('change', limits);
  // Where the table waits as long as it takes nobody's time runs out.
  patience.addEventListener('change', limits);
  const absence = select(
    ['', 'wait', 'default', 'forfeit', 'finish'].map((value) => [value, t(`absence-${value || 'usual'}`)]),
    '',
  );
  const decks = known.promises;
  const promise = h('p.help', { id: fresh() });
  const deck = select(decks.map(({ name, title }) => [name, title]), USUAL_DECK, () => promised());
  const promised = () => (promise.textContent = decks.find(({ name }) => name === deck.value)?.about ?? '');
  promised();
  deck.setAttribute('aria-describedby', promise.id);
  const guests = h('fieldset.stack.tight', { hidden: true }, h('legend', {}, t('invite-contacts')));
  /** @type {{input: HTMLInputElement, number: number}[]} */
  let friends = [];
  app.hub.answer({ command: 'list-contacts' }, 'contacts').then(
    ({ contacts }) => {
      friends = contacts.map((contact) => {
        const { element, input } = check(contact.name, false);
        guests.append(element);
        return { input, number: contact.number };
      });
      guests.hidden = !friends.length;
    },
    () => {},
  );
  return {
    element: h(
      'section.panel.stack',
      {},
      h('h2', {}, t('how-friends-come')),
      h('p.soft', {}, t('how-friends-come.about')),
      h('div', {}, network.element, words.element, relay),
      guests,
      h(
        'details',
        {},
        h('summary', {}, t('more-choices')),
        h(
          'div.stack',
          {},
          spectators.element,
          hidden.element,
          field(t('patience'), patience, t('patience.help')),
          clocks,
          banked,
          field(t('absence'), absence, t('absence.help')),
          decks.length ? h('div', {}, field(t('deck'), deck), promise) : null,
        ),
      ),
    ),
    value: () => ({
      network: network.input.checked,
      words: words.input.checked,
      spectators: spectators.input.checked,
      hide_address: hidden.input.checked,
      patience: Number(patience.value),
      bank: banked.hidden ? 0 : Number(bank.value),
      ...timed(clocks.hidden ? 0 : Number(clock.value)),
      programs_bank: clocks.hidden || programs.value === '' ? null : Number(programs.value),
      absence: /** @type {any} */ (absence.value || null),
      deck: /** @type {any} */ (deck.value || USUAL_DECK),
      invite: friends.filter((one) => one.input.checked).map((one) => String(one.number)),
    }),
  };
}

/**
 * @param {number} chosen  which of the clocks
 * @returns {{time: number, increment: number, delay: number}}
 */
function timed(chosen) {
  const [time, increment, delay] = CLOCKS[chosen];
  return { time, increment, delay };
}
