// The moves that are possible now: buttons, groups, amounts, a place to type, keys 1 to 9, and
// the letters that moves begin with.

import {h, isTypedIn, submit} from '/static/js/dom.js';
import {cardInText, outlineOf} from '/static/js/pieces/cards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {amountRow, amountsForm, placementRow} from '/static/js/table/amounts.js';
import {isSealed, moveOfLetter, ordered, understood, worded} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/types.js').Choice} Choice */
/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/table/moves.js').Shown} Shown */
/** @typedef {import('/static/js/types.js').Words} Words */

/**
 * @typedef {object} Turn
 * @property {number} number
 * @property {View} view
 * @property {Choice} choice
 */

/** The panel below a table. */
export class MovePanel {
  /**
   * @param {object} options
   * @param {Words} options.t
   * @param {(move: string) => Promise<void>} options.move rejected with the refusal
   */
  constructor({t, move}) {
    this.t = t;
    this.move = move;
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {HTMLElement[]} */
    this.keyed = [];
    this.busy = false;
    this.had = false;
    /** What had the focus when a turn was closed. @type {HTMLElement | null} */
    this.focused = null;
    /** What was shown of the last turn: a turn that is asked for once more has the same. */
    this.last = {key: '', parts: /** @type {HTMLElement[]} */ ([]), keyed: this.keyed, slim: false};
    /** The moves are made on the drawing, and few are here. */
    this.slim = false;
    this.sent = '';
    this.error = h('p.error', {role: 'alert'});
    this.body = h('div.panel-body');
    /** A place to type a move, as in a terminal. */
    this.input = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        'aria-label': t('type-move'),
        placeholder: t('type-move'),
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        enterkeyhint: 'send',
      })
    );
    const button = h('button.compact', {type: 'submit'}, t('make-move'));
    this.form = h('form.typed', {onsubmit: (/** @type {Event} */ event) => this.typed(event)}, this.input, button);
    this.form.addEventListener('focusout', () => setTimeout(() => this.turn || this.show(null, undefined)));
    this.typing = h('details.typing', {}, h('summary', {}, t('type-instead')), this.form);
    this.element = h('section.moves', {'aria-label': t('your-moves')}, this.body, this.error);
    this.listening = new AbortController();
    const {signal} = this.listening;
    document.addEventListener('keydown', (event) => this.key(event), {signal});
  }

  /**
   * Shows a turn; null: none is open.
   *
   * @param {Turn | null} turn
   * @param {((move: string | Range) => boolean) | undefined} leftOut the drawing offers it
   */
  show(turn, leftOut) {
    if (turn?.number === this.turn?.number && turn !== null) return;
    if (this.body.contains(document.activeElement)) {
      this.had = true;
      this.focused = /** @type {HTMLElement} */ (document.activeElement);
    }
    this.turn = turn;
    this.error.textContent = '';
    if (turn) this.sent = '';
    arrange(this.body, turn ? this.asked(turn, leftOut) : this.idle());
    this.keyed = turn ? this.last.keyed : [];
    this.element.hidden = !this.body.children.length;
    this.element.classList.toggle('open', Boolean(turn));
    this.element.classList.toggle('slim', this.slim);
    if (!turn || this.element.hidden) return;
    // Who plays by keys goes on where the last turn was answered.
    if (this.had && document.activeElement === document.body) this.focus();
    this.had = false;
    this.focused = null;
  }

  focus() {
    const stays = this.focused && this.body.contains(this.focused) ? this.focused : null;
    (stays ?? /** @type {HTMLElement | null} */ (this.body.querySelector('button, input')))?.focus();
  }

  /**
   * What a turn asks for.  Somebody offers something, or a plan ends: then it is asked for
   * once more, and an amount that was set by then stays so.
   *
   * @param {Turn} turn
   * @param {((move: string | Range) => boolean) | undefined} leftOut
   */
  asked(turn, leftOut) {
    const elsewhere = turn.choice.moves.map((move) => leftOut?.(move) ?? false);
    const key = JSON.stringify([turn.view, turn.choice.moves, turn.choice.hints, elsewhere]);
    if (key !== this.last.key || isTypedIn(this.form)) {
      this.keyed = [];
      const parts = this.contents(turn, leftOut);
      this.last = {key, parts, keyed: this.keyed, slim: this.slim};
    }
    this.slim = this.last.slim;
    return this.last.parts;
  }

  /** All have chosen, so nothing is sealed any longer. */
  opened() {
    if (!this.sent) return;
    this.sent = '';
    if (!this.turn) this.show(null, undefined);
  }

  /** What is shown while others are waited for: a sealed move, and what somebody types. */
  idle() {
    const sent = this.sent && h('p.sealed', {}, lock(), this.t('sealed-sent', {move: worded(this.t, this.sent)}));
    const typed = isTypedIn(this.form) && this.written();
    return [...(sent ? [sent] : []), ...(typed ? [typed] : [])];
  }

  /** The place to type a move, as it stands in the panel now. */
  written() {
    return this.typing.contains(this.form) ? this.typing : this.form;
  }

  /**
   * @param {Turn} turn
   * @param {((move: string | Range) => boolean) | undefined} leftOut
   */
  contents({view, choice}, leftOut) {
    const {t} = this;
    const {single, groups, amounts} = ordered(choice, leftOut);
    const parts = [];
    const here = single.length + amounts.length + groups.flatMap(({moves}) => moves).length;
    const elsewhere = choice.moves.length > here;
    this.slim = elsewhere && !amounts.length && !groups.length && single.length <= 4;
    if (isSealed(view)) parts.push(h('p.sealed', {}, lock(), t('sealed')));
    if (choice.placement && !elsewhere) {
      const hint = choice.hints.map(({sentence}) => sentence ?? '').join(' ');
      parts.push(h('p.help', {}, hint));
      for (const {range} of amounts) parts.push(placementRow(range, {t, move: this.make}));
    } else {
      if (single.length) parts.push(h('div.move-row', {}, single.map((one) => this.button(one))));
      const making = {t, move: this.make};
      if (amounts.length > 2) parts.push(amountsForm(amounts, making));
      else parts.push(...amounts.map((one) => amountRow(one, making)));
    }
    const few = groups.length <= 2 && groups.every(({moves}) => moves.length <= 14);
    for (const {name, moves} of groups) parts.push(this.group(name, moves, few));
    if (elsewhere && !here) parts.push(h('p.help', {}, t('move-on-table')));
    const seldom = !choice.placement && choice.moves.length < 3;
    const open = Boolean(choice.placement) && !elsewhere;
    const typed = isTypedIn(this.form);
    if (!typed && open) this.form.remove();
    else if (!typed) this.typing.append(this.form);
    if (!seldom || typed) parts.push(this.written());
    return parts;
  }

  /** @param {Shown} shown */
  button(shown) {
    const {move, verb, faces, rest} = shown;
    const number = this.keyed.length + 1;
    const key = number <= 9 ? h('kbd', {'aria-hidden': 'true'}, number) : null;
    const words = [worded(this.t, verb), ...faces.map((face) => cardInText(face, this.t)), rest];
    const letter = this.turn && moveOfLetter(move[0], this.turn.choice) === move ? move[0] : '';
    const keys = [number <= 9 ? String(number) : '', letter].filter(Boolean).join(' ');
    const shortcut = keys ? {'aria-keyshortcuts': keys} : {};
    const element = h(
      'button.move',
      {type: 'button', data: {move}, ...shortcut, onclick: () => this.make(move)},
      outlineOf(move),
      h('span.move-words', {}, ...words.flatMap((word) => (word ? [word, ' '] : []))),
      key,
    );
    this.keyed.push(element);
    return element;
  }

  /**
   * @param {string} name
   * @param {Shown[]} moves
   * @param {boolean} open
   */
  group(name, moves, open) {
    const buttons = h('div.move-row.many', {}, moves.map((one) => this.button(one)));
    if (open) return buttons;
    const title = this.t('moves-of', {name: name || this.t('moves'), count: moves.length});
    return h('details.move-group', {}, h('summary', {}, title), buttons);
  }

  /** Makes the move that was typed. @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const {input, turn} = this;
    if (!input.value.trim() || !turn) return;
    await submit(input, (typed) => this.make(understood(typed, turn.choice, this.t('piece-letters'))));
  }

  /**
   * Makes a move; returns whether it was made.
   *
   * @param {string} move
   * @returns {Promise<boolean>}
   */
  make = async (move) => {
    if (this.busy || !this.turn) return false;
    const {number, view} = this.turn;
    this.busy = true;
    this.error.textContent = '';
    this.element.setAttribute('aria-busy', 'true');
    // Until there is an answer another click would do nothing, and each button says so.
    const others = [...this.body.querySelectorAll('button')];
    for (const button of others) button.setAttribute('aria-disabled', 'true');
    try {
      this.sent = isSealed(view) ? move : '';
      await this.move(move);
      return true;
    } catch (refused) {
      this.sent = '';
      if (this.turn?.number === number) this.refuse(refused);
      return false;
    } finally {
      this.busy = false;
      this.element.removeAttribute('aria-busy');
      for (const button of others) button.removeAttribute('aria-disabled');
      if (!this.turn) this.show(null, undefined);
    }
  };

  /** @param {unknown} refused */
  refuse(refused) {
    const text = refused instanceof Error ? refused.message : String(refused);
    this.error.textContent = text === 'unconfirmed' ? '' : text;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement | null} */ (event.target);
    if (target?.closest('input, textarea, select, dialog')) return;
    if (!this.turn || this.element.hidden || this.element.closest('[inert]')) return;
    const move = target?.closest('.stage, .moves') ? moveOfLetter(event.key, this.turn.choice) : null;
    if (move !== null) {
      event.preventDefault();
      if (typeof move === 'string') void this.make(move);
      else /** @type {HTMLElement | null} */ (this.body.querySelector('form.amount .amount-number'))?.focus();
      return;
    }
    const button = /^[1-9]$/.test(event.key) ? this.keyed[Number(event.key) - 1] : null;
    if (!button) return;
    event.preventDefault();
    button.closest('details')?.setAttribute('open', '');
    button.click();
  }

  destroy() {
    this.listening.abort();
  }
}

function lock() {
  return h('span.lock', {'aria-hidden': 'true'});
}
