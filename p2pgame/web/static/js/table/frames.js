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
 * @property {boolean} [ours] the player is to decide, and is asked next
 */

const GLANCE = 220;
const READ = 550;
const LOOK = 1100;
/** What all have chosen in secret: it is open for this moment alone. */
const REVEAL = 1800;
const RESULT = 2600;
/** Within so many milliseconds a turn is told, after what led to it. */
export const SOON = 250;

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
 * Milliseconds for which a frame waits for the turn that it leads to.
 *
 * @param {Item} item
 */
export function awaitsTurn(item) {
  return item.ours ? SOON : 0;
}

/**
 * What happened and the turn after it in one frame, so that moves never go from a table
 * where they come again at once; null: they are looked at one after the other.
 *
 * @param {Item} item
 * @param {Item} next
 * @returns {Item | null}
 */
export function withTurn(item, next) {
  return item.ours && next.turn ? {...next, messages: item.messages} : null;
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
 * @param {number | null} [seat]
 * @returns {Item[]}
 */
export function framesOf(event, before, seat = null) {
  switch (event.event) {
    case 'happened': {
      const {view, messages, cleared, look} = event;
      const sealed = before?.turn === 'together' && deciders(before).length > 1;
      const rest = sealed ? REVEAL : look ? LOOK : messages.length ? READ : GLANCE;
      const mine = seat !== null && deciders(before).includes(seat) && deciders(view).includes(seat);
      const after = {view, turn: null, messages: cleared ? [] : messages, rest};
      if (!cleared) return [{...after, ours: mine && rest < LOOK}];
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
