// Which frames an event leads to, and how long people want to look at each.
// Nothing here touches the page.

import {deciders} from './moves.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Message} Message */
/** @typedef {import('/static/js/protocol.js').Event} Event */
/** @typedef {import('/static/js/protocol.js').YourTurn} YourTurn */

/**
 * @typedef {object} Item
 * @property {View} view
 * @property {YourTurn | null} turn
 * @property {Message[]} messages
 * @property {number} rest milliseconds
 */

const GLANCE = 220;
const READ = 550;
const LOOK = 1100;
/** What all have chosen in secret: it is open for this moment alone. */
const REVEAL = 1800;
const RESULT = 2600;

/**
 * Whether the next frame need not wait: the player is to decide, and only a move was made.
 *
 * @param {Item} item
 * @param {Item} next
 */
export function isAtOnce(item, next) {
  return next.turn !== null && item.rest < LOOK;
}

/**
 * Whether a frame is shown for its while, however many others wait: a result.
 *
 * @param {Item} item
 */
export function isResult(item) {
  return item.rest >= RESULT;
}

/**
 * The frames of an event, in order; `before` is the view until then.
 *
 * @param {Event} event
 * @param {View | null} before
 * @returns {Item[]}
 */
export function framesOf(event, before) {
  switch (event.event) {
    case 'happened': {
      const {view, messages, cleared, look} = event;
      const sealed = before?.turn === 'together' && deciders(before).length > 1;
      const rest = sealed ? REVEAL : look ? LOOK : messages.length ? READ : GLANCE;
      const after = {view, turn: null, messages: cleared ? [] : messages, rest};
      if (!cleared) return [after];
      return [{view: cleared, turn: null, messages, rest: RESULT}, {...after, rest: GLANCE}];
    }
    case 'resumed':
      return [{view: event.view, turn: null, messages: [event.message], rest: GLANCE}];
    case 'planned':
      // Where a step can follow, the turn is told next, with the same view.
      return event.view && event.next
        ? [{view: event.view, turn: null, messages: [], rest: 0}]
        : [];
    case 'your-turn':
      return [{view: event.view, turn: event, messages: [], rest: 0}];
    default:
      return [];
  }
}

/**
 * Whether each decision in a history was `seat`'s own, the oldest first: how far to take
 * back.  Only the lines after the last beginning count.
 *
 * @param {readonly import('/static/js/record.js').Line[]} log
 * @param {number | null} seat
 * @returns {boolean[]}
 */
export function decisions(log, seat) {
  const start = log.findLastIndex(({kind}) => kind === 'begun');
  const views = log.slice(start + 1).map(({view}) => view);
  const own = [];
  for (const [at, view] of views.entries()) {
    const next = views[at + 1];
    const seats = deciders(view);
    if (next && next !== view && seats.length) own.push(seats.includes(seat ?? -1));
  }
  return own;
}
