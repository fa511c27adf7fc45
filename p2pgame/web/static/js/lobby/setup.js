// Start a game: who sits where, the game's options, and how friends may come.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { t } from '/static/js/texts.js';
import { aboutOf, games, rules, seatsOf, titleOf } from './games.js';
import { open } from './opening.js';
import { options } from './options.js';
import { busyButton, heading, segments, sentence } from './parts.js';
import { picture } from './pictures.js';
import { rulesText } from './rules.js';
import { seats as seatRows } from './seats.js';
import { terms } from './terms.js';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @param {string[]} path  the game, and `friends` if the other seats are theirs
 * @returns {import('./context.js').Place}
 */
export function mount(host, app, path) {
  const [name, how] = path;
  const title = titleOf(name);
  const body = h('div', {}, h('p.soft', { role: 'status' }, t('loading')));
  fill(host, heading(title, '#/'), body);
  Promise.all([games(app.hub), rules(app.hub, name)]).then(
    ([all, known]) => {
      const game = all.find((one) => one.name === name);
      if (app.signal.aborted) return;
      if (game) show(body, app, game, known, how === 'friends');
      else fill(body, h('p.note.warn', { role: 'alert' }, t('no-such-game', { name })));
    },
    (wrong) => fill(body, h('p.note.bad', { role: 'alert' }, sentence(wrong))),
  );
  return { title };
}

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').GameShown} game
 * @param {import('/static/js/protocol.js').RulesShown} known
 * @param {boolean} friends
 */
function show(host, app, game, known, friends) {
  const chosen = options(game, known);
  const agreed = terms(app, known);
  let label = () => {};
  const rows = seatRows(app, game, friends, () => label());
  const start = busyButton('.primary.big.block', [''], async () => {
    const { players, bots, programs } = rows.value();
    /** @type {import('/static/js/protocol.js').HostRequest} */
    const request = { command: 'host', game: game.name, players, options: chosen.value() };
    if (bots) Object.assign(request, { bots, programs });
    if (bots < players - 1) Object.assign(request, agreed.value());
    await open(app, request);
  });
  const more = h('div.stack', {}, agreed.element);
  label = () => {
    const { players, bots } = rows.value();
    const alone = players === 1;
    const together = bots < players - 1;
    more.hidden = !together;
    const word = alone ? 'play-alone' : together ? 'open-table' : 'play-now-short';
    fill(start.button, icon(together ? 'friends' : 'play'), t(word));
  };
  label();
  const solo = Math.max(...game.seats) === 1;
  const mode = segments(
    t('play-against'),
    [['programs', t('programs')], ['friends', t('friends')]],
    friends ? 'friends' : 'programs',
    (value) => rows.all(value === 'friends'),
  );
  fill(
    host,
    h(
      'div.setup',
      {},
      h(
        'form.stack.wide',
        { onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        solo ? null : h('section.panel.stack', { 'aria-label': t('seats') }, mode, rows.element),
        chosen.element,
        more,
        start.element,
      ),
      about(game, known),
    ),
  );
}

/**
 * @param {import('/static/js/protocol.js').GameShown} game
 * @param {import('/static/js/protocol.js').RulesShown} known
 */
function about(game, known) {
  return h(
    'aside.panel.stack',
    {},
    h('div.hero-game', {}, picture(game.name), h('div.stack.tight', {}, h('p', {}, aboutOf(game)), h('p.small.soft', {}, seatsOf(game.seats)))),
    h('details', {}, h('summary', {}, t('rules')), rulesText(known, '.rules', { tabindex: 0, role: 'region', 'aria-label': t('rules') })),
    h('p.small', {}, h('a', { href: `#/rules/${game.name}` }, t('rules-whole'))),
  );
}

