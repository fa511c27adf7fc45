// What stands beside a timeline: eyes to choose, notations to save, a way to go on.

import {fill, h, svg} from '/static/js/dom.js';

/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('./steps.js').Story} Story */
/** @typedef {import('./replay.js').Context} Context */
/** @typedef {import('./replay.js').Source} Source */

const ICONS = /** @type {Record<string, string>} */ ({
  first: 'M5 5h3v14H5zM20 5v14L9 12z',
  back: 'M17 5v14L6 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  next: 'M7 5v14l11-7z',
  last: 'M16 5h3v14h-3zM4 5v14l11-7z',
});

/** @param {string} name */
export function icon(name) {
  return svg('svg.replay-icon', {viewBox: '0 0 24 24', 'aria-hidden': 'true'}, svg('path', {d: ICONS[name]}));
}

/** @param {import('/static/js/types').Begun} begun */
export function namesOf(begun) {
  const all = begun.players.map((player) => player.name);
  const isOnly = (/** @type {string} */ name) => all.indexOf(name) === all.lastIndexOf(name);
  return all.map((name, seat) => (isOnly(name) ? name : `${name} (${seat + 1})`));
}

/**
 * A choice of whose eyes to see with; null: there is none.
 *
 * @param {Context} context
 * @param {Story} story
 * @param {number | null} now
 * @param {(seat: number | null) => void} look
 */
export function eyes({t}, {begun, seats}, now, look) {
  if (!begun || (!seats.length && now === null)) return null;
  const names = namesOf(begun);
  const option = (/** @type {number | null} */ seat, /** @type {string} */ label) =>
    h('option', {value: seat ?? '', selected: seat === now}, label);
  const choose = (/** @type {any} */ event) => look(event.target.value === '' ? null : Number(event.target.value));
  return h(
    'label.replay-eyes',
    {},
    h('span', {}, t('replay-eyes')),
    h(
      'select',
      {onchange: choose},
      option(null, t('replay-eyes-nobody')),
      seats.map((seat) => option(seat, names[seat])),
    ),
    h('small', {}, t('replay-eyes-about')),
  );
}

/**
 * Buttons that save the game in other notations.
 *
 * @param {Context} context
 * @param {string} game
 * @param {NonNullable<Source['save']>} save
 */
export function saves({t, say}, game, save) {
  const special = {chess: 'pgn', checkers: 'pdn', holdem: 'phh'}[game];
  const press = async (/** @type {string} */ format) => {
    try {
      const {name, text} = await save(format);
      download(name, text);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  };
  const button = (/** @type {string} */ format) => {
    const label = t('replay-save', {format: format.toUpperCase()});
    return h('button', {type: 'button', onclick: () => void press(format)}, label);
  };
  return [...(special ? [special] : []), 'csv'].map(button);
}

/** Goes on from the step that is shown, against programs. */
export class Onward {
  /**
   * @param {Context} context
   * @param {NonNullable<Source['goOn']>} goOn
   */
  constructor({t, say}, goOn) {
    /** @type {object | null} */
    this.begun = null;
    this.turns = 0;
    /** The step for which a seat is proposed. @type {Step | null} */
    this.step = null;
    this.seat = /** @type {HTMLSelectElement} */ (h('select'));
    const button = /** @type {HTMLButtonElement} */ (h('button', {type: 'button', onclick: () => void press()}, t('onward-go')));
    const press = async () => {
      button.disabled = true;
      try {
        await goOn(this.turns, Number(this.seat.value));
      } catch (error) {
        say(/** @type {Error} */ (error).message);
      } finally {
        button.disabled = false;
      }
    };
    this.element = h(
      'section.replay-onward',
      {hidden: true, 'aria-label': t('onward')},
      h('h2', {}, t('onward')),
      h('label', {}, h('span', {}, t('onward-as')), this.seat),
      button,
      h('small', {}, t('onward-about')),
    );
  }

  /**
   * @param {Step | null} step
   * @param {number} at
   */
  show(step, at) {
    this.element.hidden = !step || step.view.turn === 'over';
    if (!step || step.view.turn === 'over') return;
    this.turns = at + 1;
    if (this.begun !== step.begun) {
      this.begun = step.begun;
      fill(this.seat, namesOf(step.begun).map((name, seat) => h('option', {value: seat}, name)));
    }
    const player = /** @type {any} */ (step.view.terms)?.player;
    if (step !== this.step && Number.isInteger(player)) this.seat.value = String(player);
    this.step = step;
  }
}

/**
 * Has the browser keep a text as a file.
 *
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
  h('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
