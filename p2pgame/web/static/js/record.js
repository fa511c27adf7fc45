// Folds the events of a table into what the page shows.  Pure: a record is never changed,
// and the same events give the same record.

/** @typedef {import('/static/js/protocol.js').Event} Event */
/** @typedef {import('/static/js/protocol.js').Message} Message */
/** @typedef {import('/static/js/protocol.js').View} View */

/**
 * A line of the table's history; `view` is the table after it.
 *
 * @typedef {object} Line
 * @property {number} at        the number of its event
 * @property {'begun' | 'move' | 'chat' | 'offer' | 'nudge' | 'notice' | 'warning' | 'ended'} kind
 * @property {string} sentence
 * @property {Message | null} message
 * @property {number | null} seat   of the player that speaks, if it is known
 * @property {View | null} view
 */

/**
 * @typedef {object} Record
 * @property {number} next      the number of the event that comes next
 * @property {number} missed    events of which only a snapshot is known
 * @property {import('/static/js/protocol.js').Invited | null} invited
 * @property {string | null} words    spoken words that lead to the table
 * @property {import('/static/js/protocol.js').Compare | null} compare
 * @property {import('/static/js/protocol.js').Terms | null} terms
 * @property {import('/static/js/protocol.js').Begun | null} begun
 * @property {number} games     how many games have begun here
 * @property {View | null} view
 * @property {View | null} before   the view before the last event that changed it
 * @property {View | null} cleared  the table as it was before things went from it
 * @property {import('/static/js/protocol.js').YourTurn | null} turn
 * @property {import('/static/js/protocol.js').Planned | null} plan   what the player plans
 * @property {import('/static/js/protocol.js').UndosFound | null} undos   that make room
 * @property {import('/static/js/protocol.js').HintShown | null} hint   for the next step
 * @property {string | null} fell   why its plan is not what it was; told once
 * @property {import('/static/js/protocol.js').Question[]} questions   those that are open
 * @property {import('/static/js/protocol.js').Waiting | null} waiting
 * @property {import('/static/js/protocol.js').Connection[]} connections
 * @property {import('/static/js/protocol.js').Progress | null} progress
 * @property {Line[]} log
 * @property {import('/static/js/protocol.js').Chat[]} chat
 * @property {{[proposal: string]: number[]}} proposals   the seats that offer it or agree
 * @property {import('/static/js/protocol.js').Ended | null} ended
 * @property {import('/static/js/protocol.js').Saved | null} saved
 * @property {import('/static/js/protocol.js').Verified | null} verified
 * @property {import('/static/js/protocol.js').Purse | null} purse what the player may buy for the next table
 * @property {import('/static/js/protocol.js').Accused | null} accused
 * @property {import('/static/js/protocol.js').RulesBroken | null} broken
 * @property {import('/static/js/protocol.js').ForkShown[]} forks
 * @property {import('/static/js/protocol.js').KnownForker[]} forkers
 * @property {import('/static/js/protocol.js').Finished | null} finished
 */

/**
 * Returns the record of a table of which nothing is known.
 *
 * @returns {Record}
 */
export function blank() {
  return {
    next: 0,
    missed: 0,
    invited: null,
    words: null,
    compare: null,
    terms: null,
    begun: null,
    games: 0,
    view: null,
    before: null,
    cleared: null,
    turn: null,
    plan: null,
    undos: null,
    hint: null,
    fell: null,
    questions: [],
    waiting: null,
    connections: [],
    progress: null,
    log: [],
    chat: [],
    proposals: {},
    ended: null,
    saved: null,
    verified: null,
    purse: null,
    accused: null,
    broken: null,
    forks: [],
    forkers: [],
    finished: null,
  };
}

/**
 * Returns the record after an event; an event that this page does not know only counts.
 *
 * @param {Record} record
 * @param {Event} event
 * @param {number} at   the event's number
 * @returns {Record}
 */
export function after(record, event, at) {
  return { ...record, ...change(record, event, at), next: at + 1 };
}

/**
 * Returns what an event changes.
 *
 * @param {Record} record
 * @param {Event} event
 * @param {number} at
 * @returns {Partial<Record>}
 */
