import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compareFaces, nameOfFace } from '../../../p2pgame/web/static/js/pieces/faces.js';
import { Pace } from '../../../p2pgame/web/static/js/pieces/pace.js';
import { awaitsTurn, decisions, framesOf, isAtOnce, withTurn } from '../../../p2pgame/web/static/js/table/frames.js';
import { deciders, doubt, fits, moveOfLetter, ordered, read, understood, worded } from '../../../p2pgame/web/static/js/table/moves.js';
import { outcome } from '../../../p2pgame/web/static/js/table/outcome.js';

const choice = (moves, hints) => ({
  moves,
  hints: (hints ?? moves).map((sentence) => ({ type: 'message', id: 'plain', args: {}, sentence: String(sentence) })),
});

const holdem = choice(
  ['fold', 'call', { verb: 'raise', low: 20, high: 1000 }],
  ['fold', 'call 5', 'raise to 20…1000 (half pot 24, pot 35)'],
);
const hearts = choice(
  ['pass 0 4 8', 'pass 0 4 12', 'pass 4 8 12'],
  ['pass 0 4 8 (Ad Jh 9s)', 'pass 0 4 12 (Ad Jh 3d)', 'pass 4 8 12 (Jh 9s 3d)'],
);

test('an amount has its label, and the names of usual amounts', () => {
  const [amount] = ordered(holdem).amounts;
  assert.equal(amount.label, 'raise to');
  assert.deepEqual(amount.presets, [{ name: 'half pot', value: '24' }, { name: 'pot', value: '35' }]);
});

test('a move with slots is its verb and cards', () => {
  assert.deepEqual(read('play 16', 'play 16 (6s)'), { move: 'play 16', verb: 'play', faces: ['6s'], rest: '' });
  assert.equal(read('b1a3', 'b1a3 (Na3)').verb, 'Na3');
  assert.equal(read('hold', 'hold (+5)').verb, 'hold (+5)');
  assert.deepEqual(read('play 3 h', 'play 3 (8c) name hearts').rest, 'name hearts');
});

test('a move of one word is said in the language of the page, and others as they are typed', () => {
  const german = { 'move-words.offer-draw': 'Remis anbieten', 'move-words.hold': 'Halten' };
  const t = (id) => german[id] ?? id;
  assert.equal(worded(t, 'offer draw'), 'Remis anbieten');
  assert.equal(worded(t, 'hold (+5)'), 'Halten (+5)');
  assert.equal(worded(t, 'call 5'), 'Call 5');
  assert.equal(worded(t, 'fold'), 'Fold');
  assert.equal(worded(t, 'Nf3'), 'Nf3');
  assert.equal(worded(t, 'b1a3'), 'b1a3');
});

test('few moves are buttons, and many are grouped by their first word', () => {
  assert.equal(ordered(hearts).single.length, 3);
  const many = choice(Array.from({ length: 20 }, (_, n) => `play ${n}`).concat('resign'));
  const { single, groups } = ordered(many);
  assert.deepEqual(single.map(({ move }) => move), ['resign']);
  assert.deepEqual(groups.map(({ name, moves }) => [name, moves.length]), [['play', 20]]);
});

test('moves that a drawing offers are left out', () => {
  const { single, amounts } = ordered(holdem, (move) => move === 'fold' || typeof move !== 'string');
  assert.deepEqual(single.map(({ move }) => move), ['call']);
  assert.deepEqual(amounts, []);
});

for (const [typed, move] of [
  ['FOLD', 'fold'],
  ['c', 'call'],
  ['call 5', 'call'],
  ['40', 'raise 40'],
  ['bet 40', 'raise 40'],
  ['raise to 40', 'raise 40'],
  ['half pot', 'raise 24'],
  ['bet pot', 'raise 35'],
  ['1/2 pot', 'raise 24'],
  ['min', 'raise 20'],
  ['all in', 'raise 1000'],
  ['dance', 'dance'],
]) {
  test(`"${typed}" is understood as ${move}`, () => assert.equal(understood(typed, holdem), move));
}

test('cards may be named in any order', () => {
  assert.equal(understood('pass 9s, ad jh', hearts), 'pass 0 4 8');
  assert.equal(understood('jh 9s 3d', hearts), 'pass 4 8 12');
});

test('what is grave is only meant if it is typed whole', () => {
  const chess = choice(['e2e4', 'resign', 'offer draw']);
  assert.equal(understood('res', chess), 'res');
  assert.equal(understood('resign', chess), 'resign');
});

