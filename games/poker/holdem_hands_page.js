// Ranks poker hands, and says who wins which pot: what people want to see of an end.  The
// rules (ranking.py, pots.py) decide; tests/web compares.

const RANKS = '23456789TJQKA';

/**
 * @typedef {object} Hand
 * @property {number[]} score compares place by place, higher is better
 * @property {string} id the message that names it
 * @property {number[]} ranks those that it is called by, from 2 to 14
 * @property {string[]} cards the five
 */

/**
 * The best five of up to seven cards; null: they are fewer than five.
 *
 * @param {readonly string[]} cards
 * @returns {Hand | null}
 */
export function best(cards) {
  /** @type {Hand | null} */
  let found = null;
  for (const five of fives(cards)) {
    const hand = ranked(five);
    if (!found || compare(hand.score, found.score) > 0) found = hand;
  }
  return found;
}

/**
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @returns {number} above 0: the first is better
 */
export function compare(one, other) {
  for (let place = 0; place < one.length; place += 1) {
    if (one[place] !== other[place]) return one[place] - other[place];
  }
  return 0;
}

/**
 * @param {readonly string[]} cards
 * @returns {string[][]}
 */
function fives(cards) {
  /** @param {number} from @param {string[]} held @returns {string[][]} */
  const more = (from, held) => {
    if (held.length === 5) return [held];
    return cards.slice(from).flatMap((card, n) => more(from + n + 1, [...held, card]));
  };
  return more(0, []);
}

/**
 * @param {string[]} five
 * @returns {Hand}
 */
function ranked(five) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of five) {
    const rank = RANKS.indexOf(card[0]) + 2;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const ranks = groups.map(([rank]) => rank);
  const shape = groups.map(([, count]) => count).join('');
  const flush = five.every((card) => card[1] === five[0][1]);
  const place = (/** @type {string} */ card) => ranks.indexOf(RANKS.indexOf(card[0]) + 2);
  const top = shape === '11111' ? straight(ranks) : 0;
  /** @param {number} kind @param {string} id @param {number[]} named */
  const hand = (kind, id, named, kickers = ranks) => ({
    score: [kind, ...kickers, 0, 0, 0, 0].slice(0, 6),
    id,
    ranks: named,
    cards: [...five].sort((a, b) => place(a) - place(b)),
  });
  if (flush && top === 14) return hand(8, 'holdem-royal-flush', [], [14]);
  if (flush && top) return hand(8, 'holdem-straight-flush', [top], [top]);
  if (shape === '41') return hand(7, 'holdem-quads', [ranks[0]]);
  if (shape === '32') return hand(6, 'holdem-full-house', ranks);
  if (flush) return hand(5, 'holdem-flush', [ranks[0]]);
  if (top) return hand(4, 'holdem-straight', [top], [top]);
  if (shape === '311') return hand(3, 'holdem-trips', [ranks[0]]);
  if (shape === '221') return hand(2, 'holdem-two-pair', ranks.slice(0, 2));
  if (shape === '2111') return hand(1, 'holdem-pair', [ranks[0]]);
  return hand(0, 'holdem-high-card', [ranks[0]]);
}

/**
 * The highest rank of a straight, or 0; an ace is also low.
 *
 * @param {number[]} ranks
 */
function straight(ranks) {
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks[0] === 14 && ranks[1] === 5 ? 5 : 0;
}

/**
 * Main and side pots.  A pot that nobody can win joins the one below.
 *
 * @param {readonly number[]} paid by seat
 * @param {readonly number[]} contenders
 * @param {number} [dead]
 * @returns {{amount: number, seats: number[]}[]}
 */
export function makePots(paid, contenders, dead = 0) {
  /** @type {{amount: number, seats: number[]}[]} */
  const pots = [];
  let amount = dead;
  let below = 0;
  for (const level of [...new Set(paid)].sort((a, b) => a - b)) {
    amount += paid.filter((chips) => chips >= level).length * (level - below);
    let seats = contenders.filter((seat) => paid[seat] >= level);
    const last = pots.at(-1);
    if (last && (!seats.length || last.seats.join() === seats.join())) {
      pots.pop();
      amount += last.amount;
      seats = last.seats;
    }
    if (amount) pots.push({amount, seats});
    amount = 0;
    below = level;
  }
  return pots;
}

/**
 * What each seat has won in a hand that is over, and with what.
 *
 * @param {Record<string, any>} state
 * @returns {{won: Map<number, number>, hands: Map<number, Hand>}}
 */
export function outcome(state) {
  /** @type {Map<number, number>} */
  const won = new Map();
  /** @type {Map<number, Hand>} */
  const hands = new Map();
  for (const seat of state.live) {
    const hand = best([...state.shown[seat], ...state.board]);
    if (hand && state.shown[seat].length) hands.set(seat, hand);
  }
  /** @param {number[]} seats */
  const winners = (seats) => {
    if (seats.length < 2) return seats;
    const scores = seats.map((seat) => hands.get(seat)?.score ?? [-1]);
    const top = scores.reduce((a, b) => (compare(a, b) >= 0 ? a : b));
    return seats.filter((_, n) => compare(scores[n], top) === 0);
  };
  const first = makePots(state.paid, state.live, state.dead);
  const share = new Set(first.flatMap(({seats}) => winners(seats)));
  const contenders = state.live.filter((/** @type {number} */ seat) => share.has(seat));
  for (const {amount, seats} of makePots(state.paid, contenders, state.dead)) {
    const best = winners(seats);
    const part = Math.floor(amount / best.length);
    best.forEach((seat, n) => {
      const odd = n === 0 ? amount - part * best.length : 0;
      won.set(seat, (won.get(seat) ?? 0) + part + odd);
    });
  }
  return {won, hands};
}
