// What a whole file shows, in words that a friend understands.

import {h} from '/static/js/dom.js';

/** @typedef {import('./steps.js').Story} Story */
/** @typedef {(id: string, args?: Record<string, string | number>) => string} Words */

/**
 * @param {Words} t
 * @param {Story} story
 * @param {{note?: string, failed?: string}} more
 * @returns {HTMLElement}
 */
export function verdict(t, story, {note, failed}) {
  const {verified, warnings} = story;
  const said = (/** @type {any} */ message) => message?.sentence ?? message?.id ?? '';
  const told = (/** @type {any[]} */ messages) => messages.map((one) => h('p', {}, said(one)));
  const rest = note ? h('p', {}, note) : null;
  if (!verified || warnings.length) {
    const head = warnings.length ? t('verdict-unfair') : t('verdict-damaged', {why: failed ?? ''});
    return h('section.verdict.bad', {role: 'status'}, h('h2', {}, head), told(warnings.map((one) => one.message)), rest);
  }
  const {players, payoffs = [], turns, entries, signed, audit, absences = {}, unfinished, local = []} = verified;
  const facts = (/** @type {boolean} */ warns) =>
    told(local.filter((/** @type {any} */ fact) => Boolean(fact.warns) === warns).map((/** @type {any} */ fact) => fact.message));
  const results = payoffs.map((/** @type {number} */ points, /** @type {number} */ seat) =>
    h('li', {}, t('verdict-result', {name: players[seat].name, points: points > 0 ? `+${points}` : String(points)})),
  );
  const who = players.map((/** @type {any} */ player) =>
    h('li', {title: player.identity}, t('verdict-player', {name: player.name, key: player.identity.slice(0, 16)})),
  );
  const others = facts(false);
  return h(
    `section.verdict${facts(true).length ? '.bad' : ''}`,
    {role: 'status'},
    facts(true),
    h('h2', {}, t('verdict-fair')),
    h('p', {}, t('verdict-all', {entries, turns})),
    unfinished ? h('p', {}, t('verdict-unfinished', {why: said(unfinished)})) : null,
    results.length ? h('ul', {}, results) : null,
    rest,
    h(
      'details',
      {},
      h('summary', {}, t('verdict-more')),
      h(
        'div',
        {},
        signed ? told([signed.message]) : null,
        audit ? told(audit.messages ?? []) : null,
        told((absences.departed ?? []).map((/** @type {any} */ one) => one.message)),
        h('h3', {}, t('verdict-players')),
        h('ul', {}, who),
        h('small', {}, t('verdict-names')),
        others.length ? [h('h3', {}, t('verdict-here')), ...others] : null,
      ),
    ),
  );
}