test('pieces of chess may have the letters of another language, or English ones', () => {
  const sans = { g1f3: 'Nf3', d1e5: 'Qxe5+', d4e5: 'dxe5', e7e8q: 'e8=Q', a1d1: 'Rad1', f1b5: 'Bb5' };
  const chess = choice(Object.keys(sans), Object.entries(sans).map(([move, san]) => `${move} (${san})`));
  for (const [typed, move] of Object.entries({
    ...{ Sf3: 'g1f3', sf3: 'g1f3', Nf3: 'g1f3', Dxe5: 'd1e5', 'Dxe5+': 'd1e5', dxe5: 'd4e5' },
    ...{ 'e8=D': 'e7e8q', 'e8=d': 'e7e8q', 'e8=Q': 'e7e8q', Tad1: 'a1d1', Lb5: 'f1b5', lb5: 'f1b5' },
  })) {
    assert.equal(understood(typed, chess, 'KDTLS'), move, typed);
  }
  assert.equal(understood('Sf3', chess), 'Sf3');
});

test('a move of chess is understood with the marks of a check, and without', () => {
  const moves = ['e7e8q', 'g1f3', 'resign'];
  const chess = choice(moves, ['e7e8q (e8=Q+)', 'g1f3 (Nf3)', 'resign']);
  for (const typed of ['e8=Q', 'e8=Q+', 'e8=q#']) assert.equal(understood(typed, chess), 'e7e8q');
  for (const typed of ['Nf3', 'nf3+']) assert.equal(understood(typed, chess), 'g1f3');
  assert.equal(understood('+', choice(['play'])), '+');
});

test('a number is compared exactly, however large', () => {
  const range = { verb: 'random', low: 0, high: '999999999999999999' };
  assert.ok(fits('999999999999999999', range));
  assert.ok(!fits('9999999999999999999', range));
  assert.ok(!fits('4.5', range) && !fits('', range) && !fits('0x10', range));
});

test('what hurts if it was not meant is asked again', () => {
  assert.equal(doubt('resign', choice(['e4', 'resign'])), 'confirm-grave');
  assert.equal(doubt('fold', choice(['fold', 'check'])), 'confirm-fold');
  assert.equal(doubt('fold', holdem), null);
  assert.equal(doubt('raise 1000', holdem), 'confirm-all');
  assert.equal(doubt('raise 999', holdem), null);
});

test('the seats that a view waits for', () => {
  const view = (turn, terms) => ({ turn, terms });
  assert.deepEqual(deciders(view('choose', { player: 2 })), [2]);
  assert.deepEqual(deciders(view('together', { choices: [{ player: 0 }, { player: 3 }] })), [0, 3]);
  assert.deepEqual(deciders(view('shuffle', {})), []);
  assert.deepEqual(deciders(null), []);
});

test('the table before things went from it is shown first, and longer', () => {
  const event = { event: 'happened', messages: [{ id: 'm' }], view: { text: 'new' }, cleared: { text: 'old' } };
  const frames = framesOf(event, null);
  assert.deepEqual(frames.map(({ view }) => view.text), ['old', 'new']);
  assert.ok(frames[0].rest > 5 * frames[1].rest);
  assert.equal(frames[0].messages.length, 1);
});

test('frames are shown one after another, and in a hurry when many wait', async () => {
  const shown = [];
  let rests = 0;
  const done = new Promise((idle) => {
    const pace = new Pace({
      show: (item, hurry) => void shown.push([item, hurry]),
      rest: () => 10,
      sleep: async () => void (rests += 1),
      idle,
      most: 2,
    });
    for (let item = 0; item < 6; item += 1) pace.add(item);
  });
  await done;
  assert.deepEqual(shown.map(([item]) => item), [0, 1, 2, 3, 4, 5]);
  // The first is shown before the others have come.
  assert.deepEqual(shown.map(([, hurry]) => hurry), [false, true, true, false, false, false]);
  assert.ok(rests >= 3);
});

test('a pace that is closed shows nothing more', async () => {
  const shown = [];
  const pace = new Pace({ show: (item) => void shown.push(item), rest: () => 5, sleep: () => new Promise(() => {}) });
  pace.add(1);
  pace.add(2);
  pace.close();
  await new Promise((soon) => setImmediate(soon));
  assert.deepEqual(shown, [1]);
});

test('a letter is the one move of a word that begins with it', () => {
  const raise = {verb: 'raise', low: 20, high: 90};
  const choice = {moves: ['fold', 'call', raise, 'resign now', 'leave', 'play 4', 'pass', 'e2e4'], hints: []};
  const found = (/** @type {string} */ letter) => moveOfLetter(letter, choice);
  assert.deepEqual(['f', 'C', 'l', 'p', 'e', 'x', 'fo', ''].map(found), ['fold', 'call', null, null, null, null, null, null]);
  assert.equal(moveOfLetter('r', {moves: ['fold', raise], hints: []}), raise);
  assert.equal(moveOfLetter('r', {moves: ['resign'], hints: []}), null);
});

test('a face has its words, and the number of its rank is one for Fluent', () => {
  const t = (id, args) => `${id} ${JSON.stringify(args ?? {})}`;
  assert.equal(nameOfFace('7h', t), 'card-name {"rank":7,"suit":"h"}');
  assert.equal(nameOfFace('Td', t), 'card-name {"rank":"T","suit":"d"}');
  assert.equal(nameOfFace(null, t), 'card-down {}');
  assert.equal(nameOfFace('tree', t), 'tree');
});

