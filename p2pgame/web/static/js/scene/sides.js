// Who plays from which side of a board: a name, what is noted of the seat, and what it has.

import {fill, h} from '/static/js/dom.js';
import {adopt} from '/static/js/pieces/style.js';
import {called, drawn} from '/static/js/scene/shapes.js';

/** @typedef {import('/static/js/types.js').Table} Table */
/** @typedef {import('/static/js/protocol.js').Note} Note */
/** @typedef {import('/static/js/protocol.js').Scene} Scene */

adopt(`
.scene-side { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; width: min(100%, 34rem, var(--board-height, 58vh)); min-height: 2rem; padding-left: 1.5rem; }
.scene-side strong.to-move { box-shadow: 0 3px 0 var(--accent, var(--board-can)); }
.scene-pieces { display: inline-flex; flex-wrap: wrap; align-items: center; }
.scene-pieces .piece { width: 1.2rem; height: 1.2rem; margin-right: -0.35rem; }
`);

/** @param {Table} table @param {HTMLElement} side @param {Scene} scene @param {number} seat */
export function showSide({t, names}, side, {seats, moving = [], payoffs = null}, seat) {
  const {role, notes = []} = seats[seat];
  const moves = moving.includes(seat) && !payoffs;
  const words = notes.filter(({pieces}) => !pieces?.length);
  const told = words.map(({text}) => text.sentence);
  const isTold = words.some(({tone}) => tone === 'to-move');
  const said = [role?.sentence, ...told, moves && !isTold && t('to-move')].filter(Boolean).join(' · ');
  fill(
    side,
    h(moves ? 'strong.to-move' : 'strong', {}, names[seat]),
    h('span', {}, said),
    notes.filter(({pieces}) => pieces?.length).flatMap((note) => withPieces(note, t)),
  );
}

/** @param {Note} note @param {import('/static/js/types.js').Words} t */
function withPieces({pieces = [], text, aloud}, t) {
  const label = aloud?.sentence || pieces.map((piece) => called(piece, t)).join(', ');
  return [h('span.scene-pieces', {role: 'img', 'aria-label': label}, pieces.map(drawn)), h('span', {}, text.sentence ?? '')];
}
