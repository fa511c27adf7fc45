import assert from 'node:assert/strict';
import { test } from 'node:test';

import { after, blank, capital, names } from '../../../p2pgame/web/static/js/record.js';

const message = (id, sentence = id) => ({ type: 'message', id, args: {}, sentence });
const view = (text) => ({ seat: 0, turn: 'choose', terms: {}, state: {}, faces: {}, text });
const choice = { moves: ['check'], hints: [] };
const begun = {
  event: 'begun',
  table: 'aa',
  game: 'kuhn',
  version: 1,
  options: {},
  players: [{ name: 'Ann', identity: '1' }, { name: 'Bob', identity: '2' }],
  seat: 0,
  message: message('terms', 'The game begins.'),
};

const told = (...events) => events.reduce((record, event) => after(record, event, record.next), blank());

test('a record is never changed', () => {
  const freeze = (value) => {
    if (value && typeof value === 'object' && !Object.isFrozen(value)) {
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    }
    return value;
  };
  let record = freeze(blank());
  const events = [
    begun,
    { event: 'asked', question: { number: 1, ask: { ask: 'play-again', seats: 2 }, seconds: 9, default: 0 } },
    { event: 'proposed', seat: 1, proposal: 'draw', message: message('p') },
    { event: 'chat', seat: 1, text: 'hi', message: message('c') },
    { event: 'happened', messages: [message('m')], view: view('one') },
    { event: 'answered', number: 1, answer: 0, by: 'player' },
    { event: 'finished' },
  ];
  for (const event of events) record = freeze(after(record, event, record.next));
  assert.equal(record.next, events.length);
});

test('a move shows the table before and after it, and writes its history', () => {
  const record = told(
    begun,
    { event: 'happened', messages: [message('a', 'Ann checks.')], view: view('one') },
    { event: 'happened', messages: [message('b', 'Bob bets.'), message('c', 'Pot 3.')], view: view('two'), cleared: view('old') },
  );
  assert.equal(record.view.text, 'two');
  assert.equal(record.before.text, 'one');
  assert.equal(record.cleared.text, 'old');
  assert.deepEqual(record.log.map((line) => line.sentence), ['The game begins.', 'Ann checks.', 'Bob bets.', 'Pot 3.']);
  assert.equal(record.log[1].view.text, 'one');
  assert.equal(record.log[2].at, 2);
});

test('a notice that follows itself is one line', () => {
  const kept = { event: 'notice', message: message('order-kept', 'Your order is kept.') };
  const record = told(
    begun,
    kept,
    kept,
    { event: 'happened', messages: [message('a', 'Ann checks.')], view: view('one') },
    kept,
  );
  const sentences = record.log.map((line) => line.sentence);
  assert.deepEqual(sentences.slice(1), ['Your order is kept.', 'Ann checks.', 'Your order is kept.']);
});

test('a line begins as a sentence does, and a name as its player writes it', () => {
  const record = told(
    { ...begun, players: [{ name: 'ann', identity: '1' }, { name: 'Bob', identity: '2' }] },
    { event: 'happened', messages: [message('a', 'two cards dealt'), message('b', 'ann checks')], view: view('one') },
    { event: 'chat', seat: 1, text: 'hi', message: message('c', 'bob: hi') },
  );
  assert.deepEqual(record.log.slice(1).map((line) => line.sentence), ['Two cards dealt', 'ann checks', 'bob: hi']);
  assert.equal(capital('', []), '');
});

test('who comes back has the history and chat of before, without the tables of then', () => {
  const past = [
    { kind: 'move', message: message('a', 'ann checks') },
    { kind: 'chat', message: message('c', 'Bob: hi'), seat: 1, text: 'hi' },
    { kind: 'move', message: message('b', 'two cards dealt') },
  ];
  const back = { event: 'resumed', message: message('r', 'You are back.'), last: past[2].message, view: view('now'), past };
  const record = told(begun, back, { event: 'chat', seat: 0, text: 'hello', message: message('d', 'Ann: hello') });
  const { log } = record;
  assert.deepEqual(log.slice(1).map((line) => line.sentence), ['Ann checks', 'Bob: hi', 'Two cards dealt', 'You are back.', 'Ann: hello']);
  assert.deepEqual(log.slice(1, 5).map((line) => line.view?.text), [undefined, undefined, undefined, 'now']);
  assert.deepEqual(record.chat.map(({ seat, text }) => [seat, text]), [[1, 'hi'], [0, 'hello']]);
  const without = told(begun, { ...back, past: undefined });
  assert.deepEqual(without.log.slice(1).map((line) => line.sentence), ['Two cards dealt', 'You are back.']);
});

test('a turn is open until it is closed by its number', () => {
  const turn = { event: 'your-turn', number: 4, view: view('mine'), choice };
  assert.equal(told(begun, turn).turn.number, 4);
  assert.equal(told(begun, turn, { event: 'turn-closed', number: 3 }).turn.number, 4);
  assert.equal(told(begun, turn, { event: 'turn-closed', number: 4 }).turn, null);
  assert.equal(told(begun, turn, { event: 'ended', payoffs: [1, -1], message: message('e') }).turn, null);
});

