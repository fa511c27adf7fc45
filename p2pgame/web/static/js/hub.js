// The connection to the hub: requests, tables, and coming back after it was lost.
// docs/design/page.md has the frames.  Nothing here touches the page.

import { after, blank } from './record.js';

/** @typedef {import('/static/js/protocol.js').Event} Event */
/** @typedef {import('/static/js/protocol.js').Answer} Answer */
/** @typedef {import('/static/js/protocol.js').Message} Message */
/** @typedef {import('./record.js').Record} Record */

/**
 * A command that waits until it is done.
 *
 * @typedef {object} WaitingCommand
 * @property {() => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} isDone
 * @property {number | null} turn   that is to be closed, too, before it counts as done
 */

/**
 * A table in the hub's list.
 *
 * @typedef {object} Listed
 * @property {number} table
 * @property {string} request   that opened it: `host`, `join`, `resume`, `spectate`
 * @property {string} game
 * @property {string[]} players
 * @property {'waiting' | 'playing' | 'over' | 'ended'} state
 * @property {boolean} turn     its player is to decide
 * @property {boolean} asks     a question is open
 * @property {string} [seat]    its player's seat, as `list-tables` names it; empty: none
 */

/**
 * What the hub says of itself.
 *
 * @typedef {object} About
 * @property {string} version
 * @property {number} protocol
 * @property {string} language
 * @property {string[]} languages
 * @property {string} name
 */

/**
 * `connecting`: for the first time; `lost`: it was there, and is tried again; `refused`:
 * the hub does not know this page's key, and trying again is no use.
 *
 * @typedef {'connecting' | 'online' | 'lost' | 'refused'} State
 */

/** @typedef {(record: Record, event: Event | null, at: number | null) => void} Listener */

/** Milliseconds before the connection is tried again: the last one for ever. */
const PAUSES = [100, 300, 1000, 2000, 4000];
/** Milliseconds without an event after which a table that is followed has caught up. */
const QUIET = 150;
/** As RFC 6455 has it: this page breaks a rule of the hub's. */
const POLICY = 1008;
/** Requests that change nothing: they are asked again where the connection was lost. */
const READS = /^(list|show)-/;

/** What the hub or the client says is wrong; `message` is the sentence. */
export class HubError extends Error {
  /**
   * @param {string} sentence
   * @param {string} [code]  for programs
   * @param {string} [path]  the file of which it speaks
   */
  constructor(sentence, code = '', path = '') {
    super(sentence);
    this.name = 'HubError';
    this.code = code;
    this.path = path;
  }
}

/** A table's record, which listeners follow. */
export class Store {
  /** @param {number} table */
  constructor(table) {
    this.table = table;
    /** @type {Record} */
    this.record = blank();
    /** False while events come that happened before: nothing should move. */
    this.live = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.quiet = undefined;
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** The commands of this page that wait, by their `id`. @type {Map<number, WaitingCommand>} */
    this.pending = new Map();
  }

