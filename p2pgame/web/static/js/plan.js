// The player's plan: its steps, what each does, and what may be done with them.  Nobody else
// at the table learns of it.

import {h, hide, submit} from '/static/js/dom.js';
import {arrange, kept, lasting} from '/static/js/pieces/layout.js';
import {sentence} from '/static/js/table/lines.js';
import {ordered, understood} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/record.js').Record} Record */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').Command} Command */
/** @typedef {import('/static/js/protocol.js').Planned} Planned */
/** @typedef {import('/static/js/protocol.js').PlanStep} PlanStep */
/** @typedef {import('/static/js/types.js').Choice} Choice */

/** Moves that may be possible later are buttons up to so many; others are typed. */
const BUTTONS = 24;
/** Of a step that could not be tried yet. */
const UNTRIED = 'plan-given-unknown';
/** What has a sentence beside its name, for people who see it for the first time. */
const TOLD = new Set(['plan-begin', 'plan-confirm', 'plan-join', 'plan-drop']);

export class PlanPanel {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(command: Command) => Promise<void>} options.command rejected with the refusal
   */
  constructor({t, command}) {
    this.t = t;
    this.command = command;
    this.error = h('p.error', {role: 'alert'});
    this.said = h('p.plan-said', {role: 'status'});
    this.body = h('div.plan-body');
    this.title = h('h2.plan-title', {tabindex: -1});
    this.row = h('div.plan-row', {role: 'group', tabindex: -1, 'aria-label': t('plan-actions')});
    /** What may be possible when the turn comes, to click or to type. */
    this.buttons = h('div.plan-row');
    this.follows = h('p.help');
    /** @type {ReturnType<typeof lasting<HTMLElement>>} */
    this.ways = lasting();
    /** What each button of the row does now. @type {Map<string, Command>} */
    this.does = new Map();
    this.acts = kept((/** @type {string} */ id) =>
      h('button.compact', {type: 'button', title: this.about(id), onclick: () => this.send(/** @type {Command} */ (this.does.get(id)))}),
    );
    this.input = /** @type {HTMLInputElement} */ (
      h('input', {type: 'text', 'aria-label': t('plan-step'), placeholder: t('plan-step'), autocomplete: 'off'})
    );
    const add = h('button.compact', {type: 'submit'}, t('plan-add'));
    const form = h('form.typed', {onsubmit: (/** @type {Event} */ event) => this.add(event)}, this.input, add);
    this.later = h('div.plan-later', {hidden: true}, this.follows, this.buttons, form);
    this.element = h(
      'section.plan',
      {'aria-label': t('plan'), hidden: true},
      ...[this.body, this.later, this.said, this.row, this.error],
    );
    this.shown = '';
    /** @type {Choice | null} */
    this.ahead = null;
  }

  /** @param {Record} record */
  show(record) {
    const {begun, ended, plan, turn, fell} = record;
    const plays = Boolean(begun) && begun?.seat !== null && !begun?.practice && !ended;
    const may = plays && mayBegin(record);
    // Where nothing can be planned it shows what became of a plan, and moves to take back.
    hide(this.element, !plays || !(plan || may || fell || turn?.undos || turn?.redos));
    this.element.classList.toggle('open', Boolean(plan));
    const shown = JSON.stringify([plays, may, plan, fell, turn?.number, turn?.undos, turn?.redos]);
    if (!plays || shown === this.shown) return;
    this.shown = shown;
    this.error.textContent = '';
    this.said.textContent = fell ?? '';
    const had = this.row.contains(document.activeElement);
    arrange(this.body, plan ? this.steps(plan) : []); // its heading may have the focus
    this.ahead = plan?.ahead ?? null;
    arrange(this.buttons, this.ways(this.moves()));
    this.follows.textContent = this.whatFollows(plan);
    hide(this.later, !plan?.waits || Boolean(plan.confirmed || plan.next));
    arrange(this.row, plan ? this.actions(plan) : this.without(turn, may));
    // Another button would do what nobody wants.
    if (had && !this.row.querySelector('button:enabled:focus')) (plan ? this.title : this.row).focus();
  }

  /** @param {Planned} plan */
  steps(plan) {
    const {t} = this;
    const id = plan.confirmed ? 'plan-confirmed' : plan.waits ? 'plan-waits' : 'plan';
    this.title.textContent = t(id);
    const parts = [this.title];
    if (!plan.steps.length && !plan.waits) parts.push(h('p.help', {}, t('plan-help')));
    if (plan.steps.length) {
      parts.push(h('ol.plan-steps', {'aria-label': t('plan-steps')}, plan.steps.map((one, at) => this.step(one, plan.steps[at - 1]))));
    }
    if (plan.next) parts.push(h('p.help', {}, sentence(plan.next.sentence ?? '')));
    return parts;
  }

  /**
   * When it is so is said where it changes.
   *
   * @param {PlanStep} step
   * @param {PlanStep} [before]
   */
  step(step, before) {
    const moves = step.hints.map((hint, at) => hint.sentence ?? step.moves[at]).join(' + ');
    const does = said(step.messages).join(', ') || said(step.about).join(' ');
    const given = step.given?.sentence;
    const changes = given && given !== before?.given?.sentence;
    const points = step.points ? this.t('plan-points', {points: signed(step.points)}) : '';
    return h(
      'li',
      {},
      ...(changes ? [h('span.soft.plan-given', {}, `${sentence(given)} `)] : []),
      h('b', {}, step.name || moves),
      ...(step.name ? [` ${moves}`] : []),
      ...(points ? [h('span.plan-points', {}, ` ${points}`)] : []),
      ...(does ? [h('span.soft', {}, ` ${does}`)] : []),
    );
  }

  /** Says what may come next in the turn, or how to give it. @param {Planned | null} plan */
  whatFollows(plan) {
    const count = this.ahead?.moves.length ?? 0;
    if (count) return this.t(count > this.offered().length ? 'plan-ahead-type' : 'plan-ahead', {count});
    const given = plan?.steps.at(-1)?.given?.id ?? UNTRIED;
    return given === UNTRIED ? this.t('plan-type') : '';
  }

  /** The moves that are buttons: all, if they are few. */
  offered() {
    const {single = [], groups = []} = this.ahead ? ordered(this.ahead) : {};
    const all = [...single, ...groups.flatMap((group) => group.moves)];
    return all.length > BUTTONS ? single.slice(0, BUTTONS) : all;
  }

  /**
   * Buttons for moves that may be possible when the turn comes.
   *
   * @returns {[string, () => HTMLElement][]}
   */
  moves() {
    return this.offered().map(({move, verb, faces, rest}) => {
      const words = [verb, ...faces, rest].filter(Boolean).join(' ');
      const act = () => this.send({command: 'premove', move});
      return [`${move}\n${words}`, () => h('button.compact', {type: 'button', onclick: act}, words)];
    });
  }

  /** Adds the move that was typed. @param {Event} event */
  async add(event) {
    event.preventDefault();
    if (!this.input.value.trim()) return;
    await submit(this.input, (typed) => {
      const move = this.ahead ? understood(typed, this.ahead, this.t('piece-letters')) : typed;
      return this.send({command: 'premove', move});
    });
  }

  /** @param {Planned} plan */
  actions(plan) {
    const count = plan.steps.length;
    const confirm = this.act('plan-confirm', {command: 'confirm'}, 0, count > 0 && !plan.confirmed);
    confirm.classList.add('primary');
    return [
      confirm,
      this.act('plan-undo', {command: 'undo'}, count, count > 0),
      this.act('plan-undo-all', {command: 'undo', steps: 0}, count, count > 1),
      this.act('plan-redo', {command: 'redo'}, plan.redos ?? 0, Boolean(plan.redos)),
      this.act('plan-join', {command: 'group'}, count, count > 1),
      this.act('plan-drop', {command: 'drop'}),
    ];
  }

  /**
   * A button of the row, which stays the same whatever else is there.
   *
   * @param {string} id
   * @param {Command} command
   * @param {number} [count]
   * @param {boolean} [enabled]
   */
  act(id, command, count = 0, enabled = true) {
    const button = /** @type {HTMLButtonElement} */ (this.acts(id));
    const words = this.t(id, {count});
    if (button.textContent !== words) button.textContent = words;
    button.disabled = !enabled;
    this.does.set(id, command);
    return button;
  }

  /** @param {string} id */
  about(id) {
    return TOLD.has(id) ? this.t(`${id}.about`) : null;
  }

  /**
   * Without a plan: begin one, or take back one's own moves.
   *
   * @param {Record['turn']} turn
   * @param {boolean} may whether a plan can be begun
   */
  without(turn, may) {
    return [
      ...(may ? [this.act('plan-begin', {command: 'plan'})] : []),
      ...(turn?.undos ? [this.act('plan-undo', {command: 'undo'})] : []),
      ...((turn?.undos ?? 0) > 1 ? [this.act('plan-undo-all', {command: 'undo', steps: 0})] : []),
      ...(turn?.redos ? [this.act('plan-redo', {command: 'redo'}, turn.redos)] : []),
    ];
  }

  /**
   * Sends a command; returns whether it was done.
   *
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  async send(command) {
    this.error.textContent = '';
    try {
      await this.command(command);
      return true;
    } catch (refused) {
      const text = refused instanceof Error ? refused.message : String(refused);
      this.error.textContent = sentence(text);
      return false;
    }
  }
}

/** Whether a plan can be begun: in a turn of one's own alone, or before it. @param {Record} record */
function mayBegin({begun, turn}) {
  return turn ? turn.view.turn === 'choose' : (begun?.plans_ahead ?? true);
}

/** @param {PlanStep['about']} messages */
function said(messages) {
  return (messages ?? []).map((one) => one.sentence ?? '');
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : `-${-points}`;
}
