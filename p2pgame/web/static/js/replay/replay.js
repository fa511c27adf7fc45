// A transcript as a timeline: forward, back, by itself, with its history beside it.

import {fill, h, svg} from '/static/js/dom.js';
import {adopt} from '/static/js/pieces/style.js';
import {Story, readPlace, writePlace} from '/static/js/replay/steps.js';
import {verdict} from '/static/js/replay/verdict.js';
import {STYLE, WORDS} from '/static/js/replay/words.js';
import {drawingOf} from '/static/js/table/drawings.js';
import {learnWords, loadStyles} from '/static/js/table/words.js';

/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('/static/js/types').Drawing} Drawing */

/**
 * @typedef {object} Source
 * @property {AsyncIterable<any>} events of a spectator
 * @property {string} file its name, for the address
 * @property {string} [title] what people call it
 * @property {number | null} [step] where to begin; null: at the start
 * @property {((format: string) => Promise<{name: string, text: string}>) | null} [save]
 *   gives the game in another notation
 * @property {string} [note] a word on what this page can't know
 */

/**
 * @typedef {object} Context
 * @property {(id: string, args?: Record<string, string | number>) => string} t
 * @property {(text: string) => void} say
 * @property {(sources: Record<string, string>) => void} learn
 * @property {import('/static/js/table/drawings.js').Load} [load] how modules of games are loaded
 */

const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds that a step stays when the replay plays by itself; longer where people look. */
const STAY = 1100;
const LOOK = 2200;

/**
 * Shows a replay; `destroy` of the result ends it.
 *
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {Source} source
 */
export function show(host, context, source) {
  context.learn(WORDS);
  adopt(STYLE);
  const replay = new Replay(host, context, source);
  void replay.read();
  return {title: source.title ?? context.t('replay-place'), full: true, destroy: () => replay.destroy()};
}

/**
 * Shows the transcript that a place of the page names.
 *
 * @param {HTMLElement} host
 * @param {Context & {hub: import('/static/js/hub.js').Hub, place: string}} context
 */
export function mount(host, context) {
  const {hub, place} = context;
  const {file, step} = readPlace(place);
  const save = async (/** @type {string} */ format) => {
    const request = /** @type {any} */ ({command: 'export', file, format});
    return /** @type {any} */ (await hub.answer(request, /** @type {any} */ ('exported')));
  };
  const request = /** @type {any} */ ({command: 'replay', file});
  return show(host, context, {events: dressed(hub.ask(request), context), file, step, save});
}

/**
 * The events, once the words and styles of tables are there.
 *
 * @param {AsyncIterable<any>} events
 * @param {Context} context
 */
async function* dressed(events, {learn}) {
  await Promise.all([learnWords(learn), loadStyles()]);
  yield* events;
}

