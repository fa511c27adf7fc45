// A picture for each game, drawn here; a game without one gets a die.

import { svg } from '/static/js/dom.js';

/** @typedef {[string, Record<string, string | number>]} Shape */

const INK = 'var(--black)';
const RED = 'var(--red)';
const PALE = 'var(--card)';
const EDGE = { stroke: 'var(--card-edge)', 'stroke-width': 1 };
const SPADE = 'M0-9c3 5 8 7.500 8 12a4.400 4.400 0 0 1-7.200 3.200c.3 1.800 1 2.800 2.200 4h-6c1.200-1.200 1.900-2.200 2.200-4A4.400 4.400 0 0 1-8 3C-8-1.500-3-4 0-9z';
const HEART = 'M0 9C-6 4-9 .5-9-3.200A4.500 4.500 0 0 1 0-5a4.500 4.500 0 0 1 9 1.800C9 .5 6 4 0 9z';
const PAWN = 'M0-11a4.600 4.600 0 0 1 2.600 8.400C3.200 2 4.800 4 6.500 6h-13c1.700-2 3.300-4 3.900-8.600A4.600 4.600 0 0 1 0-11zM-8 8H8v3H-8z';

/**
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {string} [fill]
 * @returns {Shape}
 */
const card = (x, y, turn, fill = PALE) => [
  'rect',
  { x: -10, y: -14, width: 20, height: 28, rx: 2.5, fill, transform: `translate(${x} ${y}) rotate(${turn})`, ...EDGE },
];
/**
 * @param {string} d
 * @param {number} x
 * @param {number} y
 * @param {string} fill
 * @param {string} [more]
 * @returns {Shape}
 */
const sign = (d, x, y, fill, more = '') => [
  'path',
  { d, fill, transform: `translate(${x} ${y}) ${more}` },
];
/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 * @returns {Shape}
 */
const dot = (x, y, r, fill) => ['circle', { cx: x, cy: y, r, fill }];
/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 * @param {number} [rx]
 * @returns {Shape}
 */
const box = (x, y, width, height, fill, rx = 0) => ['rect', { x, y, width, height, fill, rx }];
/**
 * @param {string} d
 * @param {string} stroke
 * @param {number} [width]
 * @returns {Shape}
 */
