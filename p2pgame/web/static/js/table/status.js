// One line: the phase of the game, for whom the table waits, for how many seconds, and how far long work is.

import {h} from '/static/js/dom.js';
import {capital} from '/static/js/record.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */

export class Status {
  /** @param {Words} t */
  constructor(t) {
    this.t = t;
    this.phase = h('span.status-phase', {hidden: true});
    this.text = h('span.status-text');
    this.time = h('span.status-time');
    this.bar = /** @type {HTMLProgressElement} */ (h('progress.status-bar', {hidden: true}));
    this.element = h('div.status', {}, this.phase, this.text, this.time, this.bar);
    /** When the seconds of the last event end, in milliseconds of this page. */
    this.until = 0;
    this.id = '';
    /** @type {Record['waiting']} */
    this.waiting = null;
    this.clock = setInterval(() => this.tick(), 500);
  }

  /**
   * @param {Record} record
   * @param {string | null} instead what is said before anything else
   */
  show(record, instead) {
    const {begun, waiting, progress, turn, ended, finished} = record;
    if (waiting !== this.waiting) {
      this.waiting = waiting;
      const seconds = (turn ? waiting?.own_seconds : waiting?.seconds) ?? null;
      this.until = seconds === null ? 0 : performance.now() + seconds * 1000;
      this.id = turn ? 'seconds-own' : 'seconds-others';
    }
    let text = capital(waiting?.message?.sentence ?? '', begun?.players ?? []);
    if (turn) text = this.t('your-turn');
    else if (ended && finished) text = '';
    this.text.textContent = instead ?? text;
    this.phase.textContent = (ended ? null : record.view?.phase?.sentence) ?? '';
    this.phase.hidden = !this.phase.textContent;
    this.bar.hidden = !progress;
    if (progress) {
      if (progress.total) this.bar.max = progress.total;
      this.bar.value = progress.done;
      this.bar.setAttribute('aria-label', this.t(`progress-${progress.task}`));
    }
    this.tick();
    const said = [this.phase, this.text, this.time].some((one) => one.textContent);
    this.element.hidden = !said && !progress;
  }

  tick() {
    const left = Math.ceil((this.until - performance.now()) / 1000);
    const text = this.until && left > 0 ? this.t(this.id, {seconds: left}) : '';
    if (this.time.textContent !== text) this.time.textContent = text;
    this.time.classList.toggle('short', left <= 10);
  }

  destroy() {
    clearInterval(this.clock);
  }
}
