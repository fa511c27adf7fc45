// The drawing of any game from its view alone: zones as hands, rows and stacks, grids as
// boards, graphs, dice, chips, and the game's own text with the players' names.

import {h} from '/static/js/dom.js';
import {isolated} from '/static/js/isolates.js';
import {Cards, cardInText, compareFaces, readFace} from '/static/js/pieces/cards.js';
import {chips, showChips} from '/static/js/pieces/chips.js';
import {die, pipsOf} from '/static/js/pieces/dice.js';
import {arrange, kept} from '/static/js/pieces/layout.js';
import {glide} from '/static/js/pieces/motion.js';
import {stateChips, stateGraphs} from '/static/js/table/counts.js';
import {GraphBoard} from '/static/js/table/graphs.js';
import {GridBoard} from '/static/js/table/grids.js';
import {inCards} from '/static/js/table/lines.js';
import {read} from '/static/js/table/moves.js';
import {blocks, flowing, named, stateGrids} from '/static/js/table/readable.js';
import {lastOf, places, slotMoves} from '/static/js/table/zones.js';

/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/types.js').View} View */
/** @typedef {import('/static/js/table/zones.js').Place} Place */

/** Zones whose components are dice. */
const DICE = /\b(cup|dice|die|rolls?)\b/;

/**
 * @param {Table} table
 * @returns {import('/static/js/types.js').Drawing}
 */
export function create(table) {
  return new Generic(table);
}