  /**
   * Calls `listener` with the record, now and after each event, and with the event and
   * its number; both are null now, and of an answer to a command the number is.
   *
   * @param {Listener} listener
   * @returns {() => void}  ends it
   */
  subscribe(listener) {
    this.listeners.add(listener);
    listener(this.record, null, null);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Takes up an event; returns false if it refuses what nobody waits for any longer.
   *
   * @param {Event} event
   * @param {number | null} at
   * @returns {boolean}
   */
  take(event, at) {
    let heard = true;
    if (at === null) {
      if (event.event === 'not-done') heard = this.refuse(event);
      else if (event.event === 'done') this.settle(event.id, true);
    } else if (at < this.record.next) return true;
    else {
      this.record = after(this.record, event, at);
      this.hear(event);
      if (!this.live) this.catchUp();
    }
    this.tell(event, at);
    return heard;
  }

  /**
   * @param {Event | null} event
   * @param {number | null} at
   */
  tell(event, at) {
    for (const listener of [...this.listeners]) listener(this.record, event, at);
  }

  /** Is live once no event has come for a moment. */
  catchUp() {
    this.live = false;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      this.live = true;
      this.tell(null, null);
    }, QUIET);
  }

  /** Forgets all, as events come again from the first. */
  reset() {
    this.record = blank();
    this.catchUp();
    this.tell(null, null);
  }

  /**
   * @param {import('/static/js/protocol.js').NotDone} refused
   * @returns {boolean}  whether somebody waits for it
   */
  refuse({ id, message, code }) {
    const waiting = this.pending.get(id ?? NaN);
    if (!waiting) return false;
    this.pending.delete(id ?? NaN);
    waiting.reject(new HubError(message.sentence ?? message.id, code ?? ''));
    return true;
  }

  /** Notes what commands that wait may have done. @param {Event} event */
  hear(event) {
    const { turn, begun } = this.record;
    const isLast = event.event === 'finished';
    const isOffer = event.event === 'proposed' && event.seat === begun?.seat;
    for (const [id, waiting] of [...this.pending]) {
      if (isLast || isOffer || waiting.turn !== turn?.number) waiting.turn = null;
      this.settle(id, isLast);
    }
  }

  /**
   * @param {number} id
   * @param {boolean} isDone
   */
  settle(id, isDone) {
    const waiting = this.pending.get(id);
    if (!waiting) return;
    waiting.isDone ||= isDone;
    if (!waiting.isDone || waiting.turn !== null) return;
    this.pending.delete(id);
    waiting.resolve();
  }

  /** Rejects all that waits. @param {Error} error */
  fail(error) {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/**
 * Fires `state`, `about`, `tables` and `error` (a CustomEvent whose detail is a sentence).
 */
export class Hub extends EventTarget {
  /**
   * @param {string} address  `ws://127.0.0.1:PORT/…`
   * @param {string} key
   * @param {string} language
   * @param {{socket?: {new (address: string): WebSocket}, isRefused?: () => Promise<boolean>}} [world]
   *   `isRefused`: whether a hub answers, and does not let this page in
   */
  constructor(address, key, language, world = {}) {
    super();
    this.address = address;
    this.key = key;
    this.language = language;
    this.Socket = world.socket ?? WebSocket;
    this.isRefused = world.isRefused ?? (async () => false);
    /** @type {State} */
    this.state = 'connecting';
    /** @type {About | null} */
    this.about = null;
    /** @type {Listed[]} */
    this.tables = [];
    /** @type {Map<number, Store>} */
    this.stores = new Map();
    /** @type {Map<number, {take: (frame: any) => boolean, fail: (error: Error) => void}>} */
    this.requests = new Map();
    this.last = 0;
    this.tries = 0;
    this.closed = false;
    /** Whether the next list of tables is the first of this connection. */
    this.returning = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    const socket = new this.Socket(this.address);
    this.socket = socket;
    socket.onopen = () => this.send({ hello: this.key, language: this.language });
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  /** Tries to come back now, if the connection is lost. */
  retry() {
    if (this.state !== 'refused' && this.socket === null) this.connect();
  }

  /**
   * Says another key when it connects again: this browser was let in once more, and a key
   * counts only with the cookie that came with it.
   *
   * @param {string} key
   */
  admit(key) {
    this.key = key;
  }

  /** Ends the connection for good. */
  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.socket?.close();
  }

  /** @param {number} code */
  lose(code) {
    this.socket = null;
    for (const request of this.requests.values()) {
      request.fail(new HubError('', 'connection-lost'));
    }
    this.requests.clear();
    for (const store of this.stores.values()) store.fail(new HubError('', 'connection-lost'));
    if (this.closed) return;
    if (code === POLICY && this.state !== 'online') return this.become('refused');
    if (this.state === 'online') this.become('lost');
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
    this.tries += 1;
    this.again = setTimeout(() => void this.comeBack(), pause);
  }

  async comeBack() {
    if (this.tries > 1 && (await this.isRefused())) this.become('refused');
    else if (!this.closed && this.socket === null) this.connect();
  }

  /** @param {State} state */
  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket === null || this.socket.readyState !== 1) {
      throw new HubError('', 'connection-lost');
    }
    this.socket.send(JSON.stringify(frame));
  }

  /** @param {any} frame */
  receive(frame) {
    if ('hub' in frame) this.greet(frame.hub);
    else if ('tables' in frame) this.list(frame.tables);
    else if ('id' in frame) this.answered(frame);
    else if ('table' in frame && 'event' in frame) {
      const taken = this.stores.get(frame.table)?.take(frame.event, frame.at ?? null) ?? true;
      if (!taken) this.complain(frame.event.message);
    } else if ('error' in frame) {
      this.complain(frame.error);
    }
  }

  /** @param {Message} message */
  complain({ sentence, id }) {
    this.dispatchEvent(new CustomEvent('error', { detail: sentence ?? id ?? '' }));
  }

  /** @param {About} about */
  greet(about) {
    this.about = about;
    this.tries = 0;
    this.returning = true;
    this.become('online');
    this.dispatchEvent(new Event('about'));
  }

  /** @param {Listed[]} tables */
  list(tables) {
    this.tables = tables;
    if (this.returning) this.followAgain();
    this.dispatchEvent(new Event('tables'));
  }

  /** Follows the tables that are still there, once the first list has come. */
  followAgain() {
    this.returning = false;
    for (const [table, store] of this.stores) {
      if (this.tables.some((listed) => listed.table === table)) {
        store.catchUp();
        this.send({ table, follow: store.record.next });
      } else this.stores.delete(table);
    }
  }

  /** @param {any} frame */
  answered(frame) {
    const request = this.requests.get(frame.id);
    if (request?.take(frame)) this.requests.delete(frame.id);
  }

  /**
   * Returns the store of a table, which is followed from its first event on.
   *
   * @param {number} table
   * @returns {Store}
   */
  follow(table) {
    const known = this.stores.get(table);
    if (known) return known;
    const store = this.store(table);
    store.catchUp();
    if (this.state === 'online' && !this.returning) this.send({ table, follow: 0 });
    return store;
  }

  /**
   * @param {number} table
   * @returns {Store}
   */
  store(table) {
    let store = this.stores.get(table);
    if (!store) {
      store = new Store(table);
      this.stores.set(table, store);
    }
    return store;
  }

  /**
   * Opens a table by a seat's request, and returns its number at the hub.
   *
   * @param {import('/static/js/protocol.js').SeatRequest} request
   * @returns {Promise<number>}
   * @throws {HubError}
   */
  open(request) {
    return this.opened({ request });
  }

  /**
   * Begins the practice at a table again, at another one; returns and raises as `open`.
   *
   * @param {number} table
   * @returns {Promise<number>}
   * @throws {HubError}
   */
  practiseAgain(table) {
    return this.opened({ again: table });
  }

  /**
   * @param {object} asked
   * @returns {Promise<number>}
   */
  opened(asked) {
    return new Promise((resolve, reject) => {
      this.begin(asked, reject, (frame) => {
        if (frame.event?.event === 'finished') reject(failure(frame.event));
        else if (frame.error) reject(new HubError(frame.error.sentence ?? frame.error.id));
        else if ('table' in frame) {
          this.store(frame.table).live = true;
          resolve(frame.table);
        } else return false;
        return true;
      });
    });
  }

  /**
   * Returns the answer of this kind to a request that opens no table.  What only reads is
   * asked again if the connection is lost before the answer: it comes when the hub is back.
   *
   * @template {(Answer | Event)['event']} Kind
   * @param {import('/static/js/protocol.js').Inquiry} request
   * @param {Kind} kind
   * @returns {Promise<Extract<Answer | Event, {event: Kind}>>}
   * @throws {HubError}
   */
  async answer(request, kind) {
    for (;;) {
      try {
        return await this.answerOnce(request, kind);
      } catch (wrong) {
        const lost = wrong instanceof HubError && wrong.code === 'connection-lost';
        if (!lost || this.state !== 'lost' || !READS.test(request.command)) throw wrong;
        await this.back(wrong);
      }
    }
  }

  /**
   * Resolves when the hub is there again; rejects with `wrong` if it lets us in no more.
   *
   * @param {HubError} wrong
   * @returns {Promise<void>}
   */
  back(wrong) {
    return new Promise((resolve, reject) => {
      const settle = () => (this.state === 'online' ? resolve() : reject(wrong));
      this.addEventListener('state', settle, { once: true });
    });
  }

  /**
   * @template {(Answer | Event)['event']} Kind
   * @param {import('/static/js/protocol.js').Inquiry} request
   * @param {Kind} kind
   * @returns {Promise<Extract<Answer | Event, {event: Kind}>>}
   */
  async answerOnce(request, kind) {
    let found = null;
    for await (const event of this.ask(request)) if (event.event === kind) found = event;
    if (found === null) throw new HubError(`No ${kind}.`, 'no-answer');
    return /** @type {any} */ (found);
  }

  /**
   * Yields the answers to a request that opens no table, as they come; who stops reading
   * stops the request.
   *
   * @param {import('/static/js/protocol.js').Inquiry} request
   * @returns {AsyncGenerator<Answer | Event>}
   * @throws {HubError}
   */
  async *ask(request) {
    /** @type {any[]} */
    const events = [];
    /** @type {Error | null} */
    let failed = null;
    let wake = () => {};
    const take = (/** @type {any} */ frame) => {
      if (frame.error) failed = new HubError(frame.error.sentence ?? frame.error.id);
      else events.push(frame.event);
      wake();
      return !!failed || frame.event.event === 'finished';
    };
    const fail = (/** @type {Error} */ error) => {
      failed = error;
      wake();
    };
    const id = this.begin({ request }, fail, take);
    try {
      for (;;) {
        while (events.length) {
          const event = events.shift();
          if (event.event !== 'finished') yield event;
          else if (event.error) throw failure(event);
          else return;
        }
        if (failed) throw failed;
        await new Promise((resolve) => (wake = () => resolve(null)));
      }
    } finally {
      if (this.requests.delete(id) && this.state === 'online') this.send({ id, close: true });
    }
  }

  /**
   * @param {object} asked a frame's fields
   * @param {(error: Error) => void} fail
   * @param {(frame: any) => boolean} take  whether that was the last
   * @returns {number}
   */
  begin(asked, fail, take) {
    const id = (this.last += 1);
    try {
      this.send({ id, ...asked });
      this.requests.set(id, { take, fail });
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
    return id;
  }

  /**
   * Sends a command to the seat at a table; resolves once it is done, and rejects with the
   * sentence of its refusal.  Of a move also its turn is closed then, or it is an offer
   * that was told: nobody answers the same turn twice.
   *
   * @param {number} table
   * @param {import('/static/js/protocol.js').Command} command
   * @returns {Promise<void>}
   * @throws {HubError}
   */
  command(table, command) {
    const store = this.store(table);
    return new Promise((resolve, reject) => {
      const id = command.id ?? (this.last += 1);
      this.send({ table, command: { ...command, id } });
      const turn = command.command === 'move' ? (store.record.turn?.number ?? null) : null;
      store.pending.set(id, { resolve, reject, isDone: false, turn });
    });
  }

  /**
   * Returns what a game comes to if it ends by a move, or by leaving, for "".
   *
   * @param {number} table
   * @param {string} move
   * @returns {Promise<string>}
   */
  price(table, move) {
    const id = (this.last += 1);
    return new Promise((resolve) => {
      const told = (/** @type {string} */ sentence) => {
        stop();
        resolve(sentence);
      };
      const stop = this.store(table).subscribe((_, event) => {
        if (event?.event === 'weighed' && event.id === id) told(event.message.sentence ?? '');
      });
      this.command(table, { command: 'weigh', move, id }).catch(() => told(''));
    });
  }

  /**
   * Ends what goes on at a table, and takes it from the hub's list.
   *
   * @param {number} table
   */
  end(table) {
    this.send({ table, close: true });
    this.stores.delete(table);
  }

  /**
   * Says sentences in another language from now on, and those of the tables again.
   *
   * @param {string} language
   */
  speak(language) {
    this.language = language;
    if (this.state !== 'online') return;
    this.send({ language });
    for (const store of this.stores.values()) {
      store.reset();
      this.send({ table: store.table, follow: 0 });
    }
  }
}

/** @param {import('/static/js/protocol.js').Finished} finished */
function failure(finished) {
  const message = finished.error;
  const path = message?.args.path;
  return new HubError(message ? (message.sentence ?? message.id) : '', message?.id, typeof path === 'string' ? path : '');
}
