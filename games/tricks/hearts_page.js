// A hand of hearts: three cards to pass, tricks, and points.

import {fill, h} from '/static/js/dom.js';
import {suitSign} from '/static/js/pieces/cards.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';
import {TrickTable} from '/static/js/pieces/tricks.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

adopt(`
.hearts-broken { color: var(--suit-h); display: inline-flex; gap: 0.3rem; align-items: center; }
:root[data-theme='dark'] .hearts-broken { color: #ff9a8f; }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) .hearts-broken { color: #ff9a8f; } }
`);

const words = {
  en: `
hearts-drawn-hand = hand { $number }
hearts-drawn-goal = { $goal ->
    [0] the last hand
    [1] to 1 point
   *[other] to { $goal } points
}
hearts-drawn-broken = hearts are broken
hearts-drawn-unbroken = hearts are not broken
hearts-drawn-deal = the cards are dealt
hearts-drawn-lead = the 2 of clubs leads
hearts-drawn-moon = who has taken all points chooses: add 26 to the others, or subtract 26
hearts-drawn-pass = you pass { $count } cards { $step ->
    [1] to the left
    [3] to the right
   *[other] across
}, to { $player }
hearts-drawn-passing = each passes cards { $step ->
    [1] to the left
    [3] to the right
   *[other] across
}
hearts-page-hand = your hand
hearts-page-held = cards in the hand
hearts-page-taken = tricks taken
hearts-page-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
hearts-page-now = { $points } in this hand
hearts-page-turn = to move
hearts-page-choose = choose { $count ->
    [one] one more card
   *[other] { $count } more cards
} for { $player }
hearts-page-pass = Pass them to { $player }
hearts-page-waits = your cards are laid down; the others choose
hearts-page-count = Choose { $count } cards first.
`,
  de: `
hearts-drawn-hand = Blatt { $number }
hearts-drawn-goal = { $goal ->
    [0] die letzte Runde
    [1] bis 1 Punkt
   *[other] bis { $goal } Punkte
}
hearts-drawn-broken = Herz ist gefallen
hearts-drawn-unbroken = Herz ist nicht gefallen
hearts-drawn-deal = es wird gegeben
hearts-drawn-lead = die Kreuz 2 spielt aus
hearts-drawn-moon = wer alle Punkte hat, wählt: den anderen 26 dazu (add) oder sich 26 ab (subtract)
hearts-drawn-pass = du gibst { $count } Karten { $step ->
    [1] nach links
    [3] nach rechts
   *[other] gegenüber
} weiter, an { $player }
hearts-drawn-passing = alle geben Karten { $step ->
    [1] nach links
    [3] nach rechts
   *[other] gegenüber
} weiter
hearts-page-hand = deine Karten
hearts-page-held = Karten auf der Hand
hearts-page-taken = gewonnene Stiche
hearts-page-points = { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
hearts-page-now = { $points } in diesem Blatt
hearts-page-turn = am Zug
hearts-page-choose = wähle { $count ->
    [one] noch eine Karte
   *[other] noch { $count } Karten
} für { $player }
hearts-page-pass = An { $player } geben
hearts-page-waits = deine Karten liegen; die anderen wählen
hearts-page-count = Wähle erst { $count } Karten.
`,
};

class Hearts {
  /** @param {Table} table */
  constructor(table) {
    table.learn(words);
    this.table = table;
    this.t = table.t;
    this.tricks = new TrickTable(table, {
      hand: table.t('hearts-page-hand'),
      held: table.t('hearts-page-held'),
      taken: table.t('hearts-page-taken'),
    });
    this.element = this.tricks.element;
    this.showsPlayers = true;
    /** The cards that are to be passed. @type {Set<number>} */
    this.chosen = new Set();
    this.pass = h('button.primary', {type: 'button', onclick: () => this.give()});
    /** @type {Frame | null} */
    this.frame = null;
  }

  /** @param {string | import('/static/js/types').Range} move */
  offers(move) {
    return typeof move === 'string' && /^(play|pass) /.test(move);
  }

  /** @param {Frame} frame */
  async show(frame) {
    this.frame = frame;
    const {passing} = frame.view.state;
    if (!passing || passing.given.some((/** @type {number[]} */ given) => given.length)) this.chosen.clear();
    await this.tricks.show(frame, () => this.draw());
  }

