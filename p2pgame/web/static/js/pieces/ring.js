// A round table: seats around a felt, a spot in front of each, and a middle.  Whoever looks
// sits at the bottom; the next seat is at one's left hand.  On a narrow page the seats stand
// along the edges of an upright table.
//
//     const ring = new Ring(table);
//     ring.seat(2, {value: '990', turn: true, cards: […], label: 'Ann, 990 chips'});
//     fill(ring.middle, …);

import {fill, h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';
import {ringStyle} from '/static/js/pieces/ring_style.js';
import {adopt} from '/static/js/pieces/style.js';

adopt(ringStyle);

/** @typedef {import('/static/js/types').Table} Table */

/**
 * @typedef {object} Mark
 * @property {string} text one to three letters
 * @property {string} label what it means
 */

/**
 * @typedef {object} SeatLook
 * @property {string} label all that is to be known of the seat, in a sentence
 * @property {string | number} [value] below the name: chips, points
 * @property {string | null} [note] what the seat did or won
 * @property {Mark[]} [marks]
 * @property {boolean} [turn] it is to move
 * @property {boolean} [dim] it plays no part now
 * @property {boolean} [won]
 * @property {(Element | null | undefined | false)[]} [cards] above the name
 */

/** How far from the middle seats and spots are, in hundredths of the table. */
const ACROSS = 43;
const DOWN = 38;
/** By how many others there are: how many at the top of a narrow table. */
const TOP = [0, 1, 2, 1, 2, 3, 2, 3, 2, 3];

/**
 * Where seats are, in hundredths, in the order of turns from whoever looks.
 *
 * @param {number} count
 * @returns {{x: number, y: number, spotX: number, spotY: number}[]}
 */
export function around(count) {
  return Array.from({length: count}, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    const x = -bent(Math.sin(angle));
    const y = bent(Math.cos(angle));
    const inward = Math.abs(x) > 0.75 ? 0.64 : 0.5;
    return {
      x: 50 + ACROSS * x,
      y: 50 + DOWN * y,
      spotX: 50 + ACROSS * x * inward,
      spotY: 50 + DOWN * y * 0.56,
    };
  });
}

/** @param {number} part */
function bent(part) {
  return Math.sign(part) * Math.abs(part) ** 0.82;
}

/**
 * The same for a narrow table, and how many rows it has.
 *
 * @param {number} count
 * @returns {{rows: number, places: {x: number, y: number}[]}}
 */
export function upright(count) {
  const others = count - 1;
  const top = TOP[others] ?? 3;
  const sides = Math.max(0, (others - top) / 2);
  const rows = Math.max(3, sides + 2);
  const row = (/** @type {number} */ n) => (100 * (n + 0.5)) / rows;
  const left = Array.from({length: sides}, (_, n) => ({x: 13, y: row(sides - n)}));
  const right = Array.from({length: sides}, (_, n) => ({x: 87, y: row(n + 1)}));
  const across = [[], [50], [24, 76], [13, 50, 87]][top] ?? [];
  const above = across.map((x) => ({x, y: row(0)}));
  return {rows, places: [{x: 50, y: row(rows - 1)}, ...left, ...above, ...right]};
}

/** The seats of a table around its felt. */
export class Ring {
  /** @param {Table} table */
  constructor(table) {
    const count = table.names.length;
    this.table = table;
    this.middle = h('div.ring-middle');
    /** @type {{element: HTMLElement, cards: HTMLElement, name: HTMLElement, value: HTMLElement, marks: HTMLElement, note: HTMLElement, spot: HTMLElement}[]} */
    this.seats = [];
    const narrow = upright(count);
    const wide = around(count);
    for (let seat = 0; seat < count; seat += 1) {
      const place = (seat - (table.seat ?? 0) + count) % count;
      const at = wide[place];
      const low = narrow.places[place];
      const style = {'--x': at.x, '--y': at.y, '--nx': low.x, '--ny': low.y};
      const spotStyle = {...style, '--x': at.spotX, '--y': at.spotY};
      this.seats.push(this.make(seat, place, style, spotStyle));
    }
    const felt = h('div.ring-felt', {'aria-hidden': 'true'});
    const parts = this.seats.flatMap(({element, spot}) => [element, spot]);
    const inner = h('div.ring-inner', {style: {'--rows': narrow.rows}}, felt, this.middle, parts);
    this.element = h('div.ring', {data: {seats: count}}, inner);
  }

  /**
   * @param {number} seat
   * @param {number} place
   * @param {Record<string, any>} style
   * @param {Record<string, any>} spotStyle
   */
  make(seat, place, style, spotStyle) {
    const mine = seat === this.table.seat;
    const cards = h('div.ring-cards');
    const name = h('span.ring-name', {title: this.table.names[seat]}, this.table.names[seat]);
    const value = h('span.ring-value');
    const marks = h('span.ring-marks');
    const note = h('div.ring-note', {hidden: true});
    const plate = h('div.ring-plate', {}, name, value, marks);
    const properties = {role: 'group', style, data: {seat, place}};
    const element = h('div.ring-seat', properties, cards, plate, note);
    element.classList.toggle('mine', mine);
    const spot = h('div.ring-spot', {style: spotStyle, data: {place}});
    spot.classList.toggle('mine', mine);
    return {element, cards, name, value, marks, note, spot};
  }

  /**
   * Shows how a seat is.
   *
   * @param {number} seat
   * @param {SeatLook} look
   */
  seat(seat, look) {
    const {label, value = '', note = null, marks = []} = look;
    const {turn = false, dim = false, won = false, cards = []} = look;
    const parts = this.seats[seat];
    parts.element.setAttribute('aria-label', label);
    parts.element.classList.toggle('turn', turn);
    parts.element.classList.toggle('dimmed', dim);
    parts.element.classList.toggle('won', won);
    parts.element.setAttribute('aria-current', String(turn));
    parts.value.textContent = String(value);
    fill(parts.note, note);
    parts.note.hidden = !note;
    arrange(parts.cards, cards);
    parts.marks.replaceChildren(...marks.map(made));
  }

  /**
   * The place in front of a seat.
   *
   * @param {number} seat
   * @returns {HTMLElement}
   */
  spot(seat) {
    return this.seats[seat].spot;
  }
}

/** @param {Mark} mark */
function made({text, label}) {
  return h('span.ring-mark', {title: label, 'aria-hidden': 'true'}, text);
}
