// Folds the events of a replay into steps that one can go to.  Pure.

import {capital} from '/static/js/record.js';

/** @typedef {import('/static/js/types').View} View */
/** @typedef {import('/static/js/types').Message} Message */
/** @typedef {import('/static/js/types').Begun} Begun */

/**
 * How the table looks after something happened; several games may follow one another.
 *
 * @typedef {object} Step
 * @property {Begun} begun of its game
 * @property {View} view
 * @property {View | null} before null: it is the first of its game
 * @property {Message[]} messages what happened
 * @property {boolean} look people would look at the table now
 */

/**
 * A line of the history; `step` is the index of how the table looked then, or −1.
 *
 * @typedef {object} Line
 * @property {number} step
 * @property {'begun' | 'move' | 'said' | 'ended' | 'warning'} kind
 * @property {string} sentence
 */

const SAID = new Set(['chat', 'proposed', 'nudged', 'moved-for', 'overtaken', 'notice']);
const WARNINGS = new Set(['accused', 'rules-broken', 'fork-shown']);

/** The steps of a story, which grow as its events come. */
export class Story {
  constructor() {
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Begun | null} */
    this.begun = null;
    /** @type {any} what the whole file shows; null: not read so far */
    this.verified = null;
    /** @type {any[]} events that speak against it */
    this.warnings = [];
    /** @type {number[]} the seats with whose eyes it can be seen */
    this.seats = [];
  }

  /**
   * Takes up an event.
   *
   * @param {any} event
   */
  take(event) {
    if (event.event === 'begun') {
      this.begun = event;
      this.write('begun', event.message);
    } else if (event.event === 'happened' && this.begun) this.happened(event, this.begun);
    else if (SAID.has(event.event)) this.write('said', event.message);
    else if (event.event === 'ended') this.write('ended', event.message);
    else if (WARNINGS.has(event.event)) {
      this.warnings.push(event);
      this.write('warning', event.message);
    } else if (event.event === 'verified') this.verified = event;
    else if (event.event === 'secrets-shown') this.seats = event.seats;
  }

  /**
   * @param {any} event
   * @param {Begun} begun
   */
  happened(event, begun) {
    const last = this.steps.at(-1);
    const before = last?.begun === begun ? last.view : null;
    const {view, messages, look = false} = event;
    this.steps.push({begun, view, before, messages, look});
    for (const message of messages) this.write('move', message);
  }

  /**
   * @param {Line['kind']} kind
   * @param {Message | null | undefined} message
   */
  write(kind, message) {
    const told = message?.sentence;
    if (!told) return;
    const sentence = kind === 'said' ? told : capital(told, this.begun?.players ?? []);
    this.lines.push({step: this.steps.length - 1, kind, sentence});
  }
}

/**
 * Reads the place of a replay in the page's address: `FILE`, `FILE/STEP` or
 * `FILE/STEP/SEAT`; steps and seats from 1.
 *
 * @param {string} place
 * @returns {{file: string, step: number | null, seat: number | null}}
 */
export function readPlace(place) {
  const [file, step, seat] = place.split('/');
  return {file: decoded(file), step: fromOne(step), seat: fromOne(seat)};
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string | undefined} text */
function fromOne(text) {
  const number = Number(text);
  return number >= 1 ? Math.floor(number) - 1 : null;
}

/**
 * @param {string} file
 * @param {number} step from 0
 * @param {number | null} [seat] with whose eyes, from 0; null: a spectator's
 */
export function writePlace(file, step, seat = null) {
  const place = `${encodeURIComponent(file)}/${step + 1}`;
  return seat === null ? place : `${place}/${seat + 1}`;
}
