// Draws battleship: one's own sea, where ships are placed, and the other's, to shoot at.

import {fill, h} from '/static/js/dom.js';
import {Board, letters, numbers} from '/static/js/pieces/boards.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */

const WATER = '~';

const WORDS = {
  en: `
battleship-sea = The sea of { $name }
battleship-own = Your sea
battleship-unknown = { $cell }, not shot at
battleship-water = { $cell }, water
battleship-ship = { $cell }, ship { $ship }
battleship-hit = { $cell }, ship { $ship }, hit
battleship-sunk = { $cell }, ship { $ship }, sunk
battleship-place = Put your ship of { $length } cells: choose its first cell. It lies { $way ->
    [right] to the right
   *[down] downwards
  }.
battleship-placed = Your fleet is complete.
battleship-turn = Turn the ship
battleship-undo = Remove the last ship
battleship-random = Place at random
battleship-done = Ready
battleship-no-room = There is no room for a ship of { $length } cells there.
battleship-afloat = { $ships ->
    [one] one ship afloat
   *[other] { $ships } ships afloat
  }
battleship-shoot = Shoot at a cell.
battleship-waiting = { $name } places the fleet.
`,
  de: `
battleship-sea = Das Meer von { $name }
battleship-own = Dein Meer
battleship-unknown = { $cell }, noch nicht beschossen
battleship-water = { $cell }, Wasser
battleship-ship = { $cell }, Schiff { $ship }
battleship-hit = { $cell }, Schiff { $ship }, getroffen
battleship-sunk = { $cell }, Schiff { $ship }, versenkt
battleship-place = Setze dein Schiff mit { $length } Feldern: Wähle sein erstes Feld. Es liegt { $way ->
    [right] nach rechts
   *[down] nach unten
  }.
battleship-placed = Deine Flotte ist vollständig.
battleship-turn = Schiff drehen
battleship-undo = Letztes Schiff entfernen
battleship-random = Zufällig setzen
battleship-done = Fertig
battleship-no-room = Dort ist kein Platz für ein Schiff mit { $length } Feldern.
battleship-afloat = { $ships ->
    [one] ein Schiff schwimmt
   *[other] { $ships } Schiffe schwimmen
  }
battleship-shoot = Schieße auf ein Feld.
battleship-waiting = { $name } setzt die Flotte.
`,
};

const STYLE = `
.battleship { display: grid; gap: 0.8rem; width: 100%; }
.battleship-seas { display: flex; flex-wrap: wrap; gap: 1.2rem; justify-content: center; }
.battleship-sea { flex: 1 1 17rem; max-width: 26rem; display: grid; gap: 0.3rem; }
.battleship-sea h2 { margin: 0 0 0 1.5rem; font-size: 1rem; }
.battleship-sea h2 small { font-weight: 400; }
.battleship .board { --board-width: 26rem; --board-light: #cfe3f1; --board-ink: #10222e; }
.battleship .cell.can::after { width: 16%; height: 16%; opacity: 0.4; }
.battleship .cell.can:not(:empty)::after { display: none; }
.battleship .cell { box-shadow: 0 1px 0 color-mix(in srgb, var(--board-light), #000 22%); }
.battleship .cell.water { background: #8fb9d6; }
.battleship .cell.ship { background: #6b7280; color: #fff; }
.battleship .cell.ghost { background: #9aa3b2; color: #10222e; }
.battleship .cell.hit { background: #b3152c; color: #fff; }
.battleship .cell.sunk { background: #4a0d17; color: #ffd9d9; }
.battleship .cell.newest { outline: 3px solid var(--board-mark); outline-offset: -3px; }
.battleship.placing .battleship-sea.own { order: -1; }
.battleship-tools { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: center; min-height: 2.6rem; }
.battleship-asked { flex: 1 0 100%; text-align: center; }
@media (width <= 600px) { .battleship-tools button { min-height: 2.5rem; padding: 0.3rem 0.6rem; font-size: 0.875rem; } }
`;