class Replay {
  /**
   * @param {HTMLElement} host
   * @param {Context} context
   * @param {Source} source
   */
  constructor(host, context, source) {
    this.context = context;
    this.source = source;
    this.story = new Story();
    this.at = -1;
    /** A step to which to go as soon as it has been read. @type {number | null} */
    this.wanted = source.step ?? null;
    this.playing = false;
    this.closed = false;
    this.failed = '';
    this.speed = 1;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** The game that is drawn. @type {object | null} */
    this.drawn = null;
    const {t} = context;
    this.title = h('h1', {}, t('replay-loading'));
    this.table = h('div.replay-table');
    this.now = h('p.replay-now', {'aria-live': 'polite'});
    this.slider = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: 1,
        max: 1,
        value: 1,
        'aria-label': t('replay-timeline'),
        oninput: () => void this.jump(Number(this.slider.value) - 1),
      })
    );
    this.count = h('span');
    this.play = h('button', {type: 'button', onclick: () => this.toggle()});
    this.history = h('ol.replay-history', {'aria-label': t('replay-history')});
    this.history.addEventListener('click', (event) => {
      const line = /** @type {Element} */ (event.target).closest('button');
      if (line) void this.jump(Number(line.dataset.step));
    });
    this.verdict = h('div');
    const main = h('div.replay-main', {}, this.title, this.table, this.now, this.bar());
    const side = h('aside.replay-side', {}, this.verdict, h('h2', {}, t('replay-history')), this.history, h('small', {}, t('replay-keys')));
    this.element = h('div.replay', {}, main, side);
    fill(host, this.element);
    this.listening = new AbortController();
    addEventListener('keydown', (event) => this.key(event), {signal: this.listening.signal});
    this.tell();
  }

  bar() {
    const {t} = this.context;
    const options = SPEEDS.map((one) => h('option', {value: one, selected: one === 1}, `${one}×`));
    const change = (/** @type {any} */ event) => (this.speed = Number(event.target.value));
    const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
      h('button', {type: 'button', onclick, 'aria-label': t(id), title: t(id)}, icon(sign));
    const buttons = h(
      'div.replay-buttons',
      {},
      button('replay-first', 'first', () => void this.jump(0)),
      button('replay-back', 'back', () => void this.jump(this.at - 1)),
      this.play,
      button('replay-next', 'next', () => void this.step()),
      button('replay-last', 'last', () => void this.jump(this.story.steps.length - 1)),
      h('select', {'aria-label': t('replay-speed'), onchange: change}, options),
      this.count,
      h('button', {type: 'button', onclick: () => void this.copy()}, t('replay-link')),
    );
    return h('div.replay-bar', {}, this.slider, buttons);
  }

  destroy() {
    this.closed = true;
    this.playing = false;
    this.listening.abort();
    this.drawing?.destroy?.();
  }

  /** Reads the events; the first steps are shown while the rest is checked. */
  async read() {
    try {
      for await (const event of this.source.events) {
        if (this.closed) return;
        if (event.event === 'progress') this.checked(event);
        const lines = this.story.lines.length;
        this.story.take(event);
        if (this.story.lines.length > lines) this.write(lines);
        if (event.event !== 'happened') continue;
        if (this.at < 0) void this.begin();
        else if (this.wanted === this.story.steps.length - 1) void this.jump(this.wanted);
        else this.tell();
      }
    } catch (error) {
      this.failed = /** @type {Error} */ (error).message;
    }
    this.end();
  }

  async begin() {
    const {begun} = this.story.steps[0];
    const names = namesOf(begun).join(', ');
    const {title} = this.source;
    this.title.textContent = title ?? this.context.t('replay-title', {game: begun.game, names});
    const wanted = this.wanted;
    await this.jump(0);
    this.wanted = wanted;
    if (wanted !== null && wanted < this.story.steps.length) void this.jump(wanted);
  }

  end() {
    const {t} = this.context;
    if (!this.story.steps.length) {
      this.title.textContent = this.failed ? t('replay-failed', {why: this.failed}) : t('replay-empty');
    }
    const {save, note} = this.source;
    fill(
      this.verdict,
      verdict(t, this.story, {note, failed: this.failed}),
      save && this.story.begun ? this.saves(save) : null,
    );
    this.tell();
  }

  /** @param {NonNullable<Source['save']>} save */
  saves(save) {
    const game = this.story.begun?.game;
    const formats = [...(game === 'chess' ? ['pgn'] : []), 'csv'];
    const {t, say} = this.context;
    const press = async (/** @type {string} */ format) => {
      try {
        const {name, text} = await save(format);
        download(name, text);
      } catch (error) {
        say(/** @type {Error} */ (error).message);
      }
    };
    const button = (/** @type {string} */ format) => {
      const label = t('replay-save', {format: format.toUpperCase()});
      return h('button', {type: 'button', onclick: () => void press(format)}, label);
    };
    return h('div.replay-buttons', {}, formats.map(button));
  }

  /** @param {{done: number, total?: number}} event */
  checked({done, total = 0}) {
    fill(this.verdict, h('p', {role: 'status'}, this.context.t('replay-checked', {done, total})));
  }

  /** Writes the history's lines from one on. @param {number} from */
  write(from) {
    for (const {step, kind, sentence} of this.story.lines.slice(from)) {
      const line = h('button', {type: 'button', data: {step: Math.max(0, step)}}, sentence);
      this.history.append(h(`li.${kind}`, {}, line));
    }
  }

  /** Goes to a step, without motion. @param {number} step */
  jump(step) {
    this.stop();
    return this.go(step, false);
  }

  step() {
    this.stop();
    return this.go(this.at + 1, true);
  }

  /**
   * @param {number} wanted
   * @param {boolean} animate
   */
  async go(wanted, animate) {
    const {steps} = this.story;
    this.wanted = wanted >= steps.length && !this.story.verified ? wanted : null;
    const to = Math.max(0, Math.min(wanted, steps.length - 1));
    const step = steps[to];
    if (!step || this.closed) return;
    const forward = to === this.at + 1;
    this.at = to;
    this.tell();
    await this.draw(step, animate && forward);
  }

  /**
   * @param {Step} step
   * @param {boolean} animate
   */
  async draw(step, animate) {
    if (this.drawn !== step.begun) {
      this.drawn = step.begun;
      this.drawing?.destroy?.();
      const {t, say, learn, load} = this.context;
      const move = () => Promise.reject(new Error(t('replay-no-move')));
      const names = namesOf(step.begun);
      const table = {seat: null, begun: step.begun, names, move, t, say, learn};
      this.drawing = await drawingOf(table, load);
      if (this.closed) return;
      fill(this.table, this.drawing.element);
    }
    const {view, before, messages} = step;
    const frame = {view, before: animate ? before : null, choice: null, messages, animate};
    await this.drawing?.show(frame);
  }

  tell() {
    const {t} = this.context;
    const {steps, lines} = this.story;
    const count = {step: Math.max(0, this.at + 1), steps: steps.length};
    this.slider.max = String(Math.max(1, steps.length));
    this.slider.value = String(this.at + 1);
    this.slider.setAttribute('aria-valuetext', t('replay-step', count));
    fill(this.count, t('replay-step', count));
    const said = (steps[this.at]?.messages ?? []).map((message) => message.sentence ?? '');
    const text = said.join('. ');
    if (this.now.textContent !== text) this.now.textContent = text;
    const label = t(this.playing ? 'replay-pause' : 'replay-play');
    fill(this.play, icon(this.playing ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', label);
    this.play.title = label;
    const old = this.history.querySelector('.now');
    const line = lines.findLastIndex((one) => one.step === this.at);
    const now = /** @type {HTMLElement | null} */ (line >= 0 ? this.history.children[line] : null);
    if (old === now) return;
    old?.classList.remove('now');
    now?.classList.add('now');
    if (now) {
      this.history.scrollTop = now.offsetTop - this.history.offsetTop - this.history.clientHeight / 2;
    }
  }

  toggle() {
    if (this.playing) this.stop();
    else void this.run();
  }

  stop() {
    this.playing = false;
    this.tell();
  }

  async run() {
    if (this.at >= this.story.steps.length - 1) await this.go(0, false);
    this.playing = true;
    this.tell();
    while (this.playing && this.at < this.story.steps.length - 1) {
      await this.go(this.at + 1, true);
      const stay = this.story.steps[this.at]?.look ? LOOK : STAY;
      await new Promise((done) => setTimeout(done, stay / this.speed));
    }
    this.stop();
  }

  async copy() {
    const url = new URL(location.href);
    url.hash = `#/replay/${writePlace(this.source.file, this.at)}`;
    history.replaceState(null, '', url);
    await navigator.clipboard?.writeText(url.href).catch(() => undefined);
    this.context.say(this.context.t('replay-copied'));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    const own = 'input, select, textarea, button, a, [role="grid"], [role="dialog"]';
    if (target.closest?.(own) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowRight') void this.step();
    else if (event.key === 'ArrowLeft') void this.jump(this.at - 1);
    else if (event.key === 'Home') void this.jump(0);
    else if (event.key === 'End') void this.jump(this.story.steps.length - 1);
    else if (event.key === ' ') this.toggle();
    else return;
    event.preventDefault();
  }
}

const ICONS = /** @type {Record<string, string>} */ ({
  first: 'M5 5h3v14H5zM20 5v14L9 12z',
  back: 'M17 5v14L6 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  next: 'M7 5v14l11-7z',
  last: 'M16 5h3v14h-3zM4 5v14l11-7z',
});

/** @param {string} name */
function icon(name) {
  return svg('svg.replay-icon', {viewBox: '0 0 24 24', 'aria-hidden': 'true'}, svg('path', {d: ICONS[name]}));
}

/** @param {import('/static/js/types').Begun} begun */
function namesOf(begun) {
  const all = begun.players.map((player) => player.name);
  const isOnly = (/** @type {string} */ name) => all.indexOf(name) === all.lastIndexOf(name);
  return all.map((name, seat) => (isOnly(name) ? name : `${name} (${seat + 1})`));
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
  h('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
