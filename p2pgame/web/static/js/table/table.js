// The table of the page: puts its parts together, and shows a table's events at a pace
// that people can follow.

import {fill, h} from '/static/js/dom.js';
import {names as namesOf} from '/static/js/record.js';
import {paced} from '/static/js/pieces/motion.js';
import {Pace} from '/static/js/pieces/pace.js';
import {sure} from '/static/js/table/dialog.js';
import {drawingOf} from '/static/js/table/drawings.js';
import {SOON, awaitsTurn, decisions, framesOf, isAtOnce, isResult, withTurn} from '/static/js/table/frames.js';
import {GIVES_UP, deciders, doubt, worded} from '/static/js/table/moves.js';
import {Parts} from '/static/js/table/parts.js';
import {learnWords, loadStyles} from '/static/js/table/words.js';

/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Drawing} Drawing */
/** @typedef {import('/static/js/table/frames.js').Item} Item */
/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/record.js').Line} Line */
/** @typedef {import('/static/js/protocol.js').Event} Event */
/** @typedef {import('/static/js/protocol.js').Command} Command */

/**
 * What the shell gives.
 *
 * @typedef {object} Context
 * @property {import('/static/js/hub.js').Hub} hub
 * @property {number} tableId
 * @property {import('/static/js/hub.js').Store} record
 * @property {import('/static/js/types.js').Words} t
 * @property {(text: string, options?: {quiet?: boolean}) => void} say
 * @property {(hash: string) => void} go
 * @property {(sources: {[language: string]: string}) => void} learn
 */

/**
 * Puts a table into the page.
 *
 * @param {HTMLElement} host
 * @param {Context} ctx
 * @returns {{title?: string, full: boolean, destroy: () => void}}
 */
export function mount(host, ctx) {
  /** @type {TablePlace | null} */
  let place = null;
  let gone = false;
  const begin = () => {
    if (!gone) place = new TablePlace(host, ctx);
  };
  const fail = (/** @type {unknown} */ wrong) => {
    console.error(wrong);
    if (!gone) fill(host, h('p.note.bad', {role: 'alert'}, ctx.t('something-wrong')));
  };
  void Promise.all([learnWords(ctx.learn), loadStyles()]).then(begin, fail);
  return {
    full: true,
    destroy: () => {
      gone = true;
      place?.destroy();
    },
  };
}

class TablePlace {
  /**
   * @param {HTMLElement} host
   * @param {Context} ctx
   */
  constructor(host, ctx) {
    this.ctx = ctx;
    /** @type {Record} */
    this.record = ctx.record.record;
    /** @type {string[]} */
    this.names = [];
    /** @type {Drawing | null} */
    this.drawing = null;
    this.table = '';
    /** The view that is shown, and the one of now if the player looks back. */
    /** @type {View | null} */
    this.view = null;
    /** @type {Line | null} */
    this.back = null;
    /** Whether each decision of this game was our own, the oldest first. */
    /** @type {boolean[]} */
    this.decided = [];
    this.pending = 0;
    /** Whether the drawing shows less than what was to be shown. */
    this.behind = false;
    /** The move that is not answered as yet. @type {{turn: number, text: string, made: Promise<void>} | null} */
    this.moving = null;
    /** Whether a practice is begun again just now. */
    this.begins = false;
    this.pace = this.newPace();
    this.parts = new Parts(this);
    host.append(this.parts.element);
    this.stop = ctx.record.subscribe((record, event, at) => this.hear(record, event, at));
  }

  newPace() {
    return new Pace({
      show: (/** @type {Item} */ item, hurry) => this.showItem(item, !hurry),
      rest: (/** @type {Item} */ item) => paced(item.rest),
      cut: isAtOnce,
      must: isResult,
      awaits: awaitsTurn,
      join: withTurn,
      idle: () => (this.behind ? this.jump() : this.refresh()),
    });
  }

  /**
   * @param {Record} record
   * @param {Event | null} event
   * @param {number | null} at null: the command of this page was refused, or nothing happened
   */
  hear(record, event, at) {
    const before = this.record;
    this.record = record;
    if (record.begun && record.begun.table !== this.table) this.begin();
    if (event?.event === 'happened' && before.view) {
      const seats = deciders(before.view);
      if (seats.length) this.decided.push(seats.includes(record.begun?.seat ?? -1));
      this.parts.panel.opened();
    }
    // A turn of ours that is over leads on at once, or else the others are waited for.
    const isClosed = at === null && this.view === record.view && !record.turn && this.moving;
    if (!this.ctx.record.live || !event || at === null) return this.jump(isClosed ? SOON : 0);
    const items = framesOf(event, before.view, record.begun?.seat ?? null);
    for (const item of items) this.pace.add(item);
    // Who comes back is told so, and not all that went before.
    const news = event.event === 'resumed' ? -1 : before.log.length;
    if (record.log !== before.log) this.parts.announce(record.log.slice(news));
    this.refresh();
  }

  /** A game begins: another drawing, other names. */
  begin() {
    const {begun} = this.record;
    if (!begun) return;
    this.table = begun.table;
    this.names = namesOf(begun.players);
    this.decided = decisions(this.record.log, begun.seat);
    this.back = null;
    this.view = null;
    this.behind = false;
    this.pace.close();
    this.pace = this.newPace();
    this.drawing?.destroy?.();
    this.drawing = null;
    const table = this.table;
    const {t, say, learn} = this.ctx;
    const {seat} = begun;
    const move = (/** @type {string} */ text, /** @type {{confirm?: string}} */ options = {}) =>
      this.move(text, options);
    void drawingOf({seat, begun, names: this.names, move, say, t, learn}).then((drawing) => {
      if (this.table !== table) return drawing.destroy?.();
      this.drawing = drawing;
      this.parts.stage(drawing);
      this.jump();
    });
    this.parts.begin(begun.game);
  }

