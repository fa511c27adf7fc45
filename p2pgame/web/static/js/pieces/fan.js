// A player's own hand: cards side by side, overlapping as much as the room asks for.  Those
// that may be played are marked; others can be tried, and the rules say why not.

import {h} from '/static/js/dom.js';
import {compareFaces} from '/static/js/pieces/cards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {adopt} from '/static/js/pieces/style.js';

adopt(`
.fan-room { container: fan / inline-size; width: 100%; max-width: 68rem; margin: 0 auto; }
.fan {
  --card-width: 4.4rem;
  --shown: calc((100cqw - var(--card-width) - 1rem) / max(1, var(--cards) - 1));
  display: flex;
  justify-content: center;
  min-height: calc(var(--card-width) * 1.62);
  padding: calc(var(--card-width) * 0.22) 0.5rem 0;
}
.fan > .card + .card { margin-left: min(0.3rem, calc(var(--shown) - var(--card-width))); }
.fan > .card.refused .card-inner { filter: brightness(0.78); box-shadow: none; border-color: var(--card-edge); }
.fan > .card.refused { cursor: help; }
@container fan (width < 40rem) {
  .fan.tiles { --card-width: 2.5rem; flex-wrap: wrap; gap: 0.35rem; }
  .fan.tiles > .card + .card { margin-left: 0; }
  .fan { --card-width: 3.3rem; }
  .fan .card-corner { font-size: calc(var(--card-width) * 0.3); left: 4%; }
}
`);

/** @typedef {import('/static/js/pieces/cards.js').Cards} Cards */

const CARD = /^[2-9TJQKA][cdhs]$/;

export class Fan {
  /**
   * @param {Cards} cards
   * @param {string} label
   */
  constructor(cards, label) {
    this.cards = cards;
    this.hand = h('div.fan', {role: 'group', 'aria-label': label});
    this.element = h('div.fan-room', {}, this.hand);
    this.hand.addEventListener('keydown', (event) => this.step(event));
  }

  /**
   * @param {object} look
   * @param {readonly number[]} look.slots
   * @param {Record<string, string>} look.faces
   * @param {((slot: number) => void) | null} [look.act] what a click does; null: nothing
   * @param {(slot: number) => boolean} [look.can] whether the rules let a card be played
   * @param {ReadonlySet<number>} [look.chosen] where cards are chosen before they are played
   */
  show({slots, faces, act = null, can = () => true, chosen}) {
    const sorted = [...slots].sort((a, b) => compareFaces(faces[a], faces[b]) || a - b);
    this.hand.style.setProperty('--cards', String(sorted.length));
    // A tile has its sign in the middle, where another one would lie on it.
    this.hand.classList.toggle('tiles', sorted.some((slot) => faces[slot] && !CARD.test(faces[slot])));
    const cards = sorted.map((slot) => {
      const card = this.cards.at({
        slot,
        face: faces[slot] ?? null,
        act: act && (() => act(slot)),
        chosen: chosen?.has(slot),
      });
      const refused = Boolean(act) && !can(slot);
      card.classList.toggle('refused', refused);
      if (refused) card.setAttribute('aria-disabled', 'true');
      else card.removeAttribute('aria-disabled');
      return card;
    });
    this.element.hidden = !cards.length;
    arrange(this.hand, cards);
  }

  /**
   * Arrows go from card to card.
   *
   * @param {KeyboardEvent} event
   */
  step(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    const cards = /** @type {HTMLElement[]} */ ([...this.hand.children]);
    const at = cards.indexOf(/** @type {HTMLElement} */ (event.target));
    if (!by || at < 0) return;
    cards[(at + by + cards.length) % cards.length].focus();
    event.preventDefault();
  }
}
