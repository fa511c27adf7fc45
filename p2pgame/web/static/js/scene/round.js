// A scene with seats around a table: what each has, what is laid before it, and one's own
// hand.  Cards are played, or picked and then given; a number is asked with buttons.

import {fill, h} from '/static/js/dom.js';
import {Cards, nameOfFace, suitSign} from '/static/js/pieces/cards.js';
import {Fan} from '/static/js/pieces/fan.js';
import {arrange} from '/static/js/pieces/layout.js';
import {glide} from '/static/js/pieces/motion.js';
import {Ring} from '/static/js/pieces/ring.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {Asked} from '/static/js/scene/asked.js';
import {Parts, barOf} from '/static/js/scene/parts.js';
import {isSealed} from '/static/js/table/moves.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/types.js').Message} Message */
/** @typedef {import('/static/js/protocol.js').Card} Card */
/** @typedef {import('/static/js/protocol.js').Note} Note */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.tricks { display: flex; flex-direction: column; gap: 0.5rem; width: 100%; }
.tricks-head, .tricks-foot { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; justify-content: center; align-items: center; min-height: 1.6em; text-align: center; }
.tricks-foot { min-height: 3rem; }
.tricks.by-trick .ring-inner { aspect-ratio: auto; height: 26rem; max-width: 52rem; }
.tricks .ring-cards:has(.scene-bar) { width: 100%; min-height: 0; margin-bottom: 0.2rem; }
.trick[hidden] { display: none; }
.trick { display: grid; grid-template-columns: repeat(3, var(--card-width)); grid-template-rows: repeat(3, calc(var(--card-width) * 0.95)); gap: 0 0.3rem; --card-width: 4rem; }
.trick-place { display: grid; place-items: center; }
.trick-place[data-place='0'] { grid-area: 2 / 2 / 4 / 3; align-self: end; }
.trick-place[data-place='1'] { grid-area: 1 / 1 / 4 / 2; }
.trick-place[data-place='2'] { grid-area: 1 / 2 / 2 / 3; align-self: start; }
.trick-place[data-place='3'] { grid-area: 1 / 3 / 4 / 4; }
.tricks-deck { position: absolute; top: 50%; left: 50%; translate: -50% -50%; --card-width: 4rem; }
.tricks-deck .card-count { display: none; }
.tricks .card.best .card-inner { box-shadow: 0 0 0 3px var(--turn); }
.tricks .ring-seat .card-stack { --card-width: 2.4rem; }
.tricks .ring-seat .card-count { top: -0.3rem; right: -0.7rem; bottom: auto; }
.tricks .ring-seat .taken { --card-width: 1.5rem; align-self: center; margin-left: 1rem; }
.tricks .ring-seat.mine .taken { margin: 0; }
.tricks .taken .card-count { display: none; }
.tricks .ring-spot .card-stack { --card-width: 1.7rem; opacity: 0.9; }
.tricks.by-trick .ring-spot[data-place='2'] { margin-top: 0.6rem; }
.tricks .ring-spot { display: flex; gap: 0.2rem; align-items: center; --card-width: 2.2rem; }
.tricks .ring .card.dim .card-inner { filter: brightness(0.66); }
.tricks .ring-spot:has(.outline) { --card-width: 3rem; }
.tricks .ring-seat .die { width: 1.5rem; height: 1.5rem; font-size: 0.9rem; }
.tricks .ring-seat.mine .die { width: 2.2rem; height: 2.2rem; }
.tricks:not(.by-trick) .ring[data-seats='2'] .ring-spot { translate: calc(-50% - 5rem) -50%; }
.tricks button.card-stack { border-radius: 0.4rem; box-shadow: 0 0 0 3px var(--turn); cursor: pointer; }
.tricks .ring-cards > .die + .die { margin-left: 0.15rem; }
.tricks .ring-seat .ring-cards.few > .card + .card { margin-left: calc(var(--card-width) * -0.35); }
@media (width <= 600px) { .tricks-head { font-size: 0.85rem; } }
@container ring (width < 52rem) { .tricks .ring-spot .chip:not(:first-child) { display: none; } }
@container ring (width < 40rem) {
  .tricks .ring-seat .ring-cards.few:has(> .card:nth-child(5)) > .card + .card { margin-left: calc(var(--card-width) * -0.55); }
  .tricks .ring-spot .chip { width: 0.9rem; height: 0.55rem; }
  .tricks.by-trick .ring-inner { height: clamp(20.5rem, 48dvh, 25rem); }
  .tricks .ring-value { font-size: 0.7rem; line-height: 1.3; }
  .tricks .ring-spot:has(.outline) { --card-width: 2.3rem; }
  .tricks .ring-seat .die { width: 1.1rem; height: 1.1rem; font-size: 0.7rem; }
  .tricks .ring-seat.mine .die { width: 1.7rem; height: 1.7rem; }
  .trick { --card-width: 3rem; }
  .tricks .ring-seat .card-stack { --card-width: 1.8rem; }
  .tricks .ring-seat .taken { --card-width: 1.1rem; margin-left: 0.8rem; }
  .tricks.by-trick .ring-spot { top: calc(var(--ny) * 1% + 4rem); }
}
/* What goes on now, on the cloth. */
.scene-said { display: flex; flex-direction: column; gap: 0.2rem; align-items: center; max-width: 20rem; font-size: 1.1rem; text-align: center; }
.scene-said:empty { display: none; }
@container ring (width < 40rem) { .scene-said { max-width: 48cqw; font-size: 0.9rem; } }
.scene-teams { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; justify-content: center; width: 100%; }
.scene-team { padding: 0.1rem 0.7rem; border: 1px solid currentcolor; border-radius: 1rem; }
@media (width <= 600px) { .scene-team { padding-inline: 0.5rem; font-size: 0.78rem; } }
.scene-suit { display: inline-flex; gap: 0.3rem; align-items: center; }
.scene-suit.red-suit { color: var(--suit-h); }
:root[data-theme='dark'] .scene-suit.red-suit { color: #ff9a8f; }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) .scene-suit.red-suit { color: #ff9a8f; } }
/* Nothing is noted of a seat. */
.tricks .ring-value:empty { display: none; }
.tricks .ring-seat.made .ring-value { color: #9be7bd; }
.tricks .ring-seat.missed .ring-value { color: #ffb4ab; }
`);

/** Up to so many cards of another player are drawn, and more are a stack. */
const FEW = 7;

/** Said of what has no label. @type {Message} */
const NOTHING = {type: 'message', id: '', args: {}};

/** Seats around a table, as a layout of scenes. */
export class Round {
  /** @param {Table} table */
  constructor(table) {
    const {t} = table;
    this.table = table;
    this.showsPlayers = true;
    this.cards = new Cards(t);
    this.ring = new Ring(table);
    this.fan = new Fan(this.cards, t('scene-hand'));
    this.head = h('div.tricks-head');
    this.foot = h('div.tricks-foot', {role: 'group', 'aria-label': t('your-move'), 'aria-live': 'polite'});
    this.places = table.names.map((_, seat) => {
      const place = (seat - (table.seat ?? 0) + table.names.length) % table.names.length;
      return h('div.trick-place', {data: {place}});
    });
    this.deck = h('div.tricks-deck');
    this.parts = new Parts(t, this.cards);
    this.asked = new Asked(t, (move) => void this.make(move));
    this.trick = h('div.trick', {role: 'group'}, this.places);
    this.said = h('div.scene-said');
    this.ring.middle.append(this.trick, this.deck, this.parts.element, this.said);
    this.element = h('div.tricks', {}, this.head, this.ring.element, this.foot, this.fan.element);
    this.deal = -1;
    /** The cards that are picked. @type {Set<number>} */
    this.chosen = new Set();
    this.give = h('button.primary', {type: 'button', onclick: () => this.made()});
    /** @type {{frame: Frame, scene: Scene} | null} */
    this.now = null;
    /** The dice that all have seen rolled last, until something else happens. @type {Card[]} */
    this.rolled = [];
  }

  /**
   * @param {Frame} frame
   * @param {Scene} scene
   */
  async show(frame, scene) {
    this.now = {frame, scene};
    const told = frame.messages ?? [];
    if (told.length > 0 || !frame.before) this.rolled = diceTold(told);
    const {deal = 0, pick = null} = scene;
    if (deal !== this.deal) this.cards.clear();
    this.deal = deal;
    if (!pick) this.chosen.clear();
    await glide(this.element, () => this.draw(), {animate: frame.animate});
  }

  draw() {
    if (!this.now) return;
    const {frame, scene} = this.now;
    const {seats, deck = 0, old = false} = scene;
    const {t} = this.table;
    const slots = Array.from({length: deck}, (_, n) => n);
    arrange(this.deck, [deck > 0 && this.cards.stack({name: 'deck', slots, label: t('card-down')})]);
    const between = (scene.parts ?? []).flatMap((part) =>
      part.part === 'spread' || part.part === 'stack' || part.part === 'chips' ? [part] : [],
    );
    if (this.rolled.length > 0) between.push({part: 'spread', label: NOTHING, cards: this.rolled});
    const legal = this.legal();
    const does = (/** @type {string | undefined} */ move) => (move && legal.has(move) ? () => void this.make(move) : null);
    this.parts.show(between, does);
    this.trick.hidden = between.length > 0 || !isTrick(scene);
    this.element.classList.toggle('by-trick', !this.trick.hidden);
    this.drawHead(scene.title ?? []);
    const revealed = isSealed(frame.before) ? movesTold(frame.messages ?? []) : new Map();
    const me = frame.view.seat ?? this.table.seat;
    for (const seat of this.table.names.keys()) this.drawSeat(seats[seat] ?? {}, seat, {mine: seat === me, old, does, did: revealed.get(seat)});
    this.drawHand(me === null || !isPlayed(seats[me]?.hand) ? [] : (seats[me].hand ?? []));
    this.drawFoot();
  }

  /**
   * @param {import('/static/js/protocol.js').SeatShown} shown
   * @param {number} seat
   * @param {object} how
   * @param {boolean} how.mine
   * @param {boolean} how.old
   * @param {import('/static/js/scene/parts.js').Doing} how.does
   * @param {string} [how.did] what it has done in secret, which is open for a moment
   */
  drawSeat(shown, seat, {mine, old, does, did}) {
    const {t} = this.table;
    const {notes = [], hand = [], laid = [], given = [], taken = [], chips = 0, bar = null, out = false} = shown;
    const cards = laid.map((card) => {
      const element = this.parts.card(card, does);
      element.classList.toggle('best', old && card.tone === 'won');
      return element;
    });
    const pile = chips > 0 && this.parts.chips(`of ${seat}`, chips);
    const tile = did !== undefined && this.cards.at({slot: `did ${seat}`, face: did});
    const inFront = !this.trick.hidden ? [] : [...cards, pile, tile];
    if (!this.trick.hidden) arrange(this.places[seat], cards);
    const few = this.trick.hidden && hand.length <= FEW && (hand.length < 3 || hand.some(({face, die}) => face || die));
    const held = mine && isPlayed(hand) ? [] : few ? hand.map((card) => this.parts.card(card)) : [this.stack('hand', seat, hand, t('scene-held'))];
    const won = this.stack('taken', seat, taken, t('scene-taken'));
    this.ring.seats[seat].element.classList.remove('made', 'missed');
    this.ring.seat(seat, {...this.seat(seat, notes, hand, out), dim: out, cards: [...held, won, bar && barOf(bar)]});
    this.ring.seats[seat].cards.classList.toggle('few', few);
    if (mine) called(this.ring.seats[seat].cards, held.length > 0 ? t('scene-hand') : null);
    arrange(this.ring.spot(seat), [this.stack('given', seat, given, ''), ...inFront]);
    for (const fate of ['made', 'missed']) {
      this.ring.seats[seat].element.classList.toggle(fate, notes.some(({tone}) => tone === fate));
    }
  }

  /** @param {readonly Note[]} notes */
  drawHead(notes) {
    const {names} = this.table;
    const words = (/** @type {Note} */ {text, tone = '', suit = ''}) => {
      if (!suit) return h(tone === 'strong' ? 'strong' : 'span', {}, text.sentence ?? '');
      const element = h('span.scene-suit', {}, suitSign(suit), text.sentence ?? '');
      if (tone) element.classList.add(tone);
      return element;
    };
    const teams = notes.filter(({seats}) => seats?.length);
    const others = notes.filter(({seats}) => !seats?.length);
    const isMain = (/** @type {Note} */ {tone}) => tone === 'strong';
    fill(this.said, this.trick.hidden && others.filter(isMain).map(words));
    fill(
      this.head,
      others.filter((note) => !this.trick.hidden || !isMain(note)).map(words),
      teams.length > 0 &&
        h('div.scene-teams', {}, teams.map(({text, seats = []}) =>
          h('span.scene-team', {}, seats.map((seat) => names[seat]).join(' + '), ': ', text.sentence ?? ''),
        )),
    );
  }

  /**
   * @param {number} seat
   * @param {readonly Note[]} notes
   * @param {readonly Card[]} hand
   * @param {boolean} out
   * @returns {import('/static/js/pieces/ring.js').SeatLook}
   */
  seat(seat, notes, hand, out) {
    const {names, t} = this.table;
    const {moving = [], payoffs = null} = this.now?.scene ?? {};
    const turn = moving.includes(seat);
    const said = notes.map(({text, aloud}) => (aloud ?? text).sentence ?? '');
    const known = hand.flatMap(({face, die}) => (face && !die ? [nameOfFace(face, t)] : []));
    const label = [names[seat], ...said, ...known, turn ? t('to-move') : ''].filter(Boolean).join(', ');
    const of = (/** @type {(tone: string) => boolean} */ is) => notes.filter(({tone = ''}) => is(tone));
    const words = (/** @type {Note[]} */ some) => some.flatMap(({text}) => text.sentence || []);
    const won = payoffs?.[seat] ?? 0;
    const end = payoffs ? `${won > 0 ? '+' : ''}${won}` : '';
    const value = words(of((tone) => tone !== 'mark' && tone !== 'dim')).join(' ') || end;
    const note = words(of((tone) => tone === 'dim')).join(' · ');
    const marks = of((tone) => tone === 'mark').map(({text, aloud}) => ({text: text.sentence ?? '', label: aloud?.sentence ?? ''}));
    const told = out ? {value: [value, note].filter(Boolean).join(' '), note: null} : {value, note};
    return {...told, marks, turn, won: won > 0, label};
  }

  /**
   * @param {'hand' | 'taken' | 'given'} kind
   * @param {number} seat
   * @param {readonly Card[]} cards
   * @param {string} label
   */
  stack(kind, seat, cards, label) {
    if (!cards.length) return null;
    const stack = this.cards.stack({name: `${kind} ${seat}`, slots: cards.map(({slot}) => slot), label});
    if (kind !== 'hand') stack.classList.add(kind);
    return stack;
  }

  /** @param {readonly Card[]} hand */
  drawHand(hand) {
    const moves = this.legal();
    const picks = this.picks();
    const move = new Map(hand.map((card) => [card.slot, card.move ?? '']));
    const plays = [...move.values()].some((one) => moves.has(one));
    const play = (/** @type {number} */ slot) => void this.make(move.get(slot) ?? '');
    this.fan.show({
      slots: [...move.keys()],
      faces: Object.fromEntries(hand.flatMap(({slot, face}) => (face ? [[slot, face]] : []))),
      act: picks ? (slot) => this.choose(slot) : plays ? play : null,
      can: (slot) => picks || moves.has(move.get(slot) ?? ''),
      chosen: this.now?.scene.pick ? this.chosen : undefined,
    });
  }

  /** What may be done now. @returns {Set<unknown>} */
  legal() {
    return new Set(this.now?.frame.choice?.moves ?? []);
  }

  /** Whether cards are to be picked now. */
  picks() {
    const verb = this.now?.scene.pick?.verb;
    return verb !== undefined && [...this.legal()].some((move) => String(move).startsWith(`${verb} `));
  }

  drawFoot() {
    const {t} = this.table;
    const {frame, scene} = /** @type {{frame: Frame, scene: Scene}} */ (this.now);
    const {pick, notes = [], parts = []} = scene;
    const said = h('span', {}, notes.map(({text}) => text.sentence ?? '').join(' · '));
    if (pick && this.picks()) {
      const left = pick.count - this.chosen.size;
      this.give.textContent = pick.label.sentence ?? '';
      this.give.toggleAttribute('disabled', left !== 0);
      fill(this.foot, left > 0 ? h('span', {}, t('scene-pick', {count: left})) : said, this.give);
      return;
    }
    if (pick && this.chosen.size) return fill(this.foot, h('span', {}, t('scene-picked')));
    const asked = parts.flatMap((part) => (part.part === 'number' ? [part] : []));
    if (asked.length && frame.choice) return fill(this.foot, ...this.asked.show(asked, frame.choice.moves), asked[0].die && said);
    fill(this.foot, notes.length > 0 && said);
  }

  /** @param {number} slot */
  choose(slot) {
    const count = this.now?.scene.pick?.count ?? 0;
    if (this.chosen.has(slot)) this.chosen.delete(slot);
    else if (this.chosen.size < count) this.chosen.add(slot);
    this.draw();
  }

  made() {
    const verb = this.now?.scene.pick?.verb;
    void this.make(`${verb} ${[...this.chosen].sort((a, b) => a - b).join(' ')}`);
  }

  /** @param {string} move */
  async make(move) {
    const {now} = this;
    if (!(await send(this.table, move)) || !now || now !== this.now) return;
    this.now = {...now, frame: {...now.frame, choice: null}};
    this.draw();
  }
}

/**
 * Calls an element a group of this name; null: it is none.
 *
 * @param {HTMLElement} element
 * @param {string | null} name
 */
function called(element, name) {
  for (const [key, value] of [['role', 'group'], ['aria-label', name]]) {
    if (name === null) element.removeAttribute(String(key));
    else element.setAttribute(String(key), String(value));
  }
}

/** Whether a hand has cards that are played, so that they need room. @param {readonly Card[]} [hand] */
function isPlayed(hand = []) {
  return hand.length > FEW || hand.some(({move}) => move);
}

/** Whether four lay their cards into the middle. @param {Scene} scene */
function isTrick({seats, deck = 0, lines = []}) {
  const lies = seats.some(({hand = [], laid = []}) => [...hand, ...laid].some(({die}) => !die));
  return seats.length === 4 && !lines.length && (deck > 0 || lies);
}

/** The dice that were rolled for all to see. @param {readonly Message[]} messages @returns {Card[]} */
function diceTold(messages) {
  const pips = messages.flatMap(({id, args}) => (id === 'rolled' ? String(args?.pips ?? '').split(' ') : []));
  return pips.map((face, n) => ({slot: -1 - n, face, die: true}));
}

/**
 * What each seat has done in secret, from what is told of it: a move, or a bid.
 *
 * @param {readonly unknown[]} messages
 * @returns {Map<number, string>}
 */
function movesTold(messages) {
  /** @type {Map<number, string>} */
  const found = new Map();
  const look = (/** @type {any} */ value) => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === 'object') {
      const {player, move, bid} = value.args ?? {};
      const done = move ?? bid;
      if (typeof player?.seat === 'number' && ['string', 'number'].includes(typeof done)) found.set(player.seat, String(done));
      Object.values(value.args ?? {}).forEach(look);
    }
  };
  look(messages);
  return found;
}
