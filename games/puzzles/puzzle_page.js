// What the pages of the puzzles share: the grid, the colours of letters, and the tree of
// what was done with each item, what was undone, and what a redo would do.

import {fill, h} from '/static/js/dom.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').View} View */
/** @typedef {{move: string, intensity?: string}} Undo */
/**
 * @typedef {object} Path
 * @property {Undo[]} done
 * @property {Undo[]} redo
 * @property {{kind: 'undo' | 'redo', undo: Undo, depth: number}[]} just
 */

const WORDS = {
  en: `
puzzle-past = What was done
puzzle-nothing = Nothing so far.
puzzle-undo = Undo { $item }
puzzle-redo = Redo { $item }
puzzle-start = start
puzzle-step = { $item } { $move }
puzzle-would = { $item } { $move }, which a redo does again
puzzle-was-undone = { $item } { $move } was undone
puzzle-was-redone = { $item } { $move } was redone
puzzle-restores = an undo brings back { $items }
puzzle-chosen = { $item } is chosen.
puzzle-free = { $cell }, free
puzzle-wall = { $cell }, wall
puzzle-item = { $cell }, { $item }
puzzle-solved = Solved!
puzzle-give-up = Give up
puzzle-left = { $moves ->
    [one] one move left
   *[other] { $moves } moves left
  }
puzzle-sure = Give the puzzle up? It stays unsolved.
`,
  de: `
puzzle-past = Was getan wurde
puzzle-nothing = Bisher nichts.
puzzle-undo = { $item } zurücknehmen
puzzle-redo = { $item } wiederholen
puzzle-start = Anfang
puzzle-step = { $item } { $move }
puzzle-would = { $item } { $move }, das ein Wiederholen noch einmal tut
puzzle-was-undone = { $item } { $move } wurde zurückgenommen
puzzle-was-redone = { $item } { $move } wurde wiederholt
puzzle-restores = ein Zurücknehmen bringt { $items } zurück
puzzle-chosen = { $item } ist gewählt.
puzzle-free = { $cell }, frei
puzzle-wall = { $cell }, Mauer
puzzle-item = { $cell }, { $item }
puzzle-solved = Gelöst!
puzzle-give-up = Aufgeben
puzzle-left = { $moves ->
    [one] noch ein Zug
   *[other] noch { $moves } Züge
  }
puzzle-sure = Das Rätsel aufgeben? Es bleibt ungelöst.
`,
};

const STYLE = `
.puzzle { display: flex; flex-wrap: wrap; gap: 1.2rem; justify-content: center; align-items: flex-start; width: 100%; }
.puzzle-main { display: grid; gap: 0.6rem; justify-items: center; flex: 1 1 18rem; max-width: 30rem; }
.puzzle .board { --board-width: 26rem; }
.puzzle .cell.wall { background: repeating-linear-gradient(45deg, #7d8189 0 4px, #666a72 4px 8px); }
.puzzle-tools { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; min-height: 2.4rem; justify-content: center; }
.puzzle-tree { flex: 1 1 14rem; max-width: 30rem; display: grid; gap: 0.5rem; }
@media (width <= 600px) { .puzzle-tree.empty { display: none; } }
.puzzle-ways { display: flex; gap: 0.5rem; }
.puzzle-tree h2 { margin: 0; font-size: 1rem; }
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
.puzzle-tree del { text-decoration-thickness: 2px; }
`;

const COLOURS = ['#1769aa', '#b3152c', '#17692f', '#8a5a00', '#6b2fa0', '#00706b', '#a3317a', '#4d5560'];

/** The colour of a letter from A to Z. @param {string} letter */
export function colourOf(letter) {
  return COLOURS[(letter.toUpperCase().charCodeAt(0) - 65) % COLOURS.length];
}

/** @param {Table} table */
export function learn(table) {
  table.learn(WORDS);
  adopt(STYLE);
}

/**
 * The grid at the top of a view's text: marks by the name of their cell.
 *
 * @param {string} text
 * @returns {{columns: string[], rows: string[], marks: Map<string, string>}}
 */
