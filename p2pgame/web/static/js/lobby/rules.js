// The rules of a game in words, its options and moves; without a name, a list of all games.

import { fill, h } from '/static/js/dom.js';
import { icon } from '/static/js/icons.js';
import { language, t } from '/static/js/texts.js';
import { aboutOf, games, humane, rules, seatsOf, titleOf } from './games.js';
import { heading, sentence } from './parts.js';
import { picture } from './pictures.js';

/** @typedef {import('/static/js/protocol.js').RulesShown} RulesShown */

/** Where the rules of all games are listed. */
const ALL = '#/rules';

/**
 * @param {HTMLElement} host
 * @param {import('./context.js').App} app
 * @param {string[]} path  the game, perhaps with a version of its rules; none: all are listed
 * @returns {import('./context.js').Place}
 */
export function mount(host, app, [name, version]) {
  const title = name ? t('rules-of', { game: titleOf(name) }) : t('rules');
  const body = h('div.stack.wide', {}, h('p.soft', { role: 'status' }, t('loading')));
  fill(host, heading(title, name ? ALL : '#/'), body);
  const asked = name ? rules(app.hub, name, version ? Number(version) : null).then(parts) : games(app.hub).then(list);
  asked.then(
    (shown) => app.signal.aborted || fill(body, ...shown),
    (wrong) => fill(body, h('p.note.bad', { role: 'alert' }, sentence(wrong))),
  );
  return { title };
}

/** @param {import('/static/js/protocol.js').GameShown[]} all */
function list(all) {
  const entry = (/** @type {import('/static/js/protocol.js').GameShown} */ game) =>
    h(
      'li.row.nowrap',
      {},
      picture(game.name),
      h('div', {}, h('a', { href: `${ALL}/${game.name}` }, titleOf(game.name)), h('p.small.soft', {}, aboutOf(game))),
    );
  return [h('section.panel', {}, h('ul.list', {}, ...all.map(entry)))];
}

/** @param {RulesShown} known */
function parts(known) {
  const { low, high } = known.seats;
  const options = known.options.map((one) => [one.title || humane(one.name), one.about]);
  const moves = [...known.moves, ...known.placements].map(({ form, about }) => [h('code', {}, form), about]);
  const decks = known.promises.map(({ title, about }) => [title, about]);
  return [
    h(
      'section.panel.stack',
      {},
      h('p.small.soft', {}, `${seatsOf([low, high])} · ${t('rules-version', { version: known.version })}`),
      rulesText(known),
      h('div.row', {}, h('a.button.primary', { href: `#/new/${known.name}` }, icon('play'), t('play-it-now'))),
    ),
    described(t('options'), options),
    described(t('deck'), decks),
    described(t('moves-typed'), moves),
  ];
}

/**
 * @param {string} title
 * @param {(string | Node)[][]} rows  what it is called, and what it is
 */
function described(title, rows) {
  if (!rows.length) return null;
  const entries = rows.flatMap(([name, about]) => [h('dt', {}, name), h('dd', {}, about)]);
  return h('section.panel.stack', {}, h('h2', {}, title), h('dl.described', {}, ...entries));
}

/**
 * The rules in words, marked if they are in another language than the page.
 *
 * @param {RulesShown} known
 * @param {string} [kind]  classes, as `.rules`
 * @param {Record<string, unknown>} [properties]
 */
export function rulesText(known, kind = '', properties = {}) {
  const theirs = known.language;
  const paragraphs = known.text.split(/\n\s*\n/).map((part) => h('p', {}, part.replace(/``/g, '').replace(/::$/, ':').replace(/\s*\n\s*/g, ' ')));
  return h(`div.rules-text${kind}`, { lang: theirs === language() ? null : theirs, ...properties }, ...paragraphs);
}
