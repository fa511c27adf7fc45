// What happened, line by line; a line leads back to the table as it was then.

import {h} from '/static/js/dom.js';
import {hasCards, inCards} from '/static/js/table/lines.js';

/** @typedef {import('/static/js/record.js').Line} Line */
/** @typedef {import('/static/js/types.js').Words} Words */

/** Lines beyond this are shown when asked for. */
const SHOWN = 300;

export class History {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(line: Line | null) => void} options.look null: back to now
   * @param {(seat: number) => boolean} options.isMuted
   */
  constructor({t, look, isMuted}) {
    this.t = t;
    this.look = look;
    this.isMuted = isMuted;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {{line: Line, element: HTMLElement}[]} */
    this.shown = [];
    this.at = -1;
    this.cards = false;
    this.list = h('ol.history-lines', {'aria-label': t('history'), onkeydown: this.key});
    this.earlier = h(
      'button.compact.quiet',
      {type: 'button', hidden: true, onclick: () => this.all()},
      t('history-earlier'),
    );
    this.scroller = h('div.history-scroll', {}, this.earlier, this.list);
    this.most = SHOWN;
    this.element = this.scroller;
  }

  /** @param {readonly Line[]} lines */
  show(lines) {
    const wanted = lines.filter((line) => line.kind !== 'chat' || !this.isMuted(line.seat ?? -1));
    const same = this.lines.every((line, at) => line === wanted[at]);
    if (same && this.lines.length === wanted.length) return;
    const end = this.isAtEnd();
    if (same) this.append(wanted.slice(this.lines.length));
    else {
      this.list.replaceChildren();
      this.shown = [];
      this.append(wanted.slice(-this.most));
    }
    this.lines = wanted;
    this.earlier.hidden = wanted.length <= this.shown.length;
    if (end && this.at < 0) this.toEnd();
  }

  /** @param {Line[]} lines */
  append(lines) {
    const added = lines.map((line) => ({line, element: this.line(line)}));
    this.shown.push(...added);
    this.list.append(...added.map(({element}) => element));
    this.rove(this.shown.length - 1);
  }

  /** @param {Line} line */
  line(line) {
    this.cards ||= hasCards(line.view);
    const words = this.cards && line.kind === 'move' ? inCards(line.sentence, this.t) : line.sentence;
    if (!line.view) return h(`li.line.${line.kind}`, {}, h('span', {}, words));
    const button = h('button.line-button', {type: 'button', tabindex: -1}, words);
    button.addEventListener('click', () => this.back(line));
    return h(`li.line.${line.kind}`, {}, button);
  }

  all() {
    this.most = Infinity;
    this.list.replaceChildren();
    this.shown = [];
    this.append(this.lines);
    this.earlier.hidden = true;
  }

  /** @param {Line} line */
  back(line) {
    this.mark(this.shown.findIndex((one) => one.line === line));
    this.look(line);
  }

  /** Goes a line with a table back or forth. @param {number} step */
  step(step) {
    let at = (this.at < 0 ? this.shown.length : this.at) + step;
    const view = this.at < 0 ? null : this.shown[this.at]?.line.view;
    while (this.shown[at] && (!this.shown[at].line.view || this.shown[at].line.view === view)) {
      at += step;
    }
    const found = this.shown[at]?.line;
    if (found) this.back(found);
    else if (step > 0) this.now();
  }

  now() {
    this.mark(-1);
    this.toEnd();
    this.look(null);
  }

  /** @param {number} at */
  mark(at) {
    this.shown[this.at]?.element.removeAttribute('aria-current');
    this.at = at;
    const found = this.shown[at]?.element;
    found?.setAttribute('aria-current', 'true');
    found?.scrollIntoView({block: 'nearest'});
    if (at >= 0) this.rove(at);
  }

  /** One line is in the tab order. @param {number} at */
  rove(at) {
    for (const {element} of this.shown) {
      const button = element.querySelector('button');
      if (button && button.tabIndex === 0) button.tabIndex = -1;
    }
    for (let one = at; one >= 0; one -= 1) {
      const button = this.shown[one].element.querySelector('button');
      if (!button) continue;
      button.tabIndex = 0;
      return;
    }
  }

  /** @param {KeyboardEvent} event */
  key = (event) => {
    const steps = /** @type {Record<string, number>} */ ({ArrowUp: -1, ArrowDown: 1});
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...this.list.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = buttons[at + step];
    if (!next) return;
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  };

  isAtEnd() {
    const {scrollTop, scrollHeight, clientHeight} = this.scroller;
    return scrollHeight - scrollTop - clientHeight < 40;
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}
