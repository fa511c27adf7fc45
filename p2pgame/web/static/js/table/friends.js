// At the end of a game its people can be kept as contacts, each by a button; no programs.

import {fill, h} from '/static/js/dom.js';
import {arrange, lasting} from '/static/js/pieces/layout.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/protocol.js').ContactShown} ContactShown */
/** @typedef {import('/static/js/types.js').Words} Words */

export class Friends {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(text: string) => void} options.say
   * @param {() => Promise<ContactShown[]>} options.known the contacts that are kept
   * @param {(identity: string) => Promise<unknown>} options.keep keeps one; rejected with the refusal
   */
  constructor({t, say, known, keep}) {
    this.t = t;
    this.say = say;
    this.known = known;
    this.keep = keep;
    /** The game for which was asked who is kept, and the people who are not. */
    this.table = '';
    /** @type {{identity: string, name: string}[]} */
    this.people = [];
    this.rows = /** @type {ReturnType<typeof lasting<HTMLElement>>} */ (lasting());
    this.element = h('div.friends', {hidden: true});
  }

  /**
   * @param {Record} record
   * @param {readonly string[]} names
   */
  show({begun, ended}, names) {
    const table = begun?.table ?? '';
    if (ended && begun && table !== this.table) {
      this.table = table;
      this.people = begun.seat === null || begun.practice ? [] : peopleOf(begun, names);
      if (this.people.length) void this.known().then((kept) => this.leave(table, kept), () => undefined);
    }
    if (!ended || table !== this.table) fill(this.element);
    this.element.hidden = !this.element.children.length;
  }

  /**
   * Offers those who are no contacts as yet.
   *
   * @param {string} table
   * @param {ContactShown[]} kept
   */
  leave(table, kept) {
    if (table !== this.table) return;
    const strangers = this.people.filter((one) => !kept.some(({identity}) => identity === one.identity));
    arrange(this.element, this.rows(strangers.map((one) => [`${table} ${one.identity}`, () => this.offer(one)])));
    this.element.hidden = !strangers.length;
  }

  /** @param {{identity: string, name: string}} one */
  offer({identity, name}) {
    const called = (/** @type {string} */ id) => {
      const [before, after] = this.t(id, {name: '\n'}).split('\n');
      return h('span', {}, before, h('bdi', {}, name), after ?? '');
    };
    const button = h('button', {type: 'button'}, called('keep-player'));
    button.addEventListener('click', async () => {
      if (button.getAttribute('aria-disabled')) return;
      button.setAttribute('aria-disabled', 'true');
      try {
        await this.keep(identity);
        fill(button, called('player-kept'));
        this.say(this.t('player-kept', {name}));
      } catch (refused) {
        button.removeAttribute('aria-disabled');
        this.say(refused instanceof Error ? refused.message : String(refused));
      }
    });
    return button;
  }
}

/**
 * The people at a table besides the player.
 *
 * @param {import('/static/js/protocol.js').Begun} begun
 * @param {readonly string[]} names
 */
function peopleOf({players, seat}, names) {
  const own = players[seat ?? -1]?.identity;
  return players
    .map(({identity, is_program: program}, at) => ({identity, program, name: names[at]}))
    .filter(({identity, program}) => !program && identity !== own);
}
