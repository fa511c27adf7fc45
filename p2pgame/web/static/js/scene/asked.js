// Asks for a number below a table: one button each; or of dice, first which, then how many.

import {h} from '/static/js/dom.js';
import {die} from '/static/js/pieces/dice.js';
import {adopt} from '/static/js/pieces/style.js';
import {worded} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').NumberAsked} NumberAsked */

adopt(`
.scene-numbers { display: flex; flex-wrap: wrap; gap: 0.3rem; align-items: center; justify-content: center; }
.scene-numbers button { min-width: 2.75rem; min-height: 2.75rem; padding: 0.2rem 0.5rem; }
.scene-numbers output { min-width: 2ch; font-size: 1.3rem; font-weight: 700; text-align: center; }
.scene-numbers .die { width: 2.1rem; height: 2.1rem; vertical-align: middle; }
.scene-numbers .primary .die { width: 1.5rem; height: 1.5rem; font-size: 0.9rem; }
.scene-numbers [aria-pressed='true'] { outline: 3px solid var(--turn-edge, #b26a00); outline-offset: 1px; }
`);

/** What a scene asks for; what was begun stays when it is asked for once more. */
export class Asked {
  /**
   * @param {Words} t
   * @param {(move: string) => void} make
   */
  constructor(t, make) {
    this.t = t;
    this.make = make;
    this.of = '';
    /** @type {HTMLElement[]} */
    this.shown = [];
  }

  /**
   * @param {readonly NumberAsked[]} asked
   * @param {readonly (string | Range)[]} moves
   */
  show(asked, moves) {
    const of = JSON.stringify([asked, moves]);
    if (of !== this.of) {
      const words = asked.flatMap(({words = []}) => words).filter((word) => moves.includes(word));
      const buttons = words.map((word) => this.button(word, worded(this.t, word)));
      this.shown = asked[0].die ? this.dice(asked, moves, buttons) : this.numbers(asked[0], moves, buttons);
      this.of = of;
    }
    return this.shown;
  }

  /**
   * @param {string} move
   * @param {string | number} text
   */
  button(move, text) {
    return h('button', {type: 'button', onclick: () => this.make(move)}, text);
  }

  /**
   * @param {NumberAsked} asked
   * @param {readonly (string | Range)[]} moves
   * @param {HTMLElement[]} buttons
   */
  numbers({verb, ask}, moves, buttons) {
    for (const {low, high} of rangesOf(verb, moves)) {
      for (let n = Number(low); n <= Number(high); n += 1) buttons.push(this.button(`${verb} ${n}`, n));
    }
    const label = ask.sentence ?? '';
    return [h('span', {}, label), h('div.scene-numbers', {role: 'group', 'aria-label': label}, buttons)];
  }

  /**
   * @param {readonly NumberAsked[]} asked
   * @param {readonly (string | Range)[]} moves
   * @param {HTMLElement[]} buttons
   */
  dice(asked, moves, buttons) {
    const {t} = this;
    const label = asked[0].ask.sentence ?? '';
    const faces = asked.flatMap(({verb, die: face = ''}) =>
      rangesOf(verb, moves).map(({low, high}) => ({verb, face: Number(face), low: Number(low), high: Number(high)})),
    );
    if (faces.length === 0) return [h('div.scene-numbers', {role: 'group', 'aria-label': label}, buttons)];
    const least = Math.min(...faces.map(({low}) => low));
    let chosen = faces.find(({low}) => low === least) ?? faces[0];
    let number = chosen.low;
    const output = h('output', {'aria-live': 'polite'});
    const send = h('button.primary', {type: 'button', onclick: () => this.make(`${chosen.verb} ${number}`)});
    const dice = faces.map((one) =>
      h('button', {type: 'button', 'aria-label': worded(t, one.verb), onclick: () => set(one, number)}, die(one.face, {label: ''})),
    );
    const set = (/** @type {typeof chosen} */ one, /** @type {number} */ wanted) => {
      chosen = one;
      number = Math.min(one.high, Math.max(one.low, wanted));
      output.textContent = String(number);
      send.setAttribute('aria-label', `${label} ${number} × ${worded(t, one.verb)}`);
      send.replaceChildren(`${label} ${number} × `, die(one.face, {label: ''}));
      dice.forEach((button, n) => button.setAttribute('aria-pressed', String(faces[n] === one)));
    };
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ name) =>
      h('button', {type: 'button', 'aria-label': name, onclick: () => set(chosen, number + by)}, sign);
    const count = [step(-1, '−', t('scene-fewer')), output, step(1, '+', t('scene-more'))];
    set(chosen, number);
    return [h('div.scene-numbers', {role: 'group', 'aria-label': label}, dice), h('div.scene-numbers', {}, count, send, buttons)];
  }
}

/**
 * @param {string} verb
 * @param {readonly (string | Range)[]} moves
 */
function rangesOf(verb, moves) {
  return moves.flatMap((move) => (typeof move !== 'string' && move.verb === verb ? [move] : []));
}
