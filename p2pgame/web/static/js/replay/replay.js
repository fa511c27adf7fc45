// A transcript as a timeline: forward, back, by itself, with its history beside it.

import {fill, h} from '/static/js/dom.js';
import {games, titleOf} from '/static/js/lobby/games.js';
import {adopt} from '/static/js/pieces/style.js';
import {capital} from '/static/js/record.js';
import {Onward, eyes, icon, namesOf, saves} from '/static/js/replay/controls.js';
import {Story, readPlace, writePlace} from '/static/js/replay/steps.js';
import {verdict} from '/static/js/replay/verdict.js';
import {STYLE} from '/static/js/replay/style.js';
import {drawingOf} from '/static/js/table/drawings.js';
import {learnWords, loadStyles} from '/static/js/table/words.js';

/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('/static/js/types').Drawing} Drawing */

/**
 * @typedef {object} Source
 * @property {(seat: number | null) => AsyncIterable<any>} events as a player in this seat
 *   saw them; null: a spectator
 * @property {string} file its name, for the address
 * @property {string} [title] what people call it
 * @property {number | null} [step] where to begin; null: at the start
 * @property {number | null} [seat] with whose eyes; null: a spectator's
 * @property {((format: string) => Promise<{name: string, text: string}>) | null} [save]
 *   gives the game in another notation
 * @property {((turns: number, seat: number) => Promise<void>) | null} [goOn] opens a
 *   table that goes on from there, against programs
 * @property {string} [note] a word on what this page can't know
 * @property {string} [others] the place where another file is chosen
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
/** Seconds that a program takes for a decision where a game goes on. */
const PACE = 1;

/** Learns the words of a replay. @param {(sources: Record<string, string>) => void} learn */
export function ready(learn) {
  return learnWords(learn, ['replay']);
}

/**
 * Shows a replay; `destroy` of the result ends it.
 *
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {Source} source
 */
export function show(host, context, source) {
  adopt(STYLE);
  const replay = new Replay(host, context, source);
  void replay.read();
  return {title: source.title ?? context.t('replay-place'), full: true, destroy: () => replay.destroy()};
}

/**
 * Shows the transcript that a place of the page names.
 *
 * @param {HTMLElement} host
 * @param {Context & {hub: import('/static/js/hub.js').Hub, place: string, go: (hash: string) => void}} context
 */
export function mount(host, context) {
  const {hub, place} = context;
  const {file, step, seat} = readPlace(place);
  const save = async (/** @type {string} */ format) => {
    const request = /** @type {any} */ ({command: 'export', file, format});
    return /** @type {any} */ (await hub.answer(request, /** @type {any} */ ('exported')));
  };
  const events = (/** @type {number | null} */ eyes) =>
    dressed(hub, hub.ask({command: 'replay', file, ...(eyes === null ? {} : {seat: eyes})}), file, context);
  const goOn = async (/** @type {number} */ turns, /** @type {number} */ own) => {
    const table = await hub.open({command: 'practise', file, turns, seat: own + 1, pace: PACE});
    context.go(`#/table/${table}`);
  };
  return show(host, context, {events, file, step, seat, save, goOn, others: '#/replay'});
}

/**
 * The events, once the words and styles of tables are there, and games have titles.
 *
 * @param {import('/static/js/hub.js').Hub} hub
 * @param {AsyncIterable<any>} events
 * @param {string} file
 * @param {Context} context
 */
