// Undos that make room: what a player names, what could be undone for it, and a choice.
// Only games that find such undos have the panel.

import {h, hide} from '/static/js/dom.js';
import {sentence} from '/static/js/table/lines.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').Command} Command */
/** @typedef {import('/static/js/protocol.js').UndosFound} UndosFound */

export class UndosPanel {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(command: Command) => Promise<void>} options.command rejected with the refusal
   */
  constructor({t, command}) {
    this.t = t;
    this.command = command;
    const label = t('undos-for');
    this.input = /** @type {HTMLInputElement} */ (
      h('input', {type: 'text', 'aria-label': label, placeholder: label, autocomplete: 'off'})
    );
    const find = (/** @type {Event} */ event) => {
      event.preventDefault();
      const wanted = this.input.value.trim();
      if (wanted) this.send({command: 'find-undos', wanted});
    };
    const button = h('button.compact', {type: 'submit'}, t('undos-find'));
    this.list = h('div.plan-body');
    this.error = h('p.error', {role: 'alert'});
    this.element = h(
      'section.plan',
      {'aria-label': t('undos'), hidden: true},
      h('form.typed', {onsubmit: find}, this.input, button),
      this.list,
      this.error,
    );
    /** @type {UndosFound | null} */
    this.shown = null;
  }

  /** @param {Record} record */
  show({begun, ended, undos}) {
    // Between two turns it stays: nothing jumps, and words that are typed meanwhile count.
    hide(this.element, !begun?.makes_room || begun.seat === null || Boolean(ended));
    if (undos === this.shown) return;
    this.shown = undos;
    this.error.textContent = '';
    this.list.replaceChildren(...(undos ? this.found(undos) : []));
  }

  /** @param {UndosFound} found */
  found({wanted, undos, more}) {
    const {t} = this;
    const rows = undos.map(({number, message}) => {
      const does = message.sentence ?? '';
      const make = () => this.send({command: 'make-undos', number});
      const label = `${t('undos-make')}: ${does}`;
      return h(
        'li',
        {},
        `${does} `,
        h('button.compact', {type: 'button', 'aria-label': label, onclick: make}, t('undos-make')),
      );
    });
    const next = () => this.send({command: 'find-undos'});
    return [
      h('ol.plan-steps', {'aria-label': t('undos-found', {wanted})}, rows),
      ...(more ? [h('button.compact', {type: 'button', onclick: next}, t('undos-more'))] : []),
    ];
  }

  /** @param {Command} command */
  async send(command) {
    this.error.textContent = '';
    try {
      await this.command(command);
    } catch (refused) {
      this.error.textContent = sentence(refused instanceof Error ? refused.message : String(refused));
    }
  }
}
