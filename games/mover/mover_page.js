// Draws mover: the field with who owns which place, or the plane as a map around the walkers.

import {fill, h, svg} from '/static/js/dom.js';
import {adopt} from '/static/js/pieces/style.js';
import {leftOf, placeOf, wayOf} from '/games/mover_walks.js';

/** @typedef {import('/static/js/types').Table} Table */
/** @typedef {import('/static/js/types').Frame} Frame */
/** @typedef {import('/games/mover_walks.js').Walk} Walk */
/** @typedef {{tick: number, ticks: number, walks: (Walk | null)[], field: number, owners: number[]}} Plane */
/** @typedef {{seat: number, walk: Walk, at: [number, number], end: [number, number]}} Shown */

/** The keys of the directions, as they lie on a pad. */
const PAD = ['y', 'k', 'u', 'h', '', 'l', 'b', 'j', 'n'];
const ARROWS = ['↖', '↑', '↗', '←', '', '→', '↙', '↓', '↘'];
const KEYS = /** @type {Record<string, string>} */ ({ArrowLeft: 'h', ArrowRight: 'l', ArrowUp: 'k', ArrowDown: 'j'});
const COLOURS = ['#1769aa', '#b3152c', '#17692f', '#8a5a00', '#6b2fa0', '#00706b', '#a3317a', '#4d5560'];

const WORDS = {
  en: `
mover-tick = Tick { $tick } of { $ticks }
mover-map = The plane, from { $left } to { $right } and from { $low } to { $high }
mover-at = { $name } at ({ $x }, { $y })
mover-goes = { $name } at ({ $x }, { $y }), { $steps ->
    [one] one step
   *[other] { $steps } steps
  } { $way }
mover-nowhere = { $name } has no order yet
mover-field = The field, { $side } by { $side } places
mover-owns = { $told }: { $places ->
    [one] one place
   *[other] { $places } places
  }
mover-hint = Choose a direction. You own each place that you walk over, until somebody else does.
mover-way = { $way ->
    [left] left
    [right] right
    [up] up
    [down] down
    [left-up] left and up
    [left-down] left and down
    [right-up] right and up
   *[right-down] right and down
  }
mover-steps = Steps
mover-order = Walk { $way }
`,
  de: `
mover-tick = Takt { $tick } von { $ticks }
mover-map = Die Ebene, von { $left } bis { $right } und von { $low } bis { $high }
mover-at = { $name } bei ({ $x }, { $y })
mover-goes = { $name } bei ({ $x }, { $y }), { $steps ->
    [one] ein Schritt
   *[other] { $steps } Schritte
  } { $way }
mover-nowhere = { $name } hat noch keinen Befehl
mover-field = Das Spielfeld, { $side } mal { $side } Felder
mover-owns = { $told }: { $places ->
    [one] ein Feld
   *[other] { $places } Felder
  }
mover-hint = Wähle eine Richtung. Dir gehört jedes Feld, über das du gehst, bis jemand anders darüber geht.
mover-way = { $way ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
    [down] nach unten
    [left-up] nach links oben
    [left-down] nach links unten
    [right-up] nach rechts oben
   *[right-down] nach rechts unten
  }
mover-steps = Schritte
mover-order = Geh { $way }
`,
};

const STYLE = `
.mover { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; width: 100%; }
.mover-map { align-self: start; flex: 1 1 18rem; max-width: 34rem; aspect-ratio: 1; border: 1px solid var(--card-edge); border-radius: 0.5rem; background: var(--card-paper); }
.mover-map .grid { stroke: #0001; stroke-width: 1; vector-effect: non-scaling-stroke; }
.mover-map .axis { stroke: #0004; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.mover-map .way { fill: none; stroke-width: 3; stroke-dasharray: 2 5; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.mover-map .walker { transition: transform 0.6s linear; }
.mover-map.still .walker, .mover-map .walker.jump { transition: none; }
.mover-map .place { stroke: #0002; stroke-width: 1; vector-effect: non-scaling-stroke; fill: transparent; transition: fill 0.3s; }
.mover-map .place.owned { fill-opacity: 0.45; }
.mover-map text { font: 700 11px system-ui, sans-serif; text-anchor: middle; fill: #fff; }
.mover-side { display: grid; gap: 0.6rem; align-content: start; flex: 0 1 16rem; }
.mover-hint { margin: 0; }
.mover-pad { display: grid; grid-template-columns: repeat(3, 3rem); gap: 0.3rem; }
@media (width <= 600px) { .mover-pad { justify-content: center; } .mover-side { flex-basis: 100%; } }
.mover-pad button { min-width: 3rem; min-height: 3rem; font-size: 1.2rem; }
.mover-walkers { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.2rem; max-height: 16rem; overflow: auto; }
.mover-walkers i { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 50%; margin-right: 0.4rem; }
.mover-pad button[aria-pressed='true'] { background: var(--accent); color: var(--on-accent); opacity: 1; }
`;