test('a question is open until it is answered, and told once', () => {
  const question = { number: 7, ask: { ask: 'play-with', name: 'Eve' }, seconds: 60, default: 0 };
  const asked = { event: 'asked', question };
  assert.equal(told(asked, asked).questions.length, 1);
  assert.deepEqual(told(asked, { event: 'answered', number: 7, answer: 1, by: 'player' }).questions, []);
  assert.deepEqual(told(asked, { event: 'finished' }).questions, []);
});

test('offers gather the seats that agree, and fall with the next move', () => {
  const offer = (seat) => ({ event: 'proposed', seat, proposal: 'draw', message: message('o') });
  assert.deepEqual(told(begun, offer(1), offer(0), offer(1)).proposals, { draw: [1, 0] });
  assert.deepEqual(told(begun, offer(1), { event: 'happened', messages: [], view: view('x') }).proposals, {});
});

test('a further game keeps the history and forgets the result', () => {
  const record = told(
    begun,
    { event: 'happened', messages: [message('a', 'Ann checks.')], view: view('one') },
    { event: 'ended', payoffs: [1, -1], message: message('e', 'Ann wins.') },
    { event: 'saved', path: 'f' },
    begun,
  );
  assert.equal(record.games, 2);
  assert.equal(record.ended, null);
  assert.equal(record.saved, null);
  assert.equal(record.view, null);
  assert.ok(record.log.some((line) => line.sentence === 'Ann wins.'));
});

test('what may be bought is known until the next game begins', () => {
  const purse = { event: 'purse', chips: 300, most: 1000, asked: 0, message: message('p', 'You have 300.') };
  const record = told(begun, purse);
  assert.deepEqual([record.purse.most, record.log.at(-1).sentence], [1000, 'You have 300.']);
  assert.equal(told(begun, purse, { ...begun, table: 'bb' }).purse, null);
  assert.equal(told({ event: 'snapshot', missed: 1, begun, purse }).purse.chips, 300);
});

test('a snapshot says how things are, whatever was known', () => {
  const turn = { event: 'your-turn', number: 9, view: view('now'), choice };
  const record = told(
    begun,
    { event: 'asked', question: { number: 1, ask: { ask: 'play-again', seats: 2 }, seconds: 9, default: 0 } },
    { event: 'snapshot', missed: 2048, begun, view: view('now'), turn },
  );
  assert.equal(record.turn.number, 9);
  assert.equal(record.missed, 2048);
  assert.deepEqual(record.questions, []);
  assert.equal(record.before, null);
});

test('an event that this page does not know only counts', () => {
  const record = after(told(begun), { event: 'of-tomorrow' }, 1);
  assert.equal(record.next, 2);
  assert.equal(record.begun, begun);
});

test('equal names are told apart by their seats', () => {
  assert.deepEqual(names([{ name: 'Ann' }, { name: 'Bob' }, { name: 'Ann' }]), ['Ann (1)', 'Bob', 'Ann (3)']);
});

test('undos that make room are listed until the table or the plan changes', () => {
  const found = (number, more) => ({
    event: 'undos-found',
    wanted: 'b3',
    undos: [{ number, moves: ['undo A'], message: message('undos', `Undo ${number}.`) }],
    more,
  });
  const record = told(begun, found(1, true), found(2, false));
  assert.deepEqual(record.undos.undos.map(({ number }) => number), [1, 2]);
  assert.equal(record.undos.more, false);
  assert.equal(after(record, found(1, true), 3).undos.undos.length, 1);
  for (const event of [
    { event: 'happened', messages: [], view: view('now') },
    { event: 'planned', steps: [] },
    { event: 'plan-ended', made: false, message: message('gone', 'Gone.') },
    begun,
  ]) {
    assert.equal(after(record, event, 3).undos, null);
  }
});

test('a hint stays until the table or the plan changes', () => {
  const hint = { event: 'hint-shown', level: 1, levels: 3, message: message('look', 'Look at A.') };
  const record = told(begun, hint);
  assert.equal(record.hint, hint);
  for (const event of [
    { event: 'happened', messages: [], view: view('now') },
    { event: 'planned', steps: [] },
    { event: 'plan-ended', made: false, message: message('gone', 'Gone.') },
    begun,
  ]) {
    assert.equal(after(record, event, 2).hint, null);
  }
});

test('a plan shows the table after its steps, and says once why it fell', () => {
  const steps = [{ moves: ['check'], hints: [message('check')] }];
  const planned = { event: 'planned', steps, view: view('after') };
  const record = told(begun, { event: 'happened', messages: [], view: view('now') }, planned);
  assert.equal(record.view.text, 'after');
  assert.equal(record.plan.steps.length, 1);
  const fallen = after(record, { event: 'planned', steps: [], fell: message('fell', 'It fell.') }, 3);
  assert.equal(fallen.fell, 'It fell.');
  assert.equal(fallen.view.text, 'after');
  const ended = after(fallen, { event: 'plan-ended', made: false, message: message('gone', 'Gone.') }, 4);
  assert.equal(ended.plan, null);
  assert.equal(ended.fell, 'Gone.');
  assert.equal(after(ended, begun, 5).fell, null);
});
