// The seats around the table: who sits there, as what, whose turn it is, scores and connections.

import {h} from '/static/js/dom.js';
import {icon} from '/static/js/icons.js';
import {arrange} from '/static/js/pieces/layout.js';
import {deciders} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */

/** The seats' colours, by seat; the letter in the circle says the same. */
const HUES = [155, 215, 25, 280, 340, 60, 190, 100, 250, 10];

export class Seats {
  /** @param {Words} t */
  constructor(t) {
    this.t = t;
    this.element = h('ul.table-seats', {'aria-label': t('players')});
    /** @type {HTMLElement[]} */
    this.seats = [];
    this.table = '';
  }

  /**
   * @param {Record} record
   * @param {View | null} view
   * @param {readonly string[]} names
   */
  show(record, view, names) {
    const {begun, connections, ended} = record;
    if (!begun) return;
    if (this.table !== begun.table) {
      this.table = begun.table;
      this.seats = names.map((name, seat) => this.seat(name, seat, record));
      arrange(this.element, this.seats);
    }
    const turns = ended ? [] : deciders(view);
    for (const [seat, element] of this.seats.entries()) {
      element.classList.toggle('to-move', turns.includes(seat));
      part(element, '.table-seat-turn', turns.includes(seat) ? this.t(turns.length > 1 ? 'chooses' : 'to-move') : '');
      part(element, '.table-seat-role', view?.roles?.[seat]?.sentence ?? '');
      const score = view?.scores?.[seat];
      part(element, '.table-seat-score', score === undefined ? '' : String(score));
      part(element, '.table-seat-link', this.link(record, seat, connections));
      const payoff = ended?.payoffs[seat];
      const result = payoff === undefined ? '' : payoff > 0 ? `+${payoff}` : String(payoff);
      part(element, '.table-seat-result', names.length > 1 ? result : '');
    }
  }

  /**
   * @param {string} name
   * @param {number} seat
   * @param {Record} record
   */
  seat(name, seat, record) {
    const {t} = this;
    const player = record.begun?.players[seat];
    const own = record.begun?.seat === seat;
    return h(
      `li.table-seat${own ? '.own' : ''}`,
      {data: {seat}, style: {'--hue': HUES[seat % HUES.length]}},
      h('span.table-seat-face', {'aria-hidden': 'true'}, [...name][0]?.toUpperCase() ?? '?'),
      h(
        'div.table-seat-text',
        {},
        h(
          'div.table-seat-line',
          {},
          h('span.table-seat-name', {}, name),
          h('span.table-seat-role', {hidden: true}),
          own && h('span.badge', {}, t('you')),
          player?.is_program && programMark(t('program')),
        ),
        h(
          'div.table-seat-line.table-seat-small',
          {},
          h('span.hidden-text', {}, `${t('score')} `),
          h('span.table-seat-score', {title: t('score')}),
          h('span.table-seat-result'),
          h('span.table-seat-turn'),
          h('span.table-seat-link'),
        ),
      ),
    );
  }

  /**
   * @param {Record} record
   * @param {number} seat
   * @param {Record['connections']} connections
   */
  link(record, seat, connections) {
    if (record.begun?.seat === seat || record.begun?.players[seat].is_program) return '';
    const found = connections.find((one) => one.seat === seat);
    if (!found) return connections.length ? this.t('offline') : '';
    const path = this.t('path', {path: found.path});
    const time = found.milliseconds ?? null;
    return time === null ? path : `${path}, ${Math.round(time)} ms`;
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} selector
 * @param {string} text
 */
function part(element, selector, text) {
  const found = /** @type {HTMLElement} */ (element.querySelector(selector));
  if (found.textContent !== text) found.textContent = text;
  found.hidden = !text;
}

/** @param {string} name */
function programMark(name) {
  return h('span.table-seat-mark', {title: name}, icon('program'), h('span.hidden-text', {}, name));
}
