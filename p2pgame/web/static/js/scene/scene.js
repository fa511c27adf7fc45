// Draws any scene: what lies on a table as the rules say it, around the table or on boards.
// What a move names has that move: a click or a key on it makes it.

import {h} from '/static/js/dom.js';
import {Boards} from '/static/js/scene/boards.js';
import {Round} from '/static/js/scene/round.js';

/** @typedef {import('/static/js/types.js').Drawing} Drawing */
/** @typedef {import('/static/js/types.js').Frame} Frame */
/** @typedef {import('/static/js/types.js').Range} Range */
/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

/**
 * A drawing of scenes of one kind; `element` is kept.
 *
 * @typedef {object} Layout
 * @property {HTMLElement} element
 * @property {boolean} showsPlayers
 * @property {(frame: Frame, scene: Scene) => void | Promise<void>} show
 */

/** The drawing of a table whose game makes scenes. @implements {Drawing} */
export class SceneDrawing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h('div.scene');
    /** @type {Layout | null} */
    this.layout = null;
    /** What things on the table do. @type {Set<string>} */
    this.moves = new Set();
  }

  /** @param {Frame} frame */
  async show(frame) {
    const {scene} = frame.view;
    if (!scene) return;
    this.moves = new Set(movesOf(scene));
    if (!this.layout) {
      this.layout = scene.round ? new Round(this.table) : new Boards(this.table);
      this.element.append(this.layout.element);
    }
    await this.layout.show(frame, scene);
  }

  /** @param {string | Range} move */
  offers(move) {
    if (typeof move !== 'string') return this.moves.has(`${move.verb} …`);
    return this.moves.has(move) || this.moves.has(`${move.split(' ')[0]} …`);
  }

  get showsPlayers() {
    return this.layout?.showsPlayers ?? false;
  }
}

/**
 * All moves that things in a scene have; one with a number or with cards ends with `…`.
 *
 * @param {Scene} scene
 * @returns {string[]}
 */
export function movesOf({seats, parts = [], pick}) {
  const cards = seats.flatMap(({hand = []}) => hand.flatMap(({move}) => move || []));
  const others = parts.flatMap((part) => {
    if (part.part === 'number') return [`${part.verb} …`, ...(part.words ?? [])];
    return part.cells.flatMap(({move}) => move || []);
  });
  return [...cards, ...others, ...(pick ? [`${pick.verb} …`] : [])];
}
