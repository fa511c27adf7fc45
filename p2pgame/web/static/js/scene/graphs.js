// A graph: places in a circle, the ways between them, and what lies there.  A place is picked
// if moves name it.

import {h, svg} from '/static/js/dom.js';
import {arrange, kept} from '/static/js/pieces/layout.js';
import {adopt} from '/static/js/pieces/style.js';

/** @typedef {import('/static/js/protocol.js').Graph} Graph */
/** @typedef {import('/static/js/types.js').Words} Words */

const STYLE = `
.graph { position: relative; width: min(100%, 24rem, 58vh); aspect-ratio: 1; }
.graph-ways { position: absolute; inset: 0; width: 100%; height: 100%; color: var(--text-soft); }
.graph-ways line { stroke: currentColor; stroke-width: 0.7; }
.graph-ways path { fill: currentColor; }
.graph-place { position: absolute; left: var(--x); top: var(--y); translate: -50% -50%; min-width: 2.75rem; min-height: 2.75rem; padding: 0.2rem; border-radius: 50%; display: grid; place-content: center; line-height: 1.1; }
.graph-place small { display: block; }
.graph-place.can { border-color: var(--accent); border-width: 2px; }
.graph-place.chosen { background: var(--accent); color: var(--on-accent); }
`;
/** How far places lie from the middle, and how long the head of a one-way line is, in hundredths. */
const FAR = 41;
const HEAD = 3;
const RIM = 7.5;

/** A drawing of one graph. */
export class GraphBoard {
  /**
   * @param {Words} t
   * @param {(moves: string[]) => void} choose one move, or several that lead there
   */
  constructor(t, choose) {
    adopt(STYLE);
    this.t = t;
    this.choose = choose;
    this.element = h('div.graph', {role: 'group', 'aria-label': t('board')});
    /** @type {Graph} */
    this.graph = {part: 'graph', ways: [], lies: []};
    /** Moves by the places that they name, as `3` or `3 5`. @type {Map<string, string[]>} */
    this.moves = new Map();
    this.source = '';
    this.place = kept((/** @type {string} */ name) =>
      h('button.graph-place', {type: 'button', onclick: () => this.pick(name)}),
    );
  }

  /**
   * Shows a graph; returns the moves that it lets people make.
   *
   * @param {Graph} graph
   * @param {readonly string[]} moves
   * @returns {Set<string>}
   */
  show(graph, moves) {
    this.graph = graph;
    this.moves = new Map();
    const offered = new Set();
    for (const move of moves) {
      const name = placesOf(move, graph.ways.length)?.join(' ');
      if (name === undefined) continue;
      this.moves.set(name, [...(this.moves.get(name) ?? []), move]);
      offered.add(move);
    }
    // Until there is something to choose again, what was picked stays so.
    if (moves.length && !this.begins(this.source)) this.source = '';
    this.draw();
    return offered;
  }

  draw() {
    const {ways: leads, lies} = this.graph;
    const places = leads.map((ends, at) => {
      const name = String(at);
      const element = this.place(name);
      const [x, y] = this.at(at);
      element.style.setProperty('--x', `${x}%`);
      element.style.setProperty('--y', `${y}%`);
      const can = this.leads(name).length > 0 || this.begins(name);
      element.classList.toggle('can', can);
      const chosen = name === this.source && this.moves.size > 0;
      element.classList.toggle('chosen', chosen);
      element.setAttribute('aria-disabled', String(!can));
      element.setAttribute('aria-pressed', String(chosen));
      const whither = ends.length ? this.t('graph-ways', {ways: ends.join(' ')}) : '';
      const words = [this.t('graph-place', {place: name}), lies[at], whither];
      element.setAttribute('aria-label', words.filter(Boolean).join(', '));
      element.replaceChildren(name, ...(lies[at] ? [h('small', {}, lies[at])] : []));
      return element;
    });
    const old = this.element.querySelector('svg');
    const ways = svg('svg.graph-ways', {viewBox: '0 0 100 100', 'aria-hidden': 'true'}, this.ways());
    if (old) old.remove();
    arrange(this.element, places);
    this.element.prepend(ways);
  }

  /** @param {number} place @returns {[number, number]} */
  at(place) {
    const turn = (2 * Math.PI * place) / this.graph.ways.length - Math.PI / 2;
    return [50 + FAR * Math.cos(turn), 50 + FAR * Math.sin(turn)];
  }

  ways() {
    const {ways} = this.graph;
    return ways.flatMap((ends, from) =>
      ends.flatMap((to) => {
        const both = ways[to].includes(from);
        if (to === from || (both && to < from)) return [];
        const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
        const line = svg('line', {x1, y1, x2, y2});
        return both ? [line] : [line, head(x1, y1, x2, y2)];
      }),
    );
  }

  /** The moves that picking a place makes. @param {string} name */
  leads(name) {
    return this.moves.get(this.source ? `${this.source} ${name}` : name) ?? [];
  }

  /** Whether a move of two places begins at one. @param {string} name */
  begins(name) {
    return [...this.moves.keys()].some((one) => one.startsWith(`${name} `));
  }

  /** @param {string} name */
  pick(name) {
    if (!this.moves.size) return;
    const moves = this.leads(name);
    this.source = !moves.length && name !== this.source && this.begins(name) ? name : '';
    this.draw();
    if (moves.length) this.choose(moves);
  }
}

/**
 * The head of an arrow, at the rim of the place where it ends.
 *
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function head(x1, y1, x2, y2) {
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [x, y] = [(x2 - x1) / far, (y2 - y1) / far];
  const [tipX, tipY] = [x2 - x * RIM, y2 - y * RIM];
  const [backX, backY] = [tipX - x * HEAD, tipY - y * HEAD];
  const side = HEAD / 2;
  return svg('path', {
    d: `M${tipX} ${tipY}L${backX - y * side} ${backY + x * side}L${backX + y * side} ${backY - x * side}Z`,
  });
}

/**
 * The places that a move names, as `go 3`, `take 0 4` or `2-5`; null: it names none.
 *
 * @param {string} move
 * @param {number} places how many there are
 * @returns {number[] | null}
 */
function placesOf(move, places) {
  const found = /^(?:[^\d\s]+ )?(\d+)(?:[- ](\d+))?$/.exec(move);
  const named = (found?.slice(1) ?? []).filter((one) => one !== undefined).map(Number);
  return named.length && named.every((one) => one < places) ? named : null;
}