test('a hand is ordered by suits that alternate in colour, then by rank', () => {
  assert.deepEqual(['Ah', 'x', '2s', 'Tc', '2c'].sort(compareFaces), ['2c', 'Tc', '2s', 'Ah', 'x']);
});

test('a turn of ours cuts the rest of a move short, and not that of a result', async () => {
  const move = { turn: null, rest: 550 };
  const turn = { turn: { number: 1 }, rest: 0 };
  assert.ok(isAtOnce(move, turn));
  assert.ok(!isAtOnce({ turn: null, rest: 2600 }, turn));
  assert.ok(!isAtOnce(move, move));
  const shown = [];
  await new Promise((idle) => {
    const sleep = () => new Promise(() => {});
    const show = (item) => void shown.push(item);
    const pace = new Pace({ show, rest: ({ rest }) => rest, sleep, cut: isAtOnce, idle });
    pace.add(move);
    setImmediate(() => pace.add(turn));
  });
  assert.deepEqual(shown, [move, turn]);
});

test('what one did and one\'s next turn are one frame, however late the turn is told', async () => {
  const mine = { turn: 'choose', terms: { player: 0 } };
  const theirs = { turn: 'choose', terms: { player: 1 } };
  const event = { event: 'happened', messages: [{ id: 'm' }], view: mine };
  const frames = (before, seat) => framesOf(event, before, seat);
  assert.deepEqual([frames(mine, 0), frames(theirs, 0), frames(mine, null)].map(([one]) => awaitsTurn(one) > 0), [true, false, false]);
  const [next] = framesOf({ event: 'your-turn', view: mine, number: 2 }, mine, 0);
  for (const late of [false, true]) {
    const shown = [];
    await new Promise((idle) => {
      const sleep = () => new Promise(() => {});
      const show = (item) => void shown.push([item.messages.length, item.turn?.number]);
      const pace = new Pace({ show, rest: () => 0, sleep, awaits: awaitsTurn, join: withTurn, idle });
      pace.add(...frames(mine, 0));
      if (late) setImmediate(() => pace.add(next));
      else pace.add(next);
    });
    assert.deepEqual(shown, [[1, 2]]);
  }
});

test('a turn that does not come is not waited for longer than a moment', async () => {
  const shown = [];
  await new Promise((idle) => {
    const show = (item) => void shown.push(item.turn);
    new Pace({ show, rest: () => 0, sleep: async () => {}, awaits: awaitsTurn, join: withTurn, idle }).add({ turn: null, ours: true });
  });
  assert.deepEqual(shown, [null]);
});

test('whose the decisions of a history were, since the game began', () => {
  const turn = (player) => ({ turn: 'choose', terms: { player } });
  const [first, second, third, over] = [turn(0), turn(1), turn(1), { turn: 'over', terms: {} }];
  const line = (view, kind = 'move') => ({ kind, view });
  const earlier = [line(turn(0)), line(turn(0))];
  const log = [...earlier, line(null, 'begun'), line(first), line(second), line(second, 'chat'), line(third), line(over)];
  assert.deepEqual(decisions(log, 0), [true, false, false]);
});

test('what all chose in secret is shown for longer, and no turn cuts it short', () => {
  const event = { event: 'happened', messages: [{ id: 'm' }], view: { text: 'new' } };
  const choices = [{ player: 0 }, { player: 1 }];
  const [open] = framesOf(event, { turn: 'together', terms: { choices } });
  const [usual] = framesOf(event, { turn: 'choose', terms: { player: 0 } });
  assert.ok(open.rest > 2 * usual.rest);
  assert.ok(!isAtOnce(open, { turn: { number: 1 }, rest: 0 }));
});

test('a result is shown for its while, however many frames wait', async () => {
  const shown = [];
  let rested = [];
  await new Promise((idle) => {
    let now = 0;
    const pace = new Pace({
      show: (item, hurry) => void shown.push([item, hurry]),
      rest: (item) => (now = item),
      sleep: async () => void rested.push(now),
      must: (item) => item === 9,
      idle,
      most: 1,
    });
    for (const item of [1, 2, 9, 4, 5, 6, 7]) pace.add(item);
  });
  assert.deepEqual(shown[2], [9, false]);
  assert.ok(rested.includes(9));
  assert.deepEqual(shown[3], [4, true]);
});

test('where all lose to a bank, nobody has won', () => {
  const id = (payoffs) => outcome(payoffs, 0).id;
  assert.equal(id([-2, -3]), 'you-lost-least');
  assert.equal(id([-3, -2]), 'they-lost-least');
  assert.equal(id([0, -3]), 'you-won');
  assert.equal(id([-1, 1]), 'they-won');
  assert.equal(id([-3, -3]), 'nobody-won');
  assert.equal(id([1]), 'you-did-it');
  assert.deepEqual(outcome([2, 0, 2], 1), { id: 'they-won', winners: [0, 2] });
});