/** @param {Table} table */
export function create(table) {
  table.learn(WORDS);
  adopt(STYLE);
  return new Mover(table);
}

class Mover {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tick = h('strong');
    this.map = svg('svg.mover-map', {role: 'img', tabindex: 0});
    this.lines = svg('g');
    this.walkers = svg('g');
    this.map.append(this.lines, this.walkers);
    /** @type {Map<number, SVGElement>} */
    this.made = new Map();
    /** @type {SVGElement[]} */
    this.places = [];
    /** @type {Map<number, [number, number]>} */
    this.where = new Map();
    this.now = 0;
    this.steps = /** @type {HTMLInputElement} */ (
      h('input', {type: 'number', min: 1, max: 1000000, value: '10', 'aria-label': table.t('mover-steps')})
    );
    this.buttons = PAD.map((key, n) => {
      const properties = {
        type: 'button',
        disabled: true,
        'aria-label': key && table.t('mover-order', {way: table.t('mover-way', {way: wayOf(key)})}),
        onclick: () => this.order(key),
      };
      return key ? h('button', properties, ARROWS[n]) : h('span');
    });
    this.list = h('ul.mover-walkers');
    this.hint = h('p.mover-hint', {hidden: true}, table.t('mover-hint'));
    /** The order that the player has given in a tick. @type {{key: string, tick: number} | null} */
    this.given = null;
    const steps = h('label', {}, table.t('mover-steps'), ' ', this.steps);
    const tools = table.seat === null ? null : [h('div.mover-pad', {}, this.buttons), steps];
    this.element = h('div.mover', {}, this.map, h('div.mover-side', {}, this.tick, this.hint, tools, this.list));
    this.map.addEventListener('keydown', (event) => {
      const key = KEYS[event.key] ?? event.key;
      if (event.ctrlKey || event.metaKey || event.altKey || !PAD.includes(key) || !key) return;
      event.preventDefault();
      this.order(key);
    });
  }

  /** @param {import('/static/js/types').Choice['moves'][number]} move */
  offers(move) {
    return typeof move !== 'string' && PAD.includes(move.verb);
  }

  /** @param {Frame} frame */
  show({view, choice, animate}) {
    const state = /** @type {Plane} */ (view.state);
    const {tick, ticks, walks} = state;
    const {t} = this.table;
    this.can = Boolean(choice?.moves.length);
    for (const button of this.buttons) /** @type {HTMLButtonElement} */ (button).disabled = !this.can;
    this.now = tick;
    this.mark();
    this.hint.hidden = !state.field || this.table.seat === null || walks[this.table.seat] !== null;
    fill(this.tick, t('mover-tick', {tick, ticks}));
    const shown = /** @type {Shown[]} */ (
      walks.flatMap((walk, seat) =>
        walk ? [{seat, walk, at: placeOf(walk, tick), end: placeOf(walk, walk.since + walk.steps)}] : [],
      )
    );
    if (state.field) this.showField(state, shown, animate);
    else this.showPlane(shown, animate);
    this.showWalkers(state);
  }

  /**
   * The field has no edge: a walk that leaves it comes in on the other side.
   * @param {Plane} state
   * @param {Shown[]} shown
   * @param {boolean} animate
   */
  showField({field: side, owners}, shown, animate) {
    const {t, names} = this.table;
    const size = 40;
    const half = Math.floor(side / 2);
    this.map.setAttribute('viewBox', `${-size * (half + 0.6)} ${-size * (side - half - 0.4)} ${size * (side + 0.2)} ${size * (side + 0.2)}`);
    this.map.setAttribute('aria-label', t('mover-field', {side}));
    this.map.classList.toggle('still', !animate);
    if (this.places.length !== owners.length) {
      this.places = owners.map((_, at) => {
        const [x, y] = [(at % side) - half - 0.5, Math.floor(at / side) - half + 0.5];
        return svg('rect.place', {x: x * size, y: -y * size, width: size, height: size});
      });
      this.lines.replaceChildren(...this.places);
    }
    owners.forEach((owner, at) => {
      const place = this.places[at];
      place.classList.toggle('owned', owner > 0);
      place.style.setProperty('fill', owner ? COLOURS[(owner - 1) % COLOURS.length] : '');
      place.replaceChildren(...(owner ? [svg('title', {}, names[owner - 1])] : []));
    });
    /** @param {number} at */
    const inside = (at) => ((((at + half) % side) + side) % side) - half;
    for (const {seat, at} of shown) {
      const [x, y] = [inside(at[0]), inside(at[1])];
      const before = this.where.get(seat);
      const over = before && Math.max(Math.abs(before[0] - x), Math.abs(before[1] - y)) > 1;
      const walker = this.walker(seat);
      walker.classList.toggle('jump', Boolean(over));
      walker.style.setProperty('transform', `translate(${x * size}px, ${-y * size}px)`);
      this.where.set(seat, [x, y]);
    }
  }

  /** @param {Shown[]} shown @param {boolean} animate */
  showPlane(shown, animate) {
    const {t} = this.table;
    const far = Math.max(5, ...shown.flatMap(({at}) => at.map((one) => Math.abs(one) + 2)));
    const size = 40;
    const scale = (size * 5) / far;
    this.map.setAttribute('viewBox', `${-size * 5.4} ${-size * 5.4} ${size * 10.8} ${size * 10.8}`);
    this.map.setAttribute('aria-label', t('mover-map', {left: -far, right: far, low: -far, high: far}));
    this.map.classList.toggle('still', !animate);
    const step = 10 ** Math.floor(Math.log10(far / 2)) || 1;
    const ends = size * 5.4;
    const grid = [];
    for (let at = -Math.floor(far / step) * step; at <= far; at += step) {
      const kind = at ? 'line.grid' : 'line.axis';
      grid.push(svg(kind, {x1: at * scale, x2: at * scale, y1: -ends, y2: ends}));
      grid.push(svg(kind, {y1: -at * scale, y2: -at * scale, x1: -ends, x2: ends}));
    }
    const ways = shown.slice(0, 16).map(({seat, at, end}) =>
      svg('path.way', {
        stroke: COLOURS[seat % COLOURS.length],
        d: `M${at[0] * scale} ${-at[1] * scale}L${clip(end[0], far) * scale} ${-clip(end[1], far) * scale}`,
      }),
    );
    this.lines.replaceChildren(...grid, ...ways);
    for (const {seat, at} of shown) {
      this.walker(seat).style.setProperty('transform', `translate(${at[0] * scale}px, ${-at[1] * scale}px)`);
    }
  }

  /** @param {Plane} state */
  showWalkers({tick, field, walks, owners}) {
    const {t, names} = this.table;
    const owned = new Map();
    for (const owner of owners) owned.set(owner - 1, (owned.get(owner - 1) ?? 0) + 1);
    const own = this.table.seat;
    const order = [...names.keys()].sort((one, other) => Number(other === own) - Number(one === own) || one - other);
    fill(
      this.list,
      order.slice(0, 40).map((seat) => {
        const walk = walks[seat];
        const mark = h('i', {style: {background: COLOURS[seat % COLOURS.length]}});
        const nowhere = field ? names[seat] : t('mover-nowhere', {name: names[seat]});
        const told = walk ? this.told(walk, tick, names[seat]) : nowhere;
        const places = owned.get(seat) ?? 0;
        return h('li', {}, mark, field ? t('mover-owns', {told, places}) : told);
      }),
    );
  }

  /** @param {Walk} walk @param {number} tick @param {string} name */
  told(walk, tick, name) {
    const {t} = this.table;
    const [x, y] = placeOf(walk, tick);
    const steps = leftOf(walk, tick);
    const way = t('mover-way', {way: wayOf(walk.direction)});
    return steps ? t('mover-goes', {name, x, y, steps, way}) : t('mover-at', {name, x, y});
  }

  /** @param {number} seat */
  walker(seat) {
    let element = this.made.get(seat);
    if (!element) {
      const own = seat === this.table.seat;
      element = svg(
        'g.walker',
        {},
        svg('circle', {r: own ? 11 : 9, fill: COLOURS[seat % COLOURS.length], stroke: own ? '#000' : '#fff', 'stroke-width': 2}),
        svg('text', {y: 4}, seat + 1),
        svg('title', {}, this.table.names[seat]),
      );
      this.made.set(seat, element);
      this.walkers.append(element);
    }
    return element;
  }

  /** Shows which order the player has given in this tick. */
  mark() {
    const key = this.given?.tick === this.now ? this.given?.key : '';
    for (const [n, button] of this.buttons.entries()) {
      if (PAD[n]) button.setAttribute('aria-pressed', String(PAD[n] === key));
    }
  }

  /** @param {string} key */
  order(key) {
    if (!this.can) return;
    const steps = Math.max(1, Math.min(1000000, Math.round(Number(this.steps.value)) || 1));
    const given = {key, tick: this.now};
    this.table.move(`${key} ${steps}`).then(
      () => {
        this.given = given;
        this.mark();
      },
      (error) => this.table.say(error.message),
    );
  }
}

/** @param {number} at @param {number} far */
function clip(at, far) {
  return Math.max(-far * 1.1, Math.min(far * 1.1, at));
}