  /**
   * Shows how things are, without motion, once for all events that come together.
   *
   * @param {number} [late] milliseconds
   */
  jump(late = 0) {
    if (this.pending) return;
    this.pending = setTimeout(() => {
      this.pending = 0;
      if (this.pace.busy) return this.refresh();
      const {view, turn} = this.record;
      if (view && !this.back) void this.showItem({view, turn, messages: [], rest: 0}, false);
      this.refresh();
    }, late);
  }

  /**
   * @param {Item} item
   * @param {boolean} animate
   */
  async showItem({view, turn, messages}, animate) {
    const before = this.view;
    const {drawing} = this;
    this.view = view;
    this.behind = Boolean(this.back) || !drawing;
    if (this.back || !drawing) return;
    const open = () => (turn && this.record.turn?.number === turn.number ? turn : null);
    const choice = open()?.choice ?? null;
    this.parts.seats.show(this.record, view, this.names);
    await drawing.show({view, before: animate ? before : null, choice, messages, animate});
    // Meanwhile the move may be made, the player may look back, and another game may begin.
    if (this.back || drawing !== this.drawing) return;
    this.parts.turn(open(), (move) => drawing.offers?.(move) ?? false);
  }

  /** Shows all but the drawing. */
  refresh() {
    const {record, names} = this;
    const ready = !this.pace.busy;
    this.parts.show(record, names, this.view ?? record.view, ready);
    if (!record.turn) this.parts.turn(null, undefined);
  }

  /** Looks at the table as it was at a line. @param {Line | null} line null: as it is now */
  look(line) {
    this.back = line;
    this.parts.looking(line);
    if (!this.drawing) return;
    const view = line?.view ?? this.record.view;
    this.behind = true;
    if (!line) {
      this.jump();
      return;
    }
    if (!view) return;
    this.parts.turn(null, undefined);
    this.parts.seats.show(this.record, view, this.names);
    void this.drawing.show({view, before: null, choice: null, messages: [], animate: false});
  }

  /**
   * Makes a move; of two clicks on it in one turn the first counts, however late its answer.
   *
   * @param {string} text
   * @param {{confirm?: string}} options
   * @returns {Promise<void>}
   */
  move(text, options) {
    const turn = this.record.turn?.number;
    if (turn !== undefined && this.moving?.turn === turn && this.moving.text === text) return this.moving.made;
    const made = this.asked(text, options).finally(() => {
      if (this.moving?.made === made) this.moving = null;
    });
    this.moving = turn === undefined ? null : {turn, text, made};
    return made;
  }

  /**
   * Makes a move, after a question if it needs one.
   *
   * @param {string} text
   * @param {{confirm?: string}} options
   * @returns {Promise<void>}
   */
  async asked(text, {confirm}) {
    const {t, hub, tableId} = this.ctx;
    const {table} = this;
    const {choice, number} = this.record.turn ?? {};
    const id = choice ? doubt(text, choice) : null;
    const asked = confirm ?? (id && t(id, {move: worded(t, text)}));
    if (asked) {
      const question = GIVES_UP.has(text) ? `${asked} ${await hub.price(tableId, text)}` : asked;
      const answers = {question, yes: t('yes-do-it'), no: t('no-wait'), danger: true};
      if (!(await sure(this.parts.element, answers))) throw new Error('unconfirmed');
      // What was asked is no answer to another turn.
      if (table !== this.table || number !== this.record.turn?.number) throw new Error('unconfirmed');
    }
    await this.command({command: 'move', move: text});
  }

  /** @param {Command} command */
  command(command) {
    return this.ctx.hub.command(this.ctx.tableId, command);
  }

  async leave() {
    const {t, hub, tableId} = this.ctx;
    const price = await hub.price(tableId, '');
    const answers = {question: t('confirm-leave', {price}), yes: t('leave'), no: t('stay'), danger: true};
    if (await sure(this.parts.element, answers)) {
      await this.command({command: 'leave'}).catch((refused) => this.ctx.say(refused.message));
    }
  }

  /** Begins a practice at its position again, at a table in this one's place. */
  async practise() {
    const {hub, tableId, go, say} = this.ctx;
    if (this.begins) return;
    this.begins = true;
    try {
      const table = await hub.practiseAgain(tableId);
      hub.end(tableId);
      go(`#/table/${table}`);
    } catch (refused) {
      say(/** @type {Error} */ (refused).message);
    } finally {
      this.begins = false;
    }
  }

  /** How many decisions back our own last one is, counting it. */
  since() {
    const at = this.decided.lastIndexOf(true);
    return at < 0 ? 1 : this.decided.length - at;
  }

  close() {
    this.ctx.hub.end(this.ctx.tableId);
    this.ctx.go('#/');
  }

  destroy() {
    this.stop();
    this.table = ''; // a drawing that comes now is nobody's
    clearTimeout(this.pending);
    this.pace.close();
    this.drawing?.destroy?.();
    this.parts.destroy();
  }
}