function change(record, event, at) {
  /** @type {(kind: Line['kind'], message: Message | null, more?: Partial<Line>) => Line[]} */
  const line = (kind, message, more = {}) => written(record, at, kind, message, more);
  switch (event.event) {
    case 'invited':
      return { invited: event };
    case 'words-told':
      return { words: event.words };
    case 'compare':
      return { compare: event };
    case 'notice':
      return { log: line('notice', event.message) };
    case 'terms':
      return { terms: event };
    case 'begun':
      return beginning(record, event, line('begun', event.message));
    case 'resumed':
      return resuming(record, event, at);
    case 'happened':
      return happening(record, event, at);
    case 'your-turn':
      return { view: event.view, turn: event, progress: null };
    case 'turn-closed':
      return record.turn?.number === event.number ? { turn: null } : {};
    case 'planned':
      return {
        plan: event,
        undos: null,
        hint: null,
        fell: event.fell?.sentence ?? null,
        view: event.view ?? record.view,
      };
    case 'plan-ended':
      return { plan: null, undos: null, hint: null, fell: event.message.sentence ?? null };
    case 'undos-found': {
      const before = event.undos[0].number > 1 ? record.undos?.undos ?? [] : [];
      return { undos: { ...event, undos: [...before, ...event.undos] } };
    }
    case 'hint-shown':
      return { hint: event };
    case 'chat':
      return {
        chat: [...record.chat, event],
        log: line('chat', event.message, { seat: event.seat }),
      };
    case 'proposed':
      return {
        proposals: offered(record.proposals, event),
        log: line('offer', event.message, { seat: event.seat }),
      };
    case 'nudged':
      return { log: line('nudge', event.message, { seat: event.seat }) };
    case 'moved-for':
      return { log: line('notice', event.message, { seat: event.seat }) };
    case 'overtaken':
      return { log: line('notice', event.message) };
    case 'ended':
      return {
        ended: event,
        turn: null,
        proposals: {},
        waiting: null,
        progress: null,
        log: line('ended', event.message),
      };
    case 'waiting':
      return { waiting: event, connections: event.connections ?? record.connections };
    case 'progress':
      return { progress: event.total && event.done >= event.total ? null : event };
    case 'saved':
      return { saved: event };
    case 'verified':
      return { verified: event, progress: null };
    case 'purse':
      return { purse: event, log: line('notice', event.message) };
    case 'accused':
      return { accused: event, turn: null, log: line('warning', event.message) };
    case 'rules-broken':
      return { broken: event, turn: null, log: line('warning', event.message) };
    case 'fork-shown':
      return { forks: [...record.forks, event], log: line('warning', event.message) };
    case 'known-forker':
      return { forkers: [...record.forkers, event], log: line('warning', event.message) };
    case 'evening': {
      const log = event.messages?.reduce(
        (lines, message) => written({ ...record, log: lines }, at, 'notice', message, {}),
        record.log,
      );
      return log === undefined ? {} : { log };
    }
    case 'asked':
      return { questions: [...unasked(record, event.question.number), event.question] };
    case 'answered':
      return { questions: unasked(record, event.number) };
    case 'snapshot':
      return restored(record, event);
    case 'finished':
      return {
        finished: event,
        turn: null,
        questions: [],
        waiting: null,
        progress: null,
        log: event.error ? line('warning', event.error) : record.log,
      };
    default:
      return {};
  }
}

/**
 * @param {Record} record
 * @param {number} at
 * @param {Line['kind']} kind
 * @param {Message | null} message
 * @param {Partial<Line>} [more]
 * @returns {Line[]}
 */
function written(record, at, kind, message, more = {}) {
  const said = message?.sentence ?? '';
  if (!said) return record.log;
  const sentence = kind === 'chat' ? said : capital(said, record.begun?.players ?? []);
  const last = record.log.at(-1);
  if (kind === 'notice' && last?.kind === kind && last.sentence === sentence) return record.log;
  const line = { at, kind, sentence, message, seat: null, view: record.view, ...more };
  return [...record.log, line];
}

/**
 * A game begins: what the one before came to goes, its history stays.
 *
 * @param {Record} record
 * @param {import('/static/js/protocol.js').Begun} event
 * @param {Line[]} log
 * @returns {Partial<Record>}
 */