  draw() {
    if (!this.frame) return;
    const {view, choice} = this.frame;
    const {state} = view;
    const {t} = this;
    const number = Math.max(1, state.number + (state.phase === 'shuffle' ? 0 : 1));
    const broken = state.play.faces.some((/** @type {string} */ face) => face[1] === 'h');
    fill(
      this.tricks.head,
      h('strong', {}, t('hearts-drawn-hand', {number})),
      h('span', {}, t('hearts-drawn-goal', {goal: Math.max(state.goal, 0)})),
      state.phase === 'play' &&
        h(broken ? 'span.hearts-broken' : 'span', {}, broken && suitSign('h'), t(broken ? 'hearts-drawn-broken' : 'hearts-drawn-unbroken')),
    );
    const legal = new Set(choice?.moves ?? []);
    const passes = choice !== null && state.passing !== null && !state.passing.given.some((/** @type {number[]} */ g) => g.length);
    const plays = choice !== null && state.phase === 'play';
    this.tricks.draw(view, {
      seat: (seat) => this.seat(seat),
      act: passes ? (slot) => this.choose(slot) : plays ? (slot) => this.play(slot) : null,
      can: (slot) => passes || legal.has(`play ${slot}`),
      chosen: state.passing ? this.chosen : undefined,
      given: state.passing?.given ?? [],
    });
    this.drawFoot(passes);
  }

  /**
   * @param {number} seat
   * @returns {import('/static/js/pieces/ring.js').SeatLook}
   */
  seat(seat) {
    const {t} = this;
    const view = /** @type {Frame} */ (this.frame).view;
    const {scores, points, phase} = view.state;
    const turn = moving(view).includes(seat);
    const counted = phase === 'shuffle';
    const now = points[seat] !== 0;
    const signed = points[seat] > 0 ? `+${points[seat]}` : `-${-points[seat]}`;
    return {
      value: now ? `${scores[seat]} ${counted ? `(${signed})` : signed}` : scores[seat],
      turn,
      label: [
        this.table.names[seat],
        t('hearts-page-points', {points: scores[seat]}),
        now ? t('hearts-page-now', {points: points[seat]}) : '',
        turn ? t('hearts-page-turn') : '',
      ].filter(Boolean).join(', '),
    };
  }

  /** @param {boolean} passes */
  drawFoot(passes) {
    const {t, table} = this;
    const {view} = /** @type {Frame} */ (this.frame);
    const {passing, phase} = view.state;
    const me = view.seat;
    if (passes && me !== null) {
      const player = table.names[(me + passing.step) % table.names.length];
      const left = passing.count - this.chosen.size;
      this.pass.textContent = t('hearts-page-pass', {player});
      this.pass.toggleAttribute('disabled', left !== 0);
      const said = left > 0 ? t('hearts-page-choose', {count: left, player}) : t('hearts-drawn-pass', {count: passing.count, player, step: passing.step});
      fill(this.tricks.foot, h('span', {}, said), this.pass);
      return;
    }
    let said = '';
    if (phase === 'deal') said = t('hearts-drawn-deal');
    else if (passing && this.chosen.size && view.turn === 'together') said = t('hearts-page-waits');
    else if (passing) said = t('hearts-drawn-passing', {step: passing.step});
    else if (phase === 'moon') said = t('hearts-drawn-moon');
    else if (phase === 'lead' || phase === 'show') said = t('hearts-drawn-lead');
    fill(this.tricks.foot, said && h('span', {}, said));
  }

  /** @param {number} slot */
  choose(slot) {
    const count = this.frame?.view.state.passing?.count ?? 0;
    if (this.chosen.has(slot)) this.chosen.delete(slot);
    else if (this.chosen.size < count) this.chosen.add(slot);
    this.draw();
  }

  give() {
    void this.make(`pass ${[...this.chosen].sort((a, b) => a - b).join(' ')}`);
  }

  /** @param {number} slot */
  play(slot) {
    void this.make(`play ${slot}`);
  }

  /** @param {string} move */
  async make(move) {
    const {frame} = this;
    if (!(await send(this.table, move)) || !frame || frame !== this.frame) return;
    this.frame = {...frame, choice: null};
    this.draw();
  }
}

/**
 * The seats that decide now.
 *
 * @param {import('/static/js/types').View} view
 * @returns {number[]}
 */
function moving({turn, terms}) {
  if (turn === 'choose') return [terms.player];
  if (turn === 'together') return terms.choices.map((/** @type {{player: number}} */ one) => one.player);
  return [];
}

/**
 * @param {Table} table
 * @returns {import('/static/js/types').Drawing}
 */
export function create(table) {
  return new Hearts(table);
}
