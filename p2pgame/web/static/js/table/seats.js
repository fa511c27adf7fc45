// The seats around the table: who sits there, whose turn it is, scores and connections.

import {h} from '/static/js/dom.js';
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
    this.element = h('ul.seats', {'aria-label': t('players')});
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
      part(element, '.seat-turn', turns.includes(seat) ? this.t(turns.length > 1 ? 'chooses' : 'to-move') : '');
      const score = view?.scores?.[seat];
      part(element, '.seat-score', score === undefined ? '' : String(score));
      part(element, '.seat-link', this.link(record, seat, connections));
      const payoff = ended?.payoffs[seat];
      const result = payoff === undefined ? '' : payoff > 0 ? `+${payoff}` : String(payoff);
      part(element, '.seat-result', names.length > 1 ? result : '');
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
      `li.seat${own ? '.own' : ''}`,
      {data: {seat}, style: {'--hue': HUES[seat % HUES.length]}},
      h('span.seat-face', {'aria-hidden': 'true'}, [...name][0]?.toUpperCase() ?? '?'),
      h(
        'div.seat-text',
        {},
        h(
          'div.seat-line',
          {},
          h('span.seat-name', {}, name),
          own && h('span.badge', {}, t('you')),
          player?.is_program && h('span.badge', {}, t('program')),
        ),
        h(
          'div.seat-line.seat-small',
          {},
          h('span.hidden-text', {}, `${t('score')} `),
          h('span.seat-score', {title: t('score')}),
          h('span.seat-result'),
          h('span.seat-turn'),
          h('span.seat-link'),
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
    const time = found.milliseconds ?? null;
    return time === null ? found.path : `${found.path} ${Math.round(time)} ms`;
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