async function* dressed(hub, events, file, {learn}) {
  await Promise.all([learnWords(learn), loadStyles(), games(hub)]);
  try {
    yield* events;
  } catch (error) {
    // Where the hub keeps a file says nothing to people.
    const {message, path} = /** @type {import('/static/js/hub.js').HubError} */ (error);
    if (!path) throw error;
    const {nameOf} = await import('/static/js/lobby/transcripts.js');
    throw new Error(message.replaceAll(path, nameOf(file)));
  }
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
    /** Counts the times that it was played by itself, or stopped. */
    this.plays = 0;
    this.closed = false;
    this.failed = '';
    this.speed = 1;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** The game that is drawn. @type {object | null} */
    this.drawn = null;
    /** When its drawing is there. @type {Promise<void>} */
    this.ready = Promise.resolve();
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
    this.seat = source.seat ?? null;
    this.eyes = h('div');
    /** Whose eyes can be chosen. */
    this.seers = '';
    this.saves = h('div.replay-buttons');
    this.link = h('button', {type: 'button', onclick: () => void this.copy()}, t('replay-link'));
    fill(this.saves, this.link);
    this.onward = source.goOn ? new Onward(context, source.goOn) : null;
    /** Counts the times that the file was read. */
    this.reading = 0;
    const main = h('div.replay-main', {}, this.title, this.table, this.bar());
    const told = h('section.replay-told', {}, h('h2', {}, t('replay-history')), this.history, h('small', {}, t('replay-keys')));
    const side = h('aside.replay-side', {}, this.verdict, told, this.eyes, this.onward?.element, this.saves);
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
    );
    return h('div.replay-bar', {}, h('div.replay-head', {}, this.now, this.count), this.slider, buttons);
  }

  destroy() {
    this.closed = true;
    this.plays += 1;
    this.listening.abort();
    this.drawing?.destroy?.();
  }

  /** Reads the events; the first steps are shown while the rest is checked. */
  async read() {
    const reading = (this.reading += 1);
    this.failed = '';
    try {
      for await (const event of this.source.events(this.seat)) {
        if (this.closed || this.reading !== reading) return;
        if (event.event === 'progress') this.checked(event);
        const lines = this.story.lines.length;
        this.story.take(event);
        if (this.story.lines.length > lines) this.write(lines);
        if (event.event !== 'happened') continue;
        if (this.at < 0) this.begin();
        else if (this.wanted === this.story.steps.length - 1) void this.jump(this.wanted);
        else this.tell();
      }
    } catch (error) {
      this.failed = /** @type {Error} */ (error).message;
    }
    if (!this.closed && this.reading === reading) this.end();
  }

  /** Reads the file again, to see it with other eyes. @param {number | null} seat */
  look(seat) {
    this.stop();
    this.seat = seat;
    this.wanted = this.at;
    this.at = -1;
    this.story = new Story();
    fill(this.history);
    void this.read();
  }

  begin() {
    const {begun} = this.story.steps[0];
    const names = namesOf(begun).join(', ');
    const {title} = this.source;
    this.title.textContent = title ?? this.context.t('replay-title', {game: titleOf(begun.game), names});
    const wanted = this.wanted;
    void this.jump(0);
    this.wanted = wanted;
    if (wanted !== null && wanted < this.story.steps.length) void this.jump(wanted);
  }

  end() {
    const {t} = this.context;
    if (!this.story.steps.length && !this.story.warnings.length) return this.unreadable();
    const {save, note} = this.source;
    fill(this.verdict, verdict(t, this.story, {note, failed: this.failed}));
    if (save && this.story.begun) fill(this.saves, this.link, saves(this.context, this.story.begun.game, save));
    const found = JSON.stringify([this.story.begun?.players, this.story.seats]);
    // Who chooses by keys keeps the focus there while the file is read once more.
    if (found !== this.seers) fill(this.eyes, eyes(this.context, this.story, this.seat, (seat) => this.look(seat)));
    this.seers = found;
    this.tell();
  }

  /** Says in the place of a replay why there is none. */
  unreadable() {
    const {t} = this.context;
    const {others} = this.source;
    this.listening.abort();
    this.element.className = 'panel stack narrow';
    fill(
      this.element,
      h('h1', {}, t('replay-failed')),
      h('p', {role: 'alert'}, this.failed || t('replay-empty')),
      others ? h('div', {}, h('a.button', {href: others}, t('replay-others'))) : null,
    );
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
      this.drawing = null;
      this.ready = this.prepare(step);
    }
    await this.ready;
    if (this.closed || this.story.steps[this.at] !== step) return; // another step is shown by now
    const {view, before, messages} = step;
    const frame = {view, before: animate ? before : null, choice: null, messages, animate};
    await this.drawing?.show(frame);
  }

  /** Makes the drawing of a step's game. @param {Step} step */
  async prepare({begun}) {
    const {t, say, learn, load} = this.context;
    const move = () => Promise.reject(new Error(t('replay-no-move')));
    const table = {seat: begun.seat ?? null, begun, names: namesOf(begun), move, t, say, learn};
    const drawing = await drawingOf(table, load);
    if (this.closed || this.drawn !== begun) return drawing.destroy?.();
    this.drawing = drawing;
    fill(this.table, drawing.element);
  }

  tell() {
    const {t} = this.context;
    const {steps, lines} = this.story;
    const count = {step: Math.max(0, this.at + 1), steps: steps.length};
    this.slider.max = String(Math.max(1, steps.length));
    this.slider.value = String(this.at + 1);
    this.slider.setAttribute('aria-valuetext', t('replay-step', count));
    fill(this.count, t('replay-step', count));
    this.onward?.show(steps[this.at] ?? null, this.at);
    const {begun, messages = []} = steps[this.at] ?? {};
    const said = messages.map(({sentence = ''}) => capital(sentence, begun?.players ?? []));
    const text = said.join('. ');
    if (this.now.textContent !== text) this.now.textContent = text;
    const label = t(this.playing ? 'replay-pause' : 'replay-play');
    if (this.play.title !== label) {
      fill(this.play, icon(this.playing ? 'pause' : 'play'));
      this.play.setAttribute('aria-label', label);
      this.play.title = label;
    }
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
    this.plays += 1;
    this.tell();
  }

  async run() {
    const mine = (this.plays += 1);
    this.playing = true;
    if (this.at >= this.story.steps.length - 1) await this.go(0, false);
    else this.tell();
    while (mine === this.plays && this.at < this.story.steps.length - 1) {
      await this.go(this.at + 1, true);
      const stay = this.story.steps[this.at]?.look ? LOOK : STAY;
      await new Promise((done) => setTimeout(done, stay / this.speed));
    }
    // Somebody may have stopped it, and played it again.
    if (mine === this.plays) this.stop();
  }

  async copy() {
    const url = new URL(location.href);
    url.hash = `#/replay/${writePlace(this.source.file, this.at, this.seat)}`;
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
