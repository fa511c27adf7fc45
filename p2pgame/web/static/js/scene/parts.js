// What lies between the seats of a scene: cards and dice side by side, stacks, and chips.

import {fill, h} from '/static/js/dom.js';
import {chips, showChips} from '/static/js/pieces/chips.js';
import {die} from '/static/js/pieces/dice.js';
import {arrange, kept} from '/static/js/pieces/layout.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types.js').Words} Words */
/** @typedef {import('/static/js/protocol.js').Card} Card */
/** @typedef {import('/static/js/protocol.js').Chips} Chips */
/** @typedef {import('/static/js/protocol.js').Spread} Spread */
/** @typedef {import('/static/js/protocol.js').Stack} Stack */
/** @typedef {import('/static/js/pieces/cards.js').Cards} Cards */
/** Makes a move; null: it may not be made now. @typedef {(move: string | undefined) => (() => void) | null} Doing */

adopt(`
.scene-middle { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: end; justify-content: center; --card-width: 3.6rem; }
.scene-part { display: flex; flex-direction: column; gap: 0.15rem; align-items: center; font-size: 0.8rem; }
.scene-spread { display: flex; gap: 0.3rem; align-items: center; justify-content: center; }
.scene-spread.many { flex-wrap: wrap; --card-width: 2.6rem; gap: 0.15rem; max-width: 30rem; }
.scene-middle .card-count { font-size: 0.75rem; }
.scene-part:has(.scene-chips) { flex-direction: row; gap: 0.4rem; width: 100%; justify-content: center; font-size: 1rem; font-weight: 700; }
.scene-chips .chip-amount { display: none; }
.scene-part:has(.die) { flex-direction: row-reverse; gap: 0.5rem; font-size: 1.8rem; font-weight: 700; }
.scene-middle .die { width: 3rem; height: 3rem; border-radius: 0.6rem; font-size: 1.8rem; }
.scene-spread > .card-place { border-width: 1px; opacity: 0.35; }
.scene-bar { display: flex; width: 100%; height: 0.7rem; overflow: hidden; border: 1px solid var(--plate-faint); border-radius: 1rem; background: var(--plate); }
.scene-points { background: #7ee2a8; }
.scene-more { background: repeating-linear-gradient(45deg, var(--turn) 0 4px, #8a5c00 4px 6px); }
@container ring (width < 40rem) {
  .scene-middle { --card-width: 1.95rem; gap: 0.3rem 0.5rem; max-width: 62cqw; }
  .scene-spread { gap: 0.15rem; }
  .scene-part:has(.die) { font-size: 1.3rem; }
  .scene-middle .die { width: 2.2rem; height: 2.2rem; font-size: 1.3rem; }
  .scene-spread.many { --card-width: 1.7rem; max-width: 60cqw; }
}
`);

/** Cards beyond which those of a row are drawn smaller. */
const MANY = 6;

/** The parts of a table; each is one element for as long as it is there. */
export class Parts {
  /**
   * @param {Words} t
   * @param {Cards} cards
   */
  constructor(t, cards) {
    this.t = t;
    this.cards = cards;
    this.element = h('div.scene-middle');
    this.part = kept((/** @type {string} */ _) => h('div.scene-part', {}, h('div'), h('span')));
    this.place = kept((/** @type {number} */ _) => h('span.card-place', {'aria-hidden': 'true'}));
    this.pile = kept((/** @type {string} */ key) => chips(0, {label: '', key: `chips ${key}`}));
  }

  /**
   * @param {readonly (Spread | Stack | Chips)[]} parts
   * @param {Doing} does
   */
  show(parts, does) {
    arrange(this.element, parts.map((part, n) => {
      const element = this.part(`${part.part} ${n}`);
      const [inside, label] = /** @type {HTMLElement[]} */ ([...element.children]);
      label.textContent = part.label.sentence ?? '';
      inside.className = `scene-${part.part}`;
      if (part.part === 'chips') {
        arrange(inside, [this.chips(String(n), part.amount)]);
      } else if (part.part === 'stack') {
        const words = this.t(label.textContent ? 'stack-of-cards' : 'cards-face-down', {name: label.textContent, count: part.count});
        const slots = part.slots?.length ? part.slots : Array.from({length: part.count}, (_, k) => `${n} ${k}`);
        arrange(inside, [this.cards.stack({name: `part ${n}`, slots, label: words, act: does(part.move)})]);
      } else {
        inside.classList.toggle('many', part.cards.length > MANY);
        inside.setAttribute('role', 'group');
        inside.setAttribute('aria-label', (part.aloud ?? part.label).sentence ?? '');
        arrange(inside, part.cards.map((card) => this.card(card, does)));
      }
      return element;
    }));
  }

  /**
   * @param {string} key
   * @param {number} amount
   */
  chips(key, amount) {
    const pile = this.pile(key);
    showChips(pile, amount, this.t('chips-of', {count: amount}));
    return pile;
  }

  /**
   * A card or a die.
   *
   * @param {Card} card
   * @param {Doing} [does]
   */
  card({slot, face = null, tone = '', move, die: isDie}, does = () => null) {
    if (face === '') return this.place(slot);
    if (isDie) {
      const label = face === null ? this.t('die-hidden') : this.t('die-shows', {value: face});
      return die(face === null ? null : Number(face), {label, key: `die ${slot}`, marked: tone === 'strong'});
    }
    const card = this.cards.at({slot, face, act: does(move), dim: tone === 'dim'});
    card.classList.remove('refused');
    card.removeAttribute('aria-disabled');
    card.classList.toggle('best', tone === 'won');
    return card;
  }
}

/** How far somebody has come. @param {import('/static/js/protocol.js').Bar} bar */
export function barOf({points, more, goal}) {
  const part = (/** @type {string} */ kind, /** @type {number} */ of) =>
    h(`span.scene-${kind}`, {style: {width: `${Math.min(100, (100 * of) / goal)}%`}});
  const bar = h('div.scene-bar', {'aria-hidden': 'true'});
  fill(bar, part('points', points), part('more', more));
  return bar;
}
