// Ships that a player places on the own sea before a game: cell by cell, or by chance.

import {fill, h} from '/static/js/dom.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Grid} Grid */
/** @typedef {import('/static/js/protocol.js').Ships} Ships */

adopt(`
.scene-placing { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: center; min-height: 2.6rem; }
.scene-placing span { flex: 1 0 100%; text-align: center; }
@media (width <= 600px) { .scene-placing button { min-height: 2.5rem; padding: 0.3rem 0.6rem; font-size: 0.875rem; } }
`);

/** Which ships are placed already, and what to do next. */
export class Placing {
  /**
   * @param {Table} table
   * @param {() => void} changed the ships are other ones
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.element = h('div.scene-placing');
    this.way = 'right';
    /** @type {{cells: string[], text: string}[]} */
    this.ships = [];
    /** @type {Ships | null} */
    this.fleet = null;
    this.size = 0;
    this.isOpen = false;
  }

  /**
   * Takes up what is to be placed; null: nothing.
   *
   * @param {Ships | null} fleet
   * @param {number} size
   * @param {boolean} isOpen whether it may be done now
   */
  take(fleet, size, isOpen) {
    const tell = isOpen !== this.isOpen;
    if (!fleet) this.ships = [];
    Object.assign(this, {fleet, size, isOpen});
    this.show(tell && isOpen);
  }

  /** A sea with the ships that are placed on it so far. @param {Grid} grid @returns {Grid} */
  on(grid) {
    const lie = new Map(this.ships.flatMap(({cells}, n) => cells.map((cell) => [cell, 'ABCDEFGHIJ'[n]])));
    const placed = (/** @type {string | undefined} */ sign) => (sign ? {piece: {sign, shape: 'ship'}, tone: 'dim'} : {});
    return {...grid, cells: grid.cells.map((cell) => ({...cell, ...placed(lie.get(cell.name))}))};
  }

  /** Puts the next ship so that it begins at a cell. @param {string} cell */
  put(cell) {
    const length = this.fleet?.lengths[this.ships.length];
    if (!this.isOpen || !length) return;
    const [column, row] = placeOf(cell);
    const [x, y] = this.way === 'right' ? [1, 0] : [0, 1];
    const cells = Array.from({length}, (_, n) => [column + x * n, row + y * n]);
    if (cells.some((one) => Math.max(...one) >= this.size || this.isTaken(one))) {
      this.table.say(this.table.t('ships-no-room', {length}));
      return;
    }
    const names = cells.map(([across, down]) => `${String.fromCharCode(97 + across)}${down + 1}`);
    this.ships.push({cells: names, text: `${cell} ${this.way}`});
    this.redo();
  }

  /** @param {number[]} place */
  isTaken([column, row]) {
    const near = this.fleet?.touch ? 0 : 1;
    const taken = this.ships.flatMap(({cells}) => cells.map(placeOf));
    return taken.some(([x, y]) => Math.max(Math.abs(x - column), Math.abs(y - row)) <= near);
  }

  turn() {
    this.way = this.way === 'right' ? 'down' : 'right';
    this.redo();
  }

  redo() {
    this.changed();
    this.show(true);
  }

  /** @param {boolean} tell */
  show(tell) {
    const {t} = this.table;
    this.element.hidden = !this.isOpen;
    if (!this.isOpen) return;
    const length = this.fleet?.lengths[this.ships.length];
    const asked = length ? t('ships-place', {length, way: this.way}) : t('ships-placed');
    const button = (/** @type {string} */ id, /** @type {() => void} */ onclick, kind = 'button') =>
      h(kind, {type: 'button', onclick}, t(id));
    const back = () => {
      this.ships.pop();
      this.redo();
    };
    const focused = this.element.contains(document.activeElement);
    fill(
      this.element,
      h('span', {}, asked),
      length ? button('ships-turn', () => this.turn()) : null,
      this.ships.length > 0 && button('ships-undo', back),
      button('place-by-chance', () => void send(this.table, `random ${crypto.getRandomValues(new Uint32Array(1))[0]}`)),
      !length && button('ships-done', () => void send(this.table, this.ships.map(({text}) => text).join(' ')), 'button.primary'),
    );
    if (focused) this.element.querySelector('button')?.focus();
    if (tell) this.table.say(asked, {quiet: true});
  }
}

/** The column and the row of a cell, from 0. @param {string} cell @returns {[number, number]} */
function placeOf(cell) {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
}