/** @typedef {{cells: string[], text: string}} Ship */

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new Battleship(table);
}

class Battleship {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.size = Number(table.begun.options.size);
    this.lengths = String(table.begun.options.ships).split(' ').map(Number);
    this.touch = Boolean(table.begun.options.touch);
    this.own = table.seat === 1 ? 1 : 0;
    this.way = 'right';
    /** @type {Ship[]} */
    this.ships = [];
    this.placing = false;
    /** @type {Set<string>} */
    this.targets = new Set();
    this.seas = [0, 1].map((seat) => this.sea(seat));
    this.tools = h('div.battleship-tools');
    this.element = h(
      'div.battleship',
      {},
      this.tools,
      h('div.battleship-seas', {}, this.seas[1 - this.own].element, this.seas[this.own].element),
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'r' && this.placing) this.turn();
    });
  }

  /** @param {number} seat */
  sea(seat) {
    const {t, names} = this.table;
    const mine = seat === this.table.seat;
    const label = mine ? t('battleship-own') : t('battleship-sea', {name: names[seat]});
    const note = h('small');
    const board = new Board({
      columns: letters(this.size),
      rows: numbers(this.size),
      label,
      pick: (cell) => this.pick(seat, cell),
    });
    const element = h(mine ? 'section.battleship-sea.own' : 'section.battleship-sea', {}, h('h2.small-head', {}, label, ' ', note), board.element);
    return {board, note, element};
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move === 'string' ? /^[a-l]\d+$/.test(move) : move.verb === 'random';
  }

  /** @param {Frame} frame */
  show({view, choice, before}) {
    this.view = view;
    const wasPlacing = this.placing;
    this.placing = Boolean(choice?.placement) || view.turn === 'place' && Boolean(choice);
    if (view.state.placed > this.own) this.ships = [];
    this.element.classList.toggle('placing', this.placing);
    this.targets = new Set(
      this.placing ? [] : (choice?.moves ?? []).filter((move) => typeof move === 'string'),
    );
    const shots = view.state.shots;
    this.newest = before && shots.length > before.state.shots.length ? shots.at(-1) : undefined;
    this.look();
    this.showTools(wasPlacing !== this.placing);
  }

  look() {
    const view = /** @type {import('/static/js/types').View} */ (this.view);
    const area = this.size ** 2;
    const shots = new Set(view.state.shots);
    const sunk = [0, 1].map((seat) => this.sunk(view, seat));
    this.seas.forEach(({board, note}, seat) => {
      const afloat = this.lengths.length - sunk[seat].size;
      fill(note, view.state.placed < 2 ? '' : this.table.t('battleship-afloat', {ships: afloat}));
      const mine = seat === this.table.seat;
      const ghosts = new Map(
        mine ? this.ships.flatMap((ship, n) => ship.cells.map((cell) => [cell, 'ABCDEFGHIJ'[n]])) : [],
      );
      board.show((cell) => {
        const slot = seat * area + this.number(cell);
        const face = view.state.sea[slot] || view.faces[slot] || '';
        const shot = shots.has(slot);
        const ship = ghosts.get(cell) ?? (face && face !== WATER ? face : '');
        const state = ship ? (shot ? (sunk[seat].has(ship) ? 'sunk' : 'hit') : 'ship') : face === WATER && (shot || view.turn === 'over') ? 'water' : 'unknown';
        return {
          label: this.table.t(`battleship-${state}`, {cell, ship}),
          content: ship ? (shot ? `${ship}✕` : ship) : shot ? '•' : null,
          can: mine ? this.placing : this.targets.has(cell),
          classes: [state === 'unknown' ? '' : state, ghosts.has(cell) ? 'ghost' : '', slot === this.newest ? 'newest' : ''].filter(Boolean),
        };
      });
    });
  }

  /**
   * The ships of which every cell was hit.
   *
   * @param {import('/static/js/types').View} view
   * @param {number} seat
   * @returns {Set<string>}
   */
  sunk(view, seat) {
    const area = this.size ** 2;
    const hits = view.state.shots
      .filter((/** @type {number} */ slot) => Math.floor(slot / area) === seat)
      .map((/** @type {number} */ slot) => view.state.sea[slot]);
    const letter = (/** @type {number} */ n) => 'ABCDEFGHIJ'[n];
    return new Set(
      this.lengths
        .map((length, n) => [letter(n), length])
        .filter(([ship, length]) => hits.filter((/** @type {string} */ one) => one === ship).length >= Number(length))
        .map(([ship]) => String(ship)),
    );
  }

  /** @param {string} cell */
  number(cell) {
    return (Number(cell.slice(1)) - 1) * this.size + cell.charCodeAt(0) - 97;
  }

  /** @param {number} column @param {number} row */
  cell(column, row) {
    return column < this.size && row < this.size
      ? `${String.fromCharCode(97 + column)}${row + 1}`
      : null;
  }

  /**
   * @param {number} seat
   * @param {string} cell
   */
  pick(seat, cell) {
    if (seat === this.table.seat) this.put(cell);
    else if (this.targets.size) this.send(cell);
  }

  /** Puts the next ship so that it begins at a cell. @param {string} cell */
  put(cell) {
    const length = this.lengths[this.ships.length];
    if (!this.placing || !length) return;
    const [column, row] = [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
    const steps = Array.from({length}, (_, step) =>
      this.way === 'right' ? this.cell(column + step, row) : this.cell(column, row + step),
    );
    const cells = /** @type {string[]} */ (steps.filter(Boolean));
    if (cells.length < length || cells.some((one) => this.isTaken(one))) {
      this.table.say(this.table.t('battleship-no-room', {length}));
      return;
    }
    this.ships.push({cells, text: `${cell} ${this.way}`});
    this.look();
    this.showTools(true);
  }

  /** @param {string} cell */
  isTaken(cell) {
    const taken = this.ships.flatMap((ship) => ship.cells);
    if (this.touch) return taken.includes(cell);
    const [column, row] = [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
    return taken.some(
      (one) =>
        Math.abs(one.charCodeAt(0) - 97 - column) <= 1 && Math.abs(Number(one.slice(1)) - 1 - row) <= 1,
    );
  }

  turn() {
    this.way = this.way === 'right' ? 'down' : 'right';
    this.showTools(true);
  }

  /** @param {string} text */
  send(text) {
    this.table.move(text).catch((error) => this.table.say(error.message));
  }

  /** @param {boolean} tell */
  showTools(tell) {
    const {t, names} = this.table;
    const state = this.view?.state;
    if (!this.placing) {
      const waits = state && state.placed < 2 ? t('battleship-waiting', {name: names[state.placed]}) : '';
      fill(this.tools, this.targets.size ? t('battleship-shoot') : waits);
      return;
    }
    const length = this.lengths[this.ships.length];
    const asked = length ? t('battleship-place', {length, way: this.way}) : t('battleship-placed');
    const button = (/** @type {string} */ id, /** @type {() => void} */ onclick, disabled = false) =>
      h(id === 'battleship-done' ? 'button.primary' : 'button', {type: 'button', onclick, disabled}, t(id));
    const focused = this.tools.contains(document.activeElement);
    fill(
      this.tools,
      h('span.battleship-asked', {}, asked),
      length ? button('battleship-turn', () => this.turn()) : null,
      this.ships.length ? button('battleship-undo', () => { this.ships.pop(); this.look(); this.showTools(true); }) : null,
      button('battleship-random', () => this.random()),
      length ? null : button('battleship-done', () => this.send(this.ships.map((ship) => ship.text).join(' '))),
    );
    if (focused) this.tools.querySelector('button')?.focus();
    if (tell) this.table.say(asked, {quiet: true});
  }

  random() {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    this.send(`random ${number}`);
  }
}
