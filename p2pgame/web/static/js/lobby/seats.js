// Who sits where: a friend, or a program by its name and strength.

import { fill, h } from '/static/js/dom.js';
import { arrange, kept } from '/static/js/pieces/layout.js';
import { t } from '/static/js/texts.js';
import { avatar } from './avatar.js';
import { fewestSeats, ownName, usualSeats } from './opening.js';
import { fresh, select } from './parts.js';
import { programs } from './programs.js';

const FRIEND = 'friend';
const USUAL = '';

/**
 * @typedef {object} Seated
 * @property {number} players
 * @property {number} bots
 * @property {{[seat: number]: string}} programs  by seat, from 2
 */

/**
 * @param {import('./context.js').App} app
 * @param {import('/static/js/protocol.js').GameShown} game
 * @param {boolean} friends
 * @param {() => void} changed
 * @returns {{element: HTMLElement, value: () => Seated, all: (friends: boolean) => void}}
 */
export function seats(app, game, friends, changed) {
  let usual = friends ? FRIEND : USUAL;
  const proposed = () => (usual === FRIEND ? fewestSeats(game.seats) : usualSeats(game.seats));
  let players = proposed();
  /** Whether the person has said how many. */
  let counted = false;
  /** @type {string[]} whom seats from the second on are for */
  let chosen = Array(players - 1).fill(usual);
  /** @type {import('./programs.js').ProgramShown[]} */
  let known = [];
  const list = h('ol.seat-rows');
  const own = () => row(t('you-named', { name: ownName(app.hub) }), avatar(ownName(app.hub)));
  app.hub.addEventListener('about', () => list.firstElementChild?.replaceWith(own()), { signal: app.signal });
  /** A seat's row stays, so that its choice stays open when more is known. */
  const others = kept((/** @type {number} */ at) => {
    const control = select([], '', (now) => {
      chosen[at] = now;
      draw();
    });
    control.setAttribute('aria-label', t('seat-number', { number: at + 2 }));
    return row(control, avatar('?'));
  });
  const draw = () => {
    arrange(list, [list.firstElementChild ?? own(), ...chosen.map(other)]);
    changed();
  };
  /**
   * @param {string} value
   * @param {number} at
   */
  const other = (value, at) => {
    const element = others(at);
    const choices = /** @type {[string, string][]} */ ([
      [FRIEND, t('a-friend')],
      [USUAL, t('usual-program')],
      ...known.map((one) => [one.id, t('program-choice', { name: one.name, strength: t(`strength-${one.level}`) })]),
    ]);
    const control = /** @type {HTMLSelectElement} */ (element.querySelector('select'));
    if (control.length !== choices.length) fill(control, ...choices.map(([id, name]) => h('option', { value: id }, name)));
    control.value = value;
    const about = known.find((one) => one.id === value)?.about.sentence ?? '';
    element.firstElementChild?.replaceWith(value === FRIEND ? avatar('?') : avatar(value || 'p', { program: true }));
    arrange(/** @type {Element} */ (control.parentElement), [control, about ? h('p.help', {}, about) : null]);
    return element;
  };
  const count = counter(game.seats, players, (now) => {
    counted = true;
    players = now;
    chosen = Array.from({ length: now - 1 }, (_, at) => chosen[at] ?? usual);
    draw();
  });
  programs(app.hub, game.name).then(
    (found) => {
      known = found;
      draw();
    },
    () => {},
  );
  draw();
  return {
    element: h('div.stack', {}, count?.element, list),
    value: () => ({
      players,
      bots: chosen.filter((one) => one !== FRIEND).length,
      // Seats that are a friend's must stay free, so each program has its seat.
      programs: Object.fromEntries(
        chosen.flatMap((one, at) => (one !== FRIEND && one !== USUAL ? [[at + 2, one]] : [])),
      ),
    }),
    all: (withFriends) => {
      usual = withFriends ? FRIEND : USUAL;
      if (count && !counted) {
        players = proposed();
        count.show(players);
      }
      chosen = Array(players - 1).fill(usual);
      draw();
    },
  };
}

/**
 * @param {string | HTMLElement} content
 * @param {SVGElement} face
 */
function row(content, face) {
  return h('li', {}, face, h('div.grow', {}, content));
}

/**
 * @param {number[]} allowed
 * @param {number} now
 * @param {(players: number) => void} onchange
 * @returns {{element: HTMLElement, show: (players: number) => void} | null}  null: the game leaves no choice
 */
function counter(allowed, now, onchange) {
  if (allowed.length < 2) return null;
  const id = fresh();
  const shown = h('output', { id, 'aria-live': 'polite' });
  const sorted = allowed.toSorted((a, b) => a - b);
  let at = 0;
  const less = /** @type {HTMLButtonElement} */ (h('button.icon', { type: 'button', 'aria-label': t('fewer-players') }, '−'));
  const more = /** @type {HTMLButtonElement} */ (h('button.icon', { type: 'button', 'aria-label': t('more-players') }, '+'));
  const show = (/** @type {number} */ players) => {
    at = sorted.indexOf(players);
    shown.textContent = t('players-count', { count: sorted[at] });
    less.setAttribute('aria-disabled', String(at === 0));
    more.setAttribute('aria-disabled', String(at === sorted.length - 1));
  };
  const step = (/** @type {number} */ by) => {
    const to = at + by;
    if (to < 0 || to >= sorted.length || sorted[to] > MOST) return;
    show(sorted[to]);
    onchange(sorted[to]);
  };
  less.addEventListener('click', () => step(-1));
  more.addEventListener('click', () => step(1));
  show(now);
  return { element: h('div.row.counter', { role: 'group', 'aria-label': t('how-many') }, less, shown, more), show };
}

/** Seats that a person can set by hand. */
const MOST = 12;
