// The first place: play at once, with friends, or join; who one is; what goes on.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { prefs } from '/static/js/prefs.js';
import { t } from '/static/js/texts.js';
import { aboutOf, games, seatsOf, titleOf } from './games.js';
import { joinBox } from './join_box.js';
import { busyButton, sentence } from './parts.js';
import { picture } from './pictures.js';
import { nameBox } from './name_box.js';
import { againstPrograms } from './opening.js';
import { resumable } from './stopped.js';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @returns {import('./context.js').Place}
 */
export function mount(host, app) {
  const start = h('section.panel.hero', {}, h('p.connecting.row', { role: 'status' }, h('span.spinner', { 'aria-hidden': 'true' }), t('loading')));
  const all = h('ul.games');
  const left = resumable(app);
  fill(
    host,
    h('h1.hidden-text', { tabindex: -1 }, t('home')),
    h(
      'div.home',
      {},
      h(
        'div.stack.wide',
        {},
        start,
        h('section.stack', { 'aria-labelledby': 'all-games' }, h('div.row.spread', {}, h('h2', { id: 'all-games' }, t('all-games')), h('a', { href: '#/rules' }, t('rules'))), all),
      ),
      h('div.stack.wide.aside', {}, joinBox(app), left, nameBox(app), fileBox()),
    ),
  );
  games(app.hub).then(
    (found) => {
      if (app.signal.aborted) return;
      const last = found.find((game) => game.name === prefs().game) ?? found[0];
      fill(start, ...hero(app, last));
      fill(all, ...found.map(gameCard));
    },
    (wrong) => fill(start, h('p.note.bad', { role: 'alert' }, sentence(wrong))),
  );
  return {};
}

/**
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').GameShown} game
 */
function hero(app, game) {
  const title = titleOf(game.name);
  const alone = Math.max(...game.seats) === 1;
  const play = busyButton('.primary.big.block', [icon('play'), t(alone ? 'play-alone' : 'play-now')], () =>
    againstPrograms(app, game),
  );
  return [
    h(
      'div.hero-game',
      {},
      picture(game.name),
      h('div.stack.tight', {}, h('h2', {}, title), h('p.soft', {}, aboutOf(game)), h('p', {}, h('a', { href: `#/new/${game.name}` }, t('choose-more')))),
    ),
    play.element,
    h(
      'div.hero-more',
      {},
      alone ? null : h('a.button', { href: `#/new/${game.name}/friends` }, icon('friends'), t('play-with-friends')),
      h('a.button', { href: '#/join' }, icon('link'), t('join-a-table')),
    ),
  ];
}

/** @param {import('/static/js/protocol.js').GameShown} game */
function gameCard(game) {
  const title = titleOf(game.name);
  return h(
    'li',
    {},
    h(
      'a.game',
      { href: `#/new/${game.name}` },
      picture(game.name),
      h(
        'span.stack.tight',
        {},
        h('strong', {}, title),
        h('span.small.soft', {}, aboutOf(game)),
        h('span.small.soft.seats', {}, icon('friends'), seatsOf(game.seats)),
      ),
    ),
  );
}

function fileBox() {
  return h(
    'section.panel.stack.tight',
    {},
    h('h2', {}, t('look-at-game')),
    h('p.soft.small', {}, t('look-at-game.about')),
    h('a.button', { href: '#/replay' }, icon('file'), t('open-transcript')),
  );
}