const stroke = (d, stroke, width = 3) => [
  'path',
  { d, stroke, 'stroke-width': width, fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
];
/**
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {[number, number][]} pips
 * @returns {Shape[]}
 */
const die = (x, y, turn, pips) => [
  ['rect', { x: -11, y: -11, width: 22, height: 22, rx: 4, fill: PALE, transform: `translate(${x} ${y}) rotate(${turn})`, ...EDGE }],
  ...pips.map(([px, py]) => /** @type {Shape} */ (['circle', { cx: px, cy: py, r: 2.3, fill: INK, transform: `translate(${x} ${y}) rotate(${turn})` }])),
];
/** @returns {Shape[]} */
const squares = () => {
  /** @type {Shape[]} */
  const found = [box(9, 9, 46, 46, 'var(--wood-light)', 3)];
  for (let at = 0; at < 16; at += 1) {
    const [row, column] = [Math.floor(at / 4), at % 4];
    if ((row + column) % 2) found.push(box(9 + column * 11.5, 9 + row * 11.5, 11.5, 11.5, 'var(--wood-dark)'));
  }
  return found;
};
const FIVE = /** @type {[number, number][]} */ ([[-5.5, -5.5], [5.5, -5.5], [0, 0], [-5.5, 5.5], [5.5, 5.5]]);
const THREE = /** @type {[number, number][]} */ ([[-5.5, -5.5], [0, 0], [5.5, 5.5]]);

/** @type {Record<string, () => Shape[]>} */
const PICTURES = {
  holdem: () => [card(24, 32, -10), sign(SPADE, 24, 32, INK, 'rotate(-10) scale(.8)'), card(40, 32, 10), sign(HEART, 40, 32, RED, 'rotate(10) scale(.8)')],
  chess: () => [...squares(), sign(PAWN, 25, 33, '#fff', 'scale(1.35)'), sign(PAWN, 42, 28, INK, 'scale(1.1)')],
  checkers: () => [...squares(), dot(26, 26, 7, '#b3261e'), dot(38, 38, 7, INK), dot(38, 15, 5, '#fff')],
  hearts: () => [card(22, 33, -18), card(32, 31, 0), card(42, 33, 18), sign(HEART, 32, 31, RED, 'scale(.9)')],
  spades: () => [card(22, 33, -18), card(32, 31, 0), card(42, 33, 18), sign(SPADE, 32, 31, INK, 'scale(.9)')],
  'crazy-eights': () => [card(25, 33, -12), card(39, 31, 8), stroke('M39 24.500a3.500 3.500 0 1 0 .1 0M39 31.500a4.500 4.500 0 1 0 .1 0', RED, 3)],
  'liars-dice': () => [...die(24, 40, -12, FIVE), ...die(43, 40, 10, THREE), stroke('M14 27L20 9h24l6 18', 'var(--wood-dark)', 5)],
  pig: () => [...die(32, 32, 12, [[0, 0]])],
  battleship: () => [stroke('M6 50q6.500-6 13 0t13 0 13 0 13 0', '#fff', 3), sign('M0 0h44l-7 11H7zM10-7h20v7H10zM18-15h4v8h-4z', 10, 34, '#fff')],
  memory: () => [box(12, 10, 18, 20, PALE, 3), box(34, 10, 18, 20, '#fff', 3), box(12, 34, 18, 20, '#fff', 3), box(34, 34, 18, 20, PALE, 3), dot(43, 20, 5, RED), dot(21, 44, 5, RED)],
  blackjack: () => [card(25, 33, -10), sign(SPADE, 25, 33, INK, 'rotate(-10) scale(.8)'), card(40, 31, 8), stroke('M37 24v11a4 4 0 0 1-4 3M36 24h7', INK, 3)],
  tictactoe: () => [stroke('M24 10v44M40 10v44M10 24h44M10 40h44', '#fff', 2.5), stroke('M12.500 12.500l7 7M19.500 12.500l-7 7', PALE, 3.5), ['circle', { cx: 32, cy: 32, r: 4.6, fill: 'none', stroke: PALE, 'stroke-width': 3.5 }]],
  rps: () => [sign('M-10 8C-14 0-10-9 0-10s13 6 11 13-17 10-21 5z', 19, 24, '#fff'), box(36, 12, 17, 22, '#fff', 1.5), stroke('M22 56l17-15M24 42l15 15M20 58a3.500 3.500 0 1 1-3-5M21 41a3.500 3.500 0 1 0-4 4', '#fff', 3)],
  goofspiel: () => [card(20, 38, -14), card(44, 38, 14), card(32, 26, 0), sign('M0-8L8 0 0 8-8 0z', 32, 26, RED)],
  fill: () => [box(12, 12, 12, 12, '#fff', 2), box(26, 12, 12, 12, PALE, 2), box(40, 12, 12, 12, '#fff', 2), box(12, 26, 12, 12, '#fff', 2), box(40, 26, 12, 12, '#fff', 2), stroke('M18 46h28', '#fff', 12), stroke('M18 18h28M18 18v28h28', RED, 3)],
  flow: () => [stroke('M14 18h24v14h14', '#fff', 6), stroke('M14 48V32h12v16h24', '#f0b765', 6), dot(14, 18, 6, '#fff'), dot(52, 32, 6, '#fff'), dot(14, 48, 6, '#f0b765'), dot(50, 48, 6, '#f0b765')],
  fold: () => [sign('M0 0h30l8 8v30H0z', 13, 13, '#fff'), sign('M0 0l8 8H0z', 43, 13, 'var(--card-edge)'), stroke('M20 44L44 24', 'var(--card-edge)', 2)],
  mover: () => [stroke('M12 52L22 30l16 8L52 12', '#fff', 3), dot(12, 52, 4, PALE), dot(52, 12, 6, '#f0b765'), dot(22, 30, 3, '#fff'), dot(38, 38, 3, '#fff')],
  leduc: () => [card(24, 32, -8), card(40, 32, 8), stroke('M23 21a3.500 4.500 0 1 0 .1 0M24 28l3 3.500M41 21a3.500 4.500 0 1 0 .1 0M42 28l3 3.500', INK, 2.5), sign(SPADE, 24, 40, INK, 'scale(.55)'), sign(HEART, 40, 40, RED, 'scale(.55)')],
  kuhn: () => [card(18, 34, -12), card(32, 31, 0), card(46, 34, 12), stroke('M29 26h7v7a3.500 3.500 0 0 1-7 0', INK, 3)],
};

/** @type {Record<string, string>} */
const GROUNDS = {
  chess: '#7d6a55', checkers: '#7d6a55', hearts: '#8a3b3b', spades: '#3f4a5e',
  'crazy-eights': '#6b4a86', 'liars-dice': '#7a4b2a', pig: '#a3566f', battleship: '#2c5f86',
  memory: '#5d4a8a', tictactoe: '#3d6672', rps: '#7a5a2e', goofspiel: '#386a6a',
  fill: '#466b3c', flow: '#2d5a7a', fold: '#84572f', mover: '#3c4f80', kuhn: '#4c6a44',
  leduc: '#5c5a3a', blackjack: '#2c6e55', holdem: '#2c6e55',
};

/**
 * @param {string} game
 * @returns {SVGElement}
 */
export function picture(game) {
  const shapes = (PICTURES[game] ?? (() => die(32, 32, 12, FIVE)))();
  return svg(
    'svg.game-picture',
    { viewBox: '0 0 64 64', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { width: 64, height: 64, rx: 10, fill: GROUNDS[game] ?? '#4d5a66' }),
    ...shapes.map(([name, properties]) => svg(name, properties)),
  );
}