export function gridOf(text) {
  const [head, ...lines] = text.split('\n');
  const columns = head.trim().split(' ');
  /** @type {Map<string, string>} */
  const marks = new Map();
  const rows = [];
  for (const line of lines) {
    const found = /^ *(\d+) (.*)$/.exec(line);
    if (!found) break;
    const [, row, rest] = found;
    rows.push(row);
    rest.split(' ').forEach((mark, n) => marks.set(`${columns[n]}${row}`, mark));
  }
  return {columns, rows, marks};
}

/** The history of all items, each a row of steps with its own undo and redo. */
export class Tree {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.list = h('div');
    this.list.style.setProperty('display', 'grid');
    this.list.style.setProperty('gap', '0.6rem');
    this.element = h('section.puzzle-tree', {}, h('h2.small-head', {}, table.t('puzzle-past')), this.list);
  }

  /**
   * @param {View} view
   * @param {readonly string[]} names the items'
   * @param {ReadonlySet<string>} moves that are possible now
   */
  show(view, names, moves) {
    const {paths, pending} = view.state.items;
    const last = pending.at(-1);
    const rows = names.map((name, item) => {
      /** @type {Path} */
      const path = paths[item];
      const past = path.just.filter((just) => just.depth <= path.done.length);
      if (!path.done.length && !path.redo.length && !past.length) return null;
      const back = last?.item === item ? last.undone.map((/** @type {number[]} */ one) => names[one[0]]) : [];
      return this.row(name, path, past, back, moves);
    });
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move;
    const empty = !rows.some(Boolean);
    fill(this.list, empty ? h('p.soft', {}, this.table.t('puzzle-nothing')) : rows);
    this.element.classList.toggle('empty', empty);
    if (focused) {
      const same = [...this.list.querySelectorAll('button')].find((one) => one.dataset.move === focused);
      same?.focus();
    }
  }

  /**
   * @param {string} name
   * @param {Path} path
   * @param {Path['just']} past
   * @param {string[]} back
   * @param {ReadonlySet<string>} moves
   */
  row(name, path, past, back, moves) {
    const {t} = this.table;
    const step = (/** @type {Undo} */ undo) => h('li.step', {}, h('span', {}, undo.move));
    const redo = path.redo.map((undo, n) => {
      const label = t('puzzle-would', {item: name, move: undo.move});
      const can = n === 0 && moves.has(`redo ${name}`);
      const inside = can
        ? this.button(`redo ${name}`, undo.move, `${t('puzzle-redo', {item: name})}: ${label}`)
        : h('span', {'aria-label': label}, undo.move);
      return h('li.step.redo', {}, inside);
    });
    const notes = [
      back.length ? t('puzzle-restores', {items: back.join(' ')}) : '',
      ...past.slice(-6).map(({kind, undo}) =>
        t(kind === 'undo' ? 'puzzle-was-undone' : 'puzzle-was-redone', {item: name, move: undo.move}),
      ),
    ].filter(Boolean);
    const undo = moves.has(`undo ${name}`)
      ? this.button(`undo ${name}`, '↶', t('puzzle-undo', {item: name}))
      : null;
    return h(
      'div.item',
      {style: {'--item': colourOf(name)}},
      h('ol', {'aria-label': name}, h('li.step', {}, h('span', {}, h('strong', {}, name))), path.done.map(step), redo),
      h('div', {}, undo, undo ? ' ' : null, notes.length ? h('small', {}, notes.join(', ')) : null),
    );
  }

  /**
   * @param {string} move
   * @param {string} text
   * @param {string} label
   */
  button(move, text, label) {
    const onclick = () => send(this.table, move);
    return h('button', {type: 'button', 'aria-label': label, title: label, data: {move}, onclick}, text);
  }
}

/**
 * Makes a move; a refusal is told.
 *
 * @param {Table} table
 * @param {string} move
 * @param {{confirm?: string}} [options]
 */
export function send(table, move, options) {
  table.move(move, options).catch((error) => table.say(error.message));
}

/** The moves of a choice that are texts. @param {import('/static/js/types').Choice | null} choice */
export function textsOf(choice) {
  return new Set(
    /** @type {string[]} */ ((choice?.moves ?? []).filter((move) => typeof move === 'string')),
  );
}
