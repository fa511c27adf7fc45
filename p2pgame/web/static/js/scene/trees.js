// What was done with each item of a puzzle, what was undone, and what a redo would do.

import {fill, h} from '/static/js/dom.js';
import {send} from '/static/js/pieces/send.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Item} Item */

adopt(`
.puzzle-tree { flex: 1 1 14rem; max-width: 30rem; display: grid; gap: 0.5rem; }
@media (width <= 600px) { .puzzle-tree.empty { display: none; } }
.puzzle-tree h2 { margin: 0; font-size: 1rem; }
.puzzle-items { display: grid; gap: 0.6rem; }
.puzzle-tree ol { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; align-items: center; row-gap: 0.4rem; }
.puzzle-tree .item { display: grid; gap: 0.2rem; padding-left: 0.6rem; border-left: 5px solid var(--item); }
.puzzle-tree .step { display: inline-flex; align-items: center; }
.puzzle-tree .step::before { content: ''; width: 0.9rem; border-top: 3px solid var(--item); }
.puzzle-tree .step:first-child::before { display: none; }
.puzzle-tree .step > span, .puzzle-tree .step > button { padding: 0.15rem 0.5rem; border: 2px solid var(--item); border-radius: 1rem; font: inherit; min-height: 0; }
.puzzle-tree .step > span { background: color-mix(in srgb, var(--item) 18%, transparent); }
.puzzle-tree .step.redo::before { border-top-style: dashed; }
.puzzle-tree .step.redo > * { border-style: dashed; opacity: 0.85; background: none; }
.puzzle-tree small { opacity: 0.8; }
`);

const COLOURS = ['#1769aa', '#b3152c', '#17692f', '#8a5a00', '#6b2fa0', '#00706b', '#a3317a', '#4d5560'];
/** The last undos and redos of an item that are told. */
const MOST = 6;

/** The colour of an item, by its letter. @param {string} name */
export function colourOf(name) {
  return COLOURS[(name.charCodeAt(0) - 65) % COLOURS.length];
}

/** The history of all items, each a row of steps with its own undo and redo. */
export class Tree {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.list = h('div.puzzle-items');
    this.element = h('section.puzzle-tree', {}, h('h2.small-head', {}, table.t('puzzle-done')), this.list);
  }

  /**
   * @param {readonly Item[]} items
   * @param {ReadonlySet<string>} moves that are possible now
   */
  show(items, moves) {
    const rows = items.flatMap((item) => this.row(item, moves) ?? []);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move;
    fill(this.list, rows.length ? rows : h('p.soft', {}, this.table.t('puzzle-nothing')));
    this.element.classList.toggle('empty', !rows.length);
    if (focused) [...this.list.querySelectorAll('button')].find((one) => one.dataset.move === focused)?.focus();
  }

  /**
   * @param {Item} item
   * @param {ReadonlySet<string>} moves
   */
  row({name, past = {}}, moves) {
    const {t} = this.table;
    const {done = [], redo = [], just = [], restores = []} = past;
    if (!done.length && !redo.length && !just.length) return null;
    const step = (/** @type {string} */ move) => h('li.step', {}, h('span', {}, move));
    const again = redo.map((move, n) => {
      const label = t('puzzle-would', {item: name, move});
      const can = n === 0 && moves.has(`redo ${name}`);
      const inside = can
        ? this.button(`redo ${name}`, move, `${t('puzzle-redo', {item: name})}: ${label}`)
        : h('span', {'aria-label': label}, move);
      return h('li.step.redo', {}, inside);
    });
    const notes = [
      ...(restores.length ? [t('puzzle-restores', {items: restores.join(' ')})] : []),
      ...just.slice(-MOST).map((one) => {
        const [kind, move] = one.split(' ');
        return t(kind === 'undo' ? 'puzzle-undone' : 'puzzle-redone', {item: name, move});
      }),
    ];
    const undo = moves.has(`undo ${name}`) && this.button(`undo ${name}`, '↶', t('puzzle-undo', {item: name}));
    return h(
      'div.item',
      {style: {'--item': colourOf(name)}},
      h('ol', {'aria-label': name}, h('li.step', {}, h('span', {}, h('strong', {}, name))), done.map(step), again),
      h('div', {}, undo, undo && ' ', notes.length > 0 && h('small', {}, notes.join(', '))),
    );
  }

  /**
   * @param {string} move
   * @param {string} text
   * @param {string} label
   */
  button(move, text, label) {
    const onclick = () => void send(this.table, move);
    return h('button', {type: 'button', 'aria-label': label, title: label, data: {move}, onclick}, text);
  }
}
