// What players offer one another: a draw, to take moves back, a last round; a nudge; leaving.

import {h} from '/static/js/dom.js';
import {arrange, kept} from '/static/js/pieces/layout.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').Command} Command */

export class Offers {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(command: Command) => Promise<void>} options.command
   * @param {(text: string) => void} options.say
   * @param {() => Promise<void>} options.leave
   * @param {() => void} options.close for a spectator, who can't leave a game
   * @param {() => number} options.since how far a takeback goes among programs
   */
  constructor({t, command, say, leave, close, since}) {
    this.t = t;
    this.command = command;
    this.say = say;
    this.since = since;
    this.draw = this.button('offer-draw', () => this.propose('draw'));
    this.back = this.button('offer-takeback', () => this.propose(`takeback ${this.far()}`));
    this.last = this.button('offer-last-round', () => this.propose('last round'));
    this.nudge = this.button('nudge', () => this.send({command: 'nudge'}, t('nudged')));
    this.leaving = this.button('leave', leave);
    this.leaving.classList.add('danger');
    this.closing = h('button.compact', {type: 'button', onclick: close}, t('close-table'));
    this.open = h('div.open-offers', {'aria-live': 'polite'});
    this.row = h('div.offer-row', {role: 'group', 'aria-label': t('offers')});
    this.row.append(...[this.draw, this.back, this.last, this.nudge, this.leaving, this.closing]);
    this.element = h('div.offers', {}, this.open, this.row);
    /** What is offered, and a button that agrees; it stays while others agree. */
    this.offers = kept((/** @type {string} */ what) => h(
      'p.note',
      {},
      h('span'),
      ' ',
      h('span', {}, t('offer-waits')),
      h('button.primary.compact', {type: 'button', onclick: () => this.propose(what)}, t('agree')),
    ));
    /** @type {Record | null} */
    this.record = null;
    /** @type {string[]} */
    this.proposals = [];
    this.byMove = false;
    this.shown = '';
  }

  /**
   * @param {string} id
   * @param {() => Promise<void>} act
   */
  button(id, act) {
    const element = h('button.compact', {type: 'button', title: this.t(`${id}.about`)}, this.t(id));
    element.addEventListener('click', () => void act());
    return element;
  }

  /**
   * What the game allows, from its rules.
   *
   * @param {string[]} proposals
   * @param {boolean} byMove a draw is offered by a move
   */
  allow(proposals, byMove) {
    this.proposals = proposals;
    this.byMove = byMove;
    if (this.record) this.show(this.record, []);
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   */
  show(record, names) {
    this.record = record;
    const {begun, ended, finished, proposals} = record;
    const plays = Boolean(begun && begun.seat !== null && !ended && !finished);
    const watches = Boolean(begun && begun.seat === null);
    this.row.hidden = !plays && !watches;
    this.leaving.hidden = watches;
    this.closing.hidden = !watches;
    // A game whose rules know draws offers them as moves.
    this.draw.hidden = watches || !begun?.draws || this.byMove;
    this.back.hidden = watches || !this.proposals.includes('takeback N');
    this.last.hidden = watches || !this.proposals.includes('last round');
    const alone = begun?.players.length === 1;
    this.nudge.hidden = watches || alone || Boolean(record.turn) || this.amongPrograms();
    const open = plays ? Object.entries(proposals) : [];
    const key = JSON.stringify([open, begun?.table]);
    if (key === this.shown) return;
    this.shown = key;
    arrange(this.open, open.map(([what, seats]) => this.offer(what, seats, names)));
  }

  /**
   * @param {string} what
   * @param {number[]} seats
   * @param {readonly string[]} names
   */
  offer(what, seats, names) {
    const {t} = this;
    const own = seats.includes(this.record?.begun?.seat ?? -1);
    const who = seats.map((seat) => names[seat] ?? '').join(', ');
    const element = this.offers(what);
    const [text, waits, agree] = /** @type {HTMLElement[]} */ ([...element.children]);
    text.textContent = t('offered', {who, what: this.words(what)});
    waits.hidden = !own;
    agree.hidden = own;
    return element;
  }

  /** @param {string} what */
  words(what) {
    const back = /^takeback (\d+)$/.exec(what);
    if (back) return this.t('words-takeback', {count: Number(back[1])});
    return this.t(what === 'draw' ? 'words-draw' : 'words-last-round');
  }

  far() {
    return this.amongPrograms() ? Math.max(1, this.since()) : 1;
  }

  amongPrograms() {
    const begun = this.record?.begun;
    return Boolean(
      begun?.players.every((player, seat) => player.is_program || seat === begun.seat),
    );
  }

  /** @param {string} proposal */
  propose(proposal) {
    return this.send({command: 'propose', proposal}, '');
  }

  /**
   * @param {Command} command
   * @param {string} done
   */
  async send(command, done) {
    try {
      await this.command(command);
      if (done) this.say(done);
    } catch (refused) {
      if (refused instanceof Error) this.say(refused.message);
    }
  }
}
