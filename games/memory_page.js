// Draws memory: cards in a grid, to be opened by clicks or keys, and who has won which.

import {fill, h} from '/static/js/dom.js';
import {Cards} from '/static/js/pieces/cards.js';
import {arrange} from '/static/js/pieces/layout.js';
import {glide} from '/static/js/pieces/motion.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const STEPS = /** @type {Record<string, number>} */ ({ArrowLeft: -1, ArrowRight: 1});

const WORDS = {
  en: `
memory-down = Card { $number }, face down
memory-open = Card { $number }: { $face }
memory-taken = Place { $number }, empty
memory-pairs = { $name }: { $pairs ->
    [one] one pair
   *[other] { $pairs } pairs
  }
memory-grid = The cards
memory-hide = Turn them over
`,
  de: `
memory-down = Karte { $number }, verdeckt
memory-open = Karte { $number }: { $face }
memory-taken = Platz { $number }, leer
memory-pairs = { $name }: { $pairs ->
    [one] ein Paar
   *[other] { $pairs } Paare
  }
memory-grid = Die Karten
memory-hide = Umdrehen
`,
};

const STYLE = `
.memory { display: grid; gap: 0.8rem; justify-items: center; width: 100%; }
.memory-grid { display: grid; grid-template-columns: repeat(var(--across), minmax(2.75rem, 4.4rem)); gap: 0.4rem; justify-content: center; width: 100%; }
.memory-grid .card { width: 100%; --card-width: 4.4rem; }
.memory-empty { aspect-ratio: 5 / 7; border: 1px dashed var(--card-edge); border-radius: 0.4rem; }
.memory-won { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; justify-content: center; }
.memory-won section { display: grid; gap: 0.3rem; }
.memory-won .to-move { border-bottom: 3px solid var(--accent, var(--board-can)); justify-self: start; }
.memory-pile { display: flex; --card-width: 1.6rem; font-size: 0.5rem; flex-wrap: wrap; }
`;

/**
 * How many columns a number of cards has: rows are full if they can be.
 *
 * @param {number} count
 * @param {boolean} narrow
 */
export function columns(count, narrow) {
  const usual = Math.max(2, Math.min(count, Math.ceil(Math.sqrt(count * (narrow ? 0.9 : 1.7)))));
  const full = [usual, usual + 1, usual - 1].find((across) => across > 1 && count % across === 0);
  return narrow && full && full > 6 ? usual : (full ?? usual);
}

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new Memory(table);
}

class Memory {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.cards = new Cards(table.t);
    this.grid = h('div.memory-grid', {role: 'group', 'aria-label': table.t('memory-grid')});
    this.grid.addEventListener('keydown', (event) => this.walk(event));
    this.hide = h('button', {type: 'button', onclick: () => this.send('hide')}, table.t('memory-hide'));
    this.won = table.names.map(() => ({
      title: h('strong'),
      pile: h('div.memory-pile'),
    }));
    const sections = this.won.map(({title, pile}) => h('section', {}, title, pile));
    this.showsPlayers = true;
    this.element = h('div.memory', {}, this.grid, this.hide, h('div.memory-won', {}, sections));
    this.across = 5;
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' && (/^\d+$/.test(move) || move === 'hide');
  }

  /** @param {Frame} frame */
  async show({view, choice, animate}) {
    const moves = new Set(/** @type {string[]} */ (choice?.moves ?? []));
    const {hidden, open, won, player} = view.state;
    const faceOf = new Map(
      (view.zones ?? []).flatMap((zone) =>
        (zone.slots ?? []).map((slot, n) => /** @type {[number, string | null]} */ ([slot, zone.faces?.[n] ?? null])),
      ),
    );
    const face = (/** @type {number} */ slot) => view.faces[slot] ?? faceOf.get(slot) ?? null;
    const count = hidden.places.length;
    this.across = columns(count, innerWidth < 600);
    await glide(
      this.element,
      () => {
        this.grid.style.setProperty('--across', String(this.across));
        const places = hidden.places.map((/** @type {number} */ down, /** @type {number} */ n) => {
          const slot = down >= 0 ? down : open.places[n];
          return this.place(slot, n + 1, down >= 0 ? null : face(slot), moves.has(String(n + 1)));
        });
        arrange(this.grid, places);
        this.hide.hidden = !moves.has('hide');
        this.won.forEach(({title, pile}, seat) => {
          const slots = /** @type {number[]} */ (won[seat].places);
          fill(title, this.table.t('memory-pairs', {name: this.table.names[seat], pairs: slots.length / 2}));
          title.className = view.turn !== 'over' && player === seat ? 'to-move' : '';
          arrange(pile, slots.map((slot) => this.cards.at({slot, face: face(slot) ?? '?'})));
        });
      },
      {animate},
    );
  }

  /**
   * @param {number | undefined} slot
   * @param {number} number
   * @param {string | null} face
   * @param {boolean} can
   */
  place(slot, number, face, can) {
    const {t} = this.table;
    if (slot === undefined || slot < 0) {
      return h('div.memory-empty', {role: 'img', 'aria-label': t('memory-taken', {number})});
    }
    const label = face ? t('memory-open', {number, face}) : t('memory-down', {number});
    return this.cards.at({slot, face, label, act: can ? () => this.send(String(number)) : null});
  }

  /** Arrows go from card to card. @param {KeyboardEvent} event */
  walk(event) {
    const step = STEPS[event.key] ?? (event.key === 'ArrowUp' ? -this.across : event.key === 'ArrowDown' ? this.across : 0);
    const cards = [...this.grid.children];
    const at = cards.indexOf(/** @type {Element} */ (event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    for (let to = at + step; to >= 0 && to < cards.length; to += step) {
      const card = /** @type {HTMLElement} */ (cards[to]);
      if (card.tabIndex < 0) continue;
      card.focus();
      return;
    }
  }

  /** @param {string} move */
  send(move) {
    this.table.move(move).catch((error) => this.table.say(error.message));
  }
}
