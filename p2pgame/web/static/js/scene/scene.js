// Draws any scene: what lies on a table as the rules say it, around the table or on boards.
// What a move names has that move: a click or a key on it makes it.

import {fill, h} from '/static/js/dom.js';
import {arrange} from '/static/js/pieces/layout.js';
import {adopt} from '/static/js/pieces/style.js';
import {Boards, gridsOf, sideOf} from '/static/js/scene/boards.js';
import {Owned} from '/static/js/scene/owned.js';
import {Round} from '/static/js/scene/round.js';
import {inCards} from '/static/js/table/lines.js';

/** @typedef {import('/static/js/types.js').Drawing} Drawing */
/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene { display: flex; flex-direction: column; gap: 0.6rem; width: 100%; }
.scene-lines { color: var(--text-soft); font-size: 0.9rem; text-align: center; }
.scene-lines p { margin: 0; }
.scene-lines pre { width: fit-content; max-width: 100%; margin: 0.3rem auto; overflow-x: auto; color: var(--text); font: 1.1rem/1.3 var(--mono); text-align: left; }
`);

/** The drawing of a table. @implements {Drawing} */
export class SceneDrawing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.lines = h('div.scene-lines');
    this.element = h('div.scene');
    /** @type {Boards | Owned | null} */
    this.boards = null;
    /** @type {Round | null} */
    this.round = null;
    /** What things on the table do. @type {Set<string>} */
    this.moves = new Set();
    this.showsPlayers = false;
  }

  /** @param {Frame} frame */
  async show(frame) {
    const {scene} = frame.view;
    if (!scene) return;
    const {parts = [], round = false, lines = []} = scene;
    const isBoard = !round || parts.some(({part}) => part === 'grid' || part === 'graph');
    const shown = [];
    const Layout = gridsOf(scene).some(({owner}) => typeof owner === 'number') ? Owned : Boards;
    if (isBoard) shown.push((this.boards ??= new Layout(this.table)));
    if (round) shown.push((this.round ??= new Round(this.table)));
    this.showsPlayers = round || sideOf(scene) !== null;
    fill(this.lines, lines.map(({sentence = ''}) => (sentence.includes('\n') ? h('pre', {}, sentence) : h('p', {}, inCards(sentence, this.table.t)))));
    arrange(this.element, [...shown.map(({element}) => element), lines.length > 0 && this.lines]);
    this.moves = new Set(movesOf(scene));
    await Promise.all(shown.map((layout) => layout.show(frame, scene)));
    for (const move of this.boards?.moves ?? []) this.moves.add(move);
  }

  /** @param {string | Range} move */
  offers(move) {
    if (typeof move !== 'string') return this.moves.has(`${move.verb} …`);
    return this.moves.has(move) || this.moves.has(`${move.split(' ')[0]} …`);
  }
}

/**
 * All moves that things in a scene have; one with a number or with cards ends with `…`.
 *
 * @param {Scene} scene
 * @returns {string[]}
 */
export function movesOf({seats, parts = [], pick}) {
  const cards = seats.flatMap(({hand = [], laid = []}) => [...hand, ...laid].flatMap(({move}) => move || []));
  const others = parts.flatMap((part) => {
    if (part.part === 'number') return [`${part.verb} …`, ...(part.words ?? [])];
    if (part.part === 'ships') return 'random …';
    if (part.part === 'stack') return part.move || [];
    if (part.part === 'grid') return part.cells.flatMap(({move}) => move || []);
    return part.part === 'spread' ? part.cards.flatMap(({move}) => move || []) : [];
  });
  return [...cards, ...others, ...(pick ? [`${pick.verb} …`] : [])];
}
