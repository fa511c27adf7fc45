// Folds the events of a replay into steps that one can go to.  Pure.

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
    const sentence = message?.sentence;
    if (sentence) this.lines.push({step: this.steps.length - 1, kind, sentence});
  }
}

/**
 * Reads the place of a replay in the page's address: `FILE` or `FILE/STEP`, steps from 1.
 *
 * @param {string} place
 * @returns {{file: string, step: number | null}}
 */
export function readPlace(place) {
  const [file, step] = place.split('/');
  const number = Number(step);
  return {file: decodeURIComponent(file), step: step && number >= 1 ? Math.floor(number) - 1 : null};
}

/**
 * @param {string} file
 * @param {number} step from 0
 */
export function writePlace(file, step) {
  return `${encodeURIComponent(file)}/${step + 1}`;
}