class Generic {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.cards = new Cards(table.t);
    this.element = h('div.generic');
    this.others = h('div.generic-others');
    this.middle = h('div.generic-middle');
    this.boards = h('div.generic-boards');
    this.chips = h('div.generic-chips');
    this.own = h('div.generic-own');
    this.action = h('div.generic-action', {role: 'group', 'aria-label': table.t('selection')});
    this.words = h('div.generic-words');
    this.element.append(
      ...[this.others, this.boards, this.middle, this.chips, this.own, this.action, this.words],
    );
    this.zone = kept((/** @type {string} */ _name) => this.emptyZone());
    this.grid = kept((/** @type {string} */ _key) => {
      const label = table.t('board');
      const board = new GridBoard(label, (moves) => this.propose(moves));
      this.gridBoards.set(board.element, board);
      return board.element;
    });
    /** @type {Map<Element, GridBoard>} */
    this.gridBoards = new Map();
    /** @type {GraphBoard[]} */
    this.graphs = [];
    this.pile = kept((/** @type {string} */ key) => chips(0, {label: '', key: `chips ${key}`}));
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {Set<number>} */
    this.chosen = new Set();
    /** @type {Set<number>} */
    this.held = new Set();
    /** @type {Set<string>} */
    this.offered = new Set();
    /** @type {ReturnType<typeof slotMoves>} */
    this.bySlots = {moves: [], slots: new Set(), most: 0};
    /** @type {string[]} */
    this.proposed = [];
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.chosen.size) this.clear();
    });
  }

  /** @param {string | object} move */
  offers(move) {
    return typeof move === 'string' && this.offered.has(move);
  }

  /** @param {Frame} frame */
  show(frame) {
    this.frame = frame;
    this.prepare(frame);
    return glide(this.element, () => this.draw(frame), {animate: frame.animate && !!frame.before});
  }

  /** @param {Frame} frame */
  prepare({view, choice}) {
    const all = places(view, this.table.names.length);
    const visible = all.filter(({kind}) => kind !== 'stack');
    const slots = new Set(visible.flatMap(({cards}) => cards.map(({slot}) => slot)));
    const {isOfSlots = () => true} = this.table;
    const moves = (choice?.moves ?? []).filter((move) => typeof move === 'string' && isOfSlots(move));
    this.bySlots = slotMoves(moves, slots);
    const own = all.filter((place) => place.own);
    this.held = new Set(own.flatMap(({cards}) => cards.map(({slot}) => slot)));
    this.offered = new Set(this.bySlots.moves.map(({move}) => move));
    this.keep(choice, choice ? this.bySlots.slots : slots);
  }

  /**
   * What was picked stays so: until there is something to choose again, if it is there
   * still, then if it can be picked.
   *
   * @param {Frame['choice']} choice
   * @param {ReadonlySet<number>} slots
   */
  keep(choice, slots) {
    const kept = [...this.chosen].filter((slot) => slots.has(slot));
    this.chosen = new Set(choice && kept.length > this.bySlots.most ? [] : kept);
    if (choice && !this.proposed.every((move) => choice.moves.includes(move))) this.proposed = [];
  }

  /** @param {Frame} frame */
  draw({view, choice}) {
    const all = places(view, this.table.names.length);
    const zones = (/** @type {Place[]} */ some) => some.map((place) => this.drawZone(place));
    const others = all.filter(({seat, own, length}) => seat !== null && !own && length);
    arrange(this.others, zones(others));
    arrange(this.middle, zones(all.filter(({seat}) => seat === null)));
    arrange(this.own, zones(all.filter(({own, length}) => own && length)));
    this.drawText(view, choice);
    const told = stateChips(view.state, this.table.names.length, view.scores ?? []);
    arrange(this.chips, told.map((one) => this.drawChips(one)));
    this.drawAction();
  }

  /** @param {import('/static/js/table/counts.js').Chips} one */
  drawChips({name, seats, all}) {
    const {names, t} = this.table;
    if (!all) return null;
    const pile = (/** @type {number} */ amount, /** @type {number | null} */ seat) => {
      if (!amount) return null;
      const element = this.pile(`${name} ${seat ?? ''}`);
      const label = t('chips-of', {count: amount});
      showChips(element, amount, seat === null ? label : `${isolated(names[seat])}: ${label}`);
      return h('div', {}, seat !== null && h('span', {'aria-hidden': 'true'}, names[seat]), element);
    };
    const piles = seats ? seats.map(pile) : [pile(all, null)];
    return h('section.zone', {'aria-label': name}, h('h2.small-head.zone-name', {}, name), h('div.zone-chips', {}, piles));
  }

  emptyZone() {
    return h('section.zone', {}, h('h2.small-head.zone-name'), h('div.zone-cards'));
  }

  /** @param {Place} place */
  drawZone(place) {
    const {names, t} = this.table;
    const element = this.zone(place.name);
    const title = named(place.name, names).replace(/ (\d+)$/, (whole, seat) =>
      place.seat === null ? whole : ` (${isolated(names[Number(seat)])})`,
    );
    element.className = `zone ${place.kind}-zone${place.own ? ' own' : ''}`;
    const some = `${title}: ${t(place.length ? 'zone-some' : 'zone-none')}`;
    const counted = t('stack-of-cards', {name: title, count: place.length});
    element.setAttribute('aria-label', place.kind === 'some' ? some : counted);
    const [heading, inside] = /** @type {any} */ (element.children);
    const told = {count: `${title}: ${place.length}`, some};
    heading.textContent = told[/** @type {'count' | 'some'} */ (place.kind)] ?? title;
    const cards = [...place.cards];
    if (place.own) cards.sort((a, b) => compareFaces(a.face, b.face));
    const playing = cards.every(({face}) => !face || readFace(face));
    inside.className = `zone-cards ${place.kind === 'hand' ? 'hand' : 'cards-row'}`;
    inside.classList.toggle('loose', !playing || place.cards.length < 5);
    if (place.kind === 'stack') {
      const slots = cards.map(({slot}) => slot);
      const label = t('stack-of-cards', {name: title, count: place.length});
      arrange(inside, [this.cards.stack({name: place.name, slots, label})]);
      return element;
    }
    if (DICE.test(place.name)) {
      inside.className = 'zone-dice';
      arrange(inside, cards.map((one) => this.drawDie(one)));
      return element;
    }
    inside.dataset.slots = cards
      .slice(0, -16)
      .map(({slot}) => slot)
      .join(' ');
    arrange(
      inside,
      (place.seat === null ? lastOf(cards) : cards).map((card) => this.drawCard(card)),
    );
    return element;
  }

  /** @param {{slot: number, face: string | null}} one */
  drawDie({slot, face}) {
    const {t} = this.table;
    const value = pipsOf(face);
    const label = value === null ? t('die-hidden') : t('die-shows', {value});
    return die(value, {label, key: `die ${slot}`});
  }

  /** @param {{slot: number, face: string | null}} card */
  drawCard({slot, face}) {
    const can = this.bySlots.slots.has(slot);
    return this.cards.at({
      slot,
      face,
      act: can ? () => this.pick(slot) : null,
      chosen: this.chosen.has(slot),
      dim: this.bySlots.slots.size > 0 && !can && this.held.has(slot),
    });
  }

  /** A card was picked: it is the move, or one of several. @param {number} slot */
  pick(slot) {
    const {moves, most} = this.bySlots;
    const alone = moves.filter((one) => one.slots.length === 1 && one.slots[0] === slot);
    if (most === 1 && alone.length === 1) return this.propose([alone[0].move]);
    if (this.chosen.has(slot)) this.chosen.delete(slot);
    else {
      if (most === 1) this.chosen.clear();
      if (this.chosen.size < most) this.chosen.add(slot);
      else this.table.say(this.table.t('selection-full', {count: most}));
    }
    this.redraw();
  }

  clear() {
    this.chosen.clear();
    this.proposed = [];
    this.redraw();
  }

  redraw() {
    if (this.frame) void glide(this.element, () => this.frame && this.draw(this.frame), {animate: false});
  }

  /** @param {string[]} moves one is made, of several one is chosen */
  propose(moves) {
    if (moves.length === 1) {
      this.chosen.clear();
      this.proposed = [];
      this.table.move(moves[0]).catch(() => this.clear());
      return;
    }
    this.proposed = moves;
    this.drawAction();
    /** @type {HTMLElement | null} */ (this.action.querySelector('button'))?.focus();
  }

  drawAction() {
    const {t} = this.table;
    this.action.hidden = !this.frame?.choice;
    if (this.action.hidden) return;
    const chosen = [...this.chosen].sort((a, b) => a - b).join(' ');
    const matching = chosen
      ? this.bySlots.moves.filter(({slots}) => slots.join(' ') === chosen).map(({move}) => move)
      : this.proposed;
    const {most} = this.bySlots;
    const parts = matching.map((move) => this.moveButton(move));
    if (most > 1) {
      const count = h('span.count', {}, t('selection-count', {count: this.chosen.size, most}));
      parts.unshift(count);
    }
    if (this.chosen.size || this.proposed.length) {
      parts.push(h('button.quiet', {type: 'button', onclick: () => this.clear()}, t('clear')));
    }
    this.action.hidden = !parts.length;
    this.action.replaceChildren(...parts);
  }

  /** @param {string} move */
  moveButton(move) {
    const {choice} = /** @type {Frame} */ (this.frame);
    const hint = choice?.hints[choice.moves.indexOf(move)]?.sentence ?? '';
    const {verb, faces, rest} = read(move, hint);
    const content = faces.map((face) => cardInText(face, this.table.t));
    return h(
      'button.primary',
      {type: 'button', onclick: () => this.propose([move])},
      ...[verb, ...content, rest].flatMap((part) => (part ? [part, ' '] : [])),
    );
  }

  /**
   * @param {View} view
   * @param {Frame['choice']} choice
   */
  drawText(view, choice) {
    const {names} = this.table;
    const read = blocks(view.text);
    let grids = read.flatMap((block) => ('grids' in block ? block.grids : []));
    if (!grids.length) grids = stateGrids(view.state).map(({grid}) => grid);
    const moves = (choice?.moves ?? []).filter((move) => typeof move === 'string');
    const pickable = grids.length === 1 ? /** @type {string[]} */ (moves) : [];
    const shown = grids.map((grid, at) => {
      const element = this.grid(String(at));
      const offered = this.gridBoards.get(element)?.show(grid, pickable);
      for (const move of offered ?? []) this.offered.add(move);
      return element;
    });
    const graphs = stateGraphs(view.state).map((graph, at) => {
      this.graphs[at] ??= new GraphBoard(this.table.t, (moves) => this.propose(moves));
      for (const move of this.graphs[at].show(graph, /** @type {string[]} */ (moves))) this.offered.add(move);
      return this.graphs[at].element;
    });
    shown.push(...graphs);
    arrange(this.boards, shown);
    this.words.classList.toggle('alone', !shown.length && !(view.zones ?? []).length);
    const lines = read.flatMap((block) => {
      if ('plain' in block) return [h('pre.generic-plain', {}, block.plain)];
      return 'line' in block ? [h('p', {}, ...inCards(named(flowing(block.line), names), this.table.t))] : [];
    });
    this.words.replaceChildren(...lines);
  }
}