function beginning(record, event, log) {
  const fresh = blank();
  return {
    begun: event,
    games: record.games + 1,
    log,
    words: null,
    compare: null,
    view: null,
    before: null,
    cleared: null,
    turn: null,
    plan: null,
    undos: null,
    hint: null,
    fell: null,
    proposals: fresh.proposals,
    progress: null,
    ended: null,
    saved: null,
    verified: null,
    purse: null,
    accused: null,
    broken: null,
  };
}

/**
 * @param {Record} record
 * @param {import('/static/js/protocol.js').Happened} event
 * @param {number} at
 * @returns {Partial<Record>}
 */
function happening(record, event, at) {
  let log = record.log;
  for (const message of event.messages) {
    log = written({ ...record, log }, at, 'move', message, { view: event.view });
  }
  return {
    view: event.view,
    before: record.view,
    cleared: event.cleared ?? null,
    undos: null,
    hint: null,
    proposals: {},
    progress: null,
    log,
  };
}

/**
 * The player is back: what happened and was said before is history, in which nothing
 * leads back to a table.
 *
 * @param {Record} record
 * @param {import('/static/js/protocol.js').Resumed} event
 * @param {number} at
 * @returns {Partial<Record>}
 */
function resuming(record, event, at) {
  const { past = [], last, message, view } = event;
  let { log, chat } = record;
  for (const { kind, message: told, seat = null, text = '' } of past) {
    log = written({ ...record, log }, at, kind, told, { seat, view: null });
    if (kind === 'chat' && seat !== null) chat = [...chat, { event: 'chat', seat, text, message: told }];
  }
  if (last && !past.length) log = written({ ...record, log }, at, 'move', last, { view });
  return { ...seen(record, view), chat, log: written({ ...record, log }, at, 'notice', message, { view }) };
}

/**
 * @param {Record} record
 * @param {View} view
 * @returns {Partial<Record>}
 */
function seen(record, view) {
  return { view, before: record.view ?? null, cleared: null, progress: null };
}

/**
 * @param {Record['proposals']} proposals
 * @param {import('/static/js/protocol.js').Proposed} event
 * @returns {Record['proposals']}
 */
function offered(proposals, event) {
  const seats = proposals[event.proposal] ?? [];
  if (seats.includes(event.seat)) return proposals;
  return { ...proposals, [event.proposal]: [...seats, event.seat] };
}

/**
 * @param {Record} record
 * @param {number} number
 */
function unasked(record, number) {
  return record.questions.filter((question) => question.number !== number);
}

/**
 * A snapshot says how things are, whatever was known; the history that is known stays.
 *
 * @param {Record} record
 * @param {import('/static/js/protocol.js').Snapshot} event
 * @returns {Partial<Record>}
 */
function restored(record, event) {
  return {
    missed: record.missed + event.missed,
    invited: event.invited ?? null,
    begun: event.begun ?? null,
    games: Math.max(record.games, event.begun ? 1 : 0),
    view: event.view ?? null,
    before: null,
    cleared: null,
    turn: event.turn ?? null,
    plan: event.plan ?? null,
    undos: null,
    hint: null,
    fell: null,
    questions: event.questions ?? [],
    waiting: event.waiting ?? null,
    connections: event.waiting?.connections ?? [],
    progress: null,
    proposals: {},
    ended: event.ended ?? null,
    saved: event.saved ?? null,
    verified: event.verified ?? null,
    purse: event.purse ?? null,
  };
}

/**
 * A text as a sentence begins; a player's name stays as that player writes it.
 *
 * @param {string} text
 * @param {readonly {name: string}[]} players
 */
export function capital(text, players) {
  const begins = players.some(({ name }) => name && text.startsWith(name));
  return begins ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns the players' names by seat, those that are equal told apart by their seat.
 *
 * @param {{name: string}[]} players
 * @returns {string[]}
 */
export function names(players) {
  const all = players.map((player) => player.name);
  return all.map((name, seat) =>
    all.some((other, at) => other === name && at !== seat) ? `${name} (${seat + 1})` : name,
  );
}
