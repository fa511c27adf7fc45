// Chat: a line to write, and whom not to hear.

import {h, submit} from '/static/js/dom.js';

/** @typedef {import('/static/js/types.js').Begun} Begun */
/** @typedef {import('/static/js/types.js').Words} Words */

const KEPT = 'p2pgame-muted';

/** Whom this browser mutes, by identity. */
export class Muted {
  constructor() {
    /** @type {Set<string>} */
    this.identities = new Set();
    try {
      this.identities = new Set(JSON.parse(localStorage.getItem(KEPT) ?? '[]'));
    } catch {
      // Nothing was kept, or it is not ours.
    }
  }

  /** @param {string | undefined} identity */
  has(identity) {
    return identity !== undefined && this.identities.has(identity);
  }

  /**
   * @param {string} identity
   * @param {boolean} muted
   */
  set(identity, muted) {
    if (muted) this.identities.add(identity);
    else this.identities.delete(identity);
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.identities]));
    } catch {
      // It holds while this page is open.
    }
  }
}

export class Talk {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(text: string) => Promise<void>} options.say
   * @param {Muted} options.muted
   * @param {() => void} options.changed somebody was muted, or is heard again
   */
  constructor({t, say, muted, changed}) {
    this.t = t;
    this.muted = muted;
    this.changed = changed;
    const input = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        maxlength: 500,
        'aria-label': t('say-to-all'),
        placeholder: t('say-to-all'),
        autocomplete: 'off',
        enterkeyhint: 'send',
      })
    );
    const error = h('p.error', {role: 'alert'});
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      error.textContent = '';
      await submit(input, async (text) => {
        try {
          await say(text);
          return true;
        } catch (refused) {
          error.textContent = refused instanceof Error ? refused.message : '';
          return false;
        }
      });
    };
    this.form = h('form.talk', {onsubmit: send}, input, h('button.compact', {type: 'submit'}, t('send')));
    this.people = h('div.stack.tight');
    this.mute = h('details.mute', {}, h('summary', {}, t('mute')), this.people);
    this.element = h('div.talking', {}, this.form, error, this.mute);
    this.table = '';
  }

  /**
   * @param {Begun} begun
   * @param {readonly string[]} names
   */
  show(begun, names) {
    if (this.table === begun.table) return;
    this.table = begun.table;
    this.form.hidden = begun.seat === null;
    const others = begun.players
      .map((player, seat) => ({player, seat}))
      .filter(({player, seat}) => seat !== begun.seat && !player.is_program);
    this.mute.hidden = !others.length;
    this.people.replaceChildren(
      ...others.map(({player, seat}) => this.person(player.identity, names[seat])),
    );
  }

  /**
   * @param {string} identity
   * @param {string} name
   */
  person(identity, name) {
    const box = /** @type {HTMLInputElement} */ (
      h('input', {type: 'checkbox', checked: this.muted.has(identity)})
    );
    box.addEventListener('change', () => {
      this.muted.set(identity, box.checked);
      this.changed();
    });
    return h('label.check', {}, box, h('span', {}, this.t('mute-name', {name})));
  }
}
