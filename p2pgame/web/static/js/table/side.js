// The side of a table: its history with the chat, and why one may trust it; a drawer on a
// narrow screen.

import {h} from '/static/js/dom.js';
import {colourSuits, learnWords, suitsColoured} from '/static/js/table/words.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/table/history.js').History} History */
/** @typedef {import('/static/js/types.js').Words} Words */

export class Side {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(sources: {[language: string]: string}) => void} options.learn
   * @param {History} options.history
   * @param {HTMLElement} options.talk
   * @param {() => void} options.close
   */
  constructor({t, learn, history, talk, close}) {
    this.t = t;
    this.learn = learn;
    this.history = history;
    /** @type {Record | null} */
    this.record = null;
    /** @type {import('/static/js/trust/trust.js').TrustPanel | null} */
    this.trust = null;
    this.trustBox = h('div.trust-box', {hidden: true});
    const tab = (/** @type {string} */ id, /** @type {boolean} */ trust) =>
      h(
        'button.quiet.compact.side-tab',
        {type: 'button', 'aria-pressed': String(!trust), onclick: () => void this.choose(trust)},
        t(id),
      );
    this.tabs = [tab('history', false), tab('trust', true)];
    this.steps = [this.step(-1, 'look-back', '‹'), this.step(1, 'look-forth', '›')];
    this.rules = h('a.small', {hidden: true}, t('rules'));
    this.past = h('div.past', {}, history.element, talk, h('div.row.spread', {}, this.suitsBox(), this.rules));
    const shut = {type: 'button', 'aria-label': t('close'), onclick: close};
    this.element = h(
      'aside.side',
      {id: 'table-side', 'aria-label': t('history-and-chat')},
      h('div.side-head', {}, ...this.tabs, h('span.grow'), ...this.steps, h('button.icon.quiet.side-close', shut, '×')),
      this.past,
      this.trustBox,
    );
  }

  /**
   * @param {number} by
   * @param {string} id
   * @param {string} sign
   */
  step(by, id, sign) {
    const name = this.t(id);
    const properties = {type: 'button', 'aria-label': name, title: name};
    return h('button.icon.quiet', {...properties, onclick: () => this.history.step(by)}, sign);
  }

  suitsBox() {
    const box = /** @type {HTMLInputElement} */ (
      h('input', {type: 'checkbox', checked: suitsColoured()})
    );
    box.addEventListener('change', () => colourSuits(box.checked));
    return h('label.check.suits-box', {}, box, h('span', {}, this.t('four-colours')));
  }

  /** @param {boolean} trust */
  async choose(trust) {
    this.past.hidden = trust;
    this.trustBox.hidden = !trust;
    for (const step of this.steps) step.hidden = trust;
    for (const [at, tab] of this.tabs.entries()) {
      tab.setAttribute('aria-pressed', String(trust === (at === 1)));
    }
    if (!trust) return this.history.toEnd();
    if (!this.trust) {
      const [{TrustPanel}] = await Promise.all([import('/static/js/trust/trust.js'), learnWords(this.learn, ['trust'])]);
      this.trust ??= new TrustPanel(this.t);
      this.trustBox.replaceChildren(this.trust.element);
    }
    if (this.record) this.trust.show(this.record);
  }

  /** @param {Record} record */
  show(record) {
    const fresh = record !== this.record;
    this.record = record;
    this.history.show(record.log);
    this.rules.hidden = !record.begun;
    this.rules.setAttribute('href', `#/rules/${record.begun?.game}/${record.begun?.version}`);
    if (fresh && !this.trustBox.hidden) this.trust?.show(record);
  }
}
