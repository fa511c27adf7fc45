// Hints for the next step, level by level, in games that have hints of their own.

import {h} from '/static/js/dom.js';
import {sentence} from '/static/js/table/lines.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').Command} Command */
/** @typedef {import('/static/js/protocol.js').HintShown} HintShown */

export class HintsPanel {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(command: Command) => Promise<void>} options.command rejected with the refusal
   */
  constructor({t, command}) {
    this.t = t;
    this.command = command;
    this.level = 0;
    this.said = h('p.help', {role: 'status'});
    this.button = /** @type {HTMLButtonElement} */ (
      h('button.compact', {type: 'button', onclick: () => this.ask()}, t('hint'))
    );
    this.element = h(
      'section.plan',
      {'aria-label': t('hint'), hidden: true},
      h('div.plan-row', {}, this.button, this.said),
    );
    /** @type {HintShown | null} */
    this.shown = null;
  }

  /** @param {Record} record */
  show({begun, turn, hint}) {
    this.element.hidden = !begun?.gives_hints || !turn;
    if (hint === this.shown) return;
    this.shown = hint;
    this.level = hint?.level ?? 0;
    this.said.textContent = hint ? this.told(hint) : '';
    this.button.textContent = this.t(hint ? 'hint-more' : 'hint');
    this.button.hidden = Boolean(hint && hint.level === hint.levels);
  }

  /** @param {HintShown} hint */
  told({level, levels, message}) {
    return `${this.t('hint-level', {level, levels})}: ${sentence(message.sentence ?? '')}`;
  }

  async ask() {
    try {
      await this.command({command: 'hint', level: this.level + 1});
    } catch (refused) {
      this.said.textContent = sentence(refused instanceof Error ? refused.message : String(refused));
    }
  }
}
