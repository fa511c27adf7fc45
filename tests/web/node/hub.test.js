import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Hub, HubError } from '../../../p2pgame/web/static/js/hub.js';

/** Stands at the other end of each connection of a hub under test. */
class Peer {
  static all = [];

  constructor() {
    this.sent = [];
    this.readyState = 0;
    Peer.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.drop(1000);
  }

  open(about = { version: '1', protocol: 1, language: 'en', languages: ['en'], name: 'Ann' }) {
    this.readyState = 1;
    this.onopen();
    this.say({ hub: about }, { tables: [{ table: 3, state: 'playing' }] });
  }

  say(...frames) {
    for (const frame of frames) this.onmessage({ data: JSON.stringify(frame) });
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

function started(world = {}) {
  Peer.all = [];
  const hub = new Hub('ws://hub', 'KEY', 'en', { socket: Peer, ...world });
  return { hub, peer: Peer.all[0] };
}

const ended = { event: 'finished' };
const refused = { event: 'finished', error: { type: 'message', id: 'bad', args: {}, sentence: 'No such game.' } };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the first frame says the key and the language', () => {
  const { hub, peer } = started();
  peer.open();
  assert.deepEqual(peer.sent[0], { hello: 'KEY', language: 'en' });
  assert.equal(hub.state, 'online');
  assert.equal(hub.about.name, 'Ann');
  hub.close();
});

test('answers come to the request with their number', async () => {
  const { hub, peer } = started();
  peer.open();
  const first = hub.answer({ command: 'list-games' }, 'games');
  const second = hub.answer({ command: 'list-tables' }, 'tables');
  await settled();
  const [one, two] = peer.sent.slice(1).map((frame) => frame.id);
  peer.say({ id: two, event: { event: 'tables', tables: [] } }, { id: two, event: ended });
  peer.say({ id: one, event: { event: 'games', games: [1] } }, { id: one, event: ended });
  assert.deepEqual((await first).games, [1]);
  assert.deepEqual((await second).tables, []);
  hub.close();
});

test('a request that can not be done is rejected with its sentence', async () => {
  const { hub, peer } = started();
  peer.open();
  const asked = hub.open({ command: 'host', game: 'nothing' });
  await settled();
  peer.say({ id: peer.sent[1].id, event: refused });
  await assert.rejects(asked, { name: 'HubError', message: 'No such game.' });
  hub.close();
});

test('who stops reading answers stops the request', async () => {
  const { hub, peer } = started();
  peer.open();
  const asking = (async () => {
    for await (const event of hub.ask({ command: 'replay', file: 'f' })) if (event.event === 'begun') break;
  })();
  await settled();
  const { id } = peer.sent[1];
  peer.say({ id, event: { event: 'begun' } });
  await asking;
  assert.deepEqual(peer.sent.at(-1), { id, close: true });
  hub.close();
});

test('a table that was opened is followed by its events', async () => {
  const { hub, peer } = started();
  peer.open();
  const opening = hub.open({ command: 'host', game: 'kuhn' });
  await settled();
  peer.say({ id: peer.sent[1].id, table: 3 });
  assert.equal(await opening, 3);
  const seen = [];
  hub.follow(3).subscribe((record, event, at) => event && seen.push([event.event, at]));
  peer.say({ table: 3, at: 0, event: { event: 'words-told', words: 'Bob' } });
  assert.deepEqual(seen, [['words-told', 0]]);
  assert.equal(hub.follow(3).record.words, 'Bob');
  assert.equal(peer.sent.length, 2, 'the hub tells what was opened by itself');
  hub.close();
});

test('an event that was told already is told to nobody', () => {
  const { hub, peer } = started();
  peer.open();
  const store = hub.follow(3);
  const event = { event: 'notice', message: { id: 'x', args: {}, sentence: 'Bob' } };
  peer.say({ table: 3, at: 0, event }, { table: 3, at: 0, event });
  assert.equal(store.record.log.length, 1);
  hub.close();
});

test('a lost connection comes back and follows from the next event', async () => {
  const { hub, peer } = started();
  peer.open();
  hub.follow(3);
  peer.say({ table: 3, at: 0, event: { event: 'words-told', words: 'Bob' } });
  const states = [];
  hub.addEventListener('state', () => states.push(hub.state));
  const asked = hub.answer({ command: 'set-name', name: 'Ann' }, 'settings');
  await settled();
  peer.drop();
  await assert.rejects(asked, (error) => error instanceof HubError && error.code === 'connection-lost');
  hub.retry();
  const next = Peer.all[1];
  next.open();
  assert.deepEqual(next.sent, [{ hello: 'KEY', language: 'en' }, { table: 3, follow: 1 }]);
  assert.deepEqual(states, ['lost', 'online']);
  hub.close();
});

test('what only reads is asked again when the connection is back', async () => {
  const { hub, peer } = started();
  peer.open();
  const asked = hub.answer({ command: 'list-games' }, 'games');
  await settled();
  peer.drop();
  await settled();
  hub.retry();
  const next = Peer.all[1];
  next.open();
  await settled();
  assert.deepEqual(next.sent[1], { id: 2, request: { command: 'list-games' } });
  next.say({ id: 2, event: { event: 'games', games: [] } }, { id: 2, event: ended });
  assert.deepEqual((await asked).games, []);
  hub.close();
});

test('what only reads is told that the hub lets nobody in any more', async () => {
  const { hub, peer } = started();
  peer.open();
  const asked = hub.answer({ command: 'list-games' }, 'games');
  await settled();
  peer.drop();
  await settled();
  hub.retry();
  Peer.all[1].drop(1008);
  await assert.rejects(asked, { code: 'connection-lost' });
  assert.equal(hub.state, 'refused');
});

test('a table that is gone when the connection is back is not followed', () => {
  const { hub, peer } = started();
  peer.open();
  hub.follow(3);
  hub.follow(4);
  peer.drop();
  hub.retry();
  Peer.all[1].open();
  assert.deepEqual(Peer.all[1].sent.slice(1), [{ table: 3, follow: 0 }]);
  assert.deepEqual([...hub.stores.keys()], [3]);
  hub.close();
});

test('what comes late from a table that was ended is not kept', () => {
  const { hub, peer } = started();
  peer.open();
  hub.follow(3);
  hub.end(3);
  peer.say({ table: 3, at: 0, event: { event: 'finished' } });
  assert.equal(hub.stores.size, 0);
  hub.close();
});

test('a hub that does not know the key is not tried again', async () => {
  const { hub, peer } = started();
  peer.readyState = 1;
  peer.onopen();
  peer.drop(1008);
  assert.equal(hub.state, 'refused');
  hub.retry();
  assert.equal(Peer.all.length, 1);
});

/** A connection at table 3, where turn 1 is open; `state`: what became of a promise. */
function asked() {
  const { hub, peer } = started();
  peer.open();
  hub.follow(3);
  const turn = { event: 'your-turn', number: 1, view: {}, choice: { moves: [] } };
  peer.say({ table: 3, at: 0, event: turn });
  const id = () => peer.sent.at(-1).command.id;
  const tell = (event, at) => peer.say({ table: 3, ...(at === undefined ? {} : { at }), event });
  const state = async (promise) => {
    let now = 'waits';
    promise.then(() => (now = 'done'), () => (now = 'refused'));
    await settled();
    return now;
  };
  return { hub, peer, id, tell, state };
}

const NO = { type: 'message', id: 'no', args: {}, sentence: 'You can not fly.' };

test('a refusal belongs to the command whose id it has, however late it comes', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { hub, id, tell, state } = asked();
  const first = hub.command(3, { command: 'say', text: 'hello' });
  const second = hub.command(3, { command: 'nudge' });
  const third = hub.command(3, { command: 'plan' });
  const [one, two, three] = [id() - 2, id() - 1, id()];
  tell({ event: 'not-done', message: NO, code: 'illegal', id: two });
  await assert.rejects(second, { message: 'You can not fly.', code: 'illegal' });
  assert.deepEqual([await state(first), await state(third)], ['waits', 'waits']);
  mock.timers.tick(60_000);
  assert.equal(await state(third), 'waits');
  tell({ event: 'done', id: one });
  tell({ event: 'not-done', message: NO, id: three });
  await first;
  await assert.rejects(third);
  hub.close();
});

test('of two questions what leaving costs each gets its own answer', async () => {
  const { hub, id, tell } = asked();
  const prices = [hub.price(3, ''), hub.price(3, '')];
  const message = (/** @type {string} */ sentence) => ({ type: 'message', id: 'price', args: {}, sentence });
  tell({ event: 'weighed', move: '', message: message('later'), id: id() }, 1);
  tell({ event: 'weighed', move: '', message: message('sooner'), id: id() - 1 }, 2);
  assert.deepEqual(await Promise.all(prices), ['sooner', 'later']);
  hub.close();
});

test('a move is made once it is done and its turn is closed, in any order', async () => {
  const { hub, id, tell, state } = asked();
  const move = hub.command(3, { command: 'move', move: 'walk' });
  tell({ event: 'done', id: id() });
  assert.equal(await state(move), 'waits');
  tell({ event: 'turn-closed', number: 1 }, 1);
  assert.equal(await state(move), 'done');
  tell({ event: 'your-turn', number: 2, view: {}, choice: { moves: [] } }, 2);
  const next = hub.command(3, { command: 'move', move: 'walk' });
  tell({ event: 'turn-closed', number: 2 }, 3);
  assert.equal(await state(next), 'waits');
  tell({ event: 'done', id: id() });
  assert.equal(await state(next), 'done');
  const step = hub.command(3, { command: 'move', move: 'walk' });
  tell({ event: 'done', id: id() });
  assert.equal(await state(step), 'done', 'no turn was open: it is a step of a plan');
  hub.close();
});

test('an offer that is typed as a move is made when it is told, and the turn is open', async () => {
  const { hub, id, tell, state } = asked();
  tell({ event: 'begun', game: 'chess', seat: 1, players: [], message: NO }, 1);
  tell({ event: 'your-turn', number: 2, view: {}, choice: { moves: [] } }, 2);
  const offer = hub.command(3, { command: 'move', move: 'draw' });
  tell({ event: 'done', id: id() });
  tell({ event: 'proposed', seat: 0, proposal: 'draw', message: NO }, 3);
  assert.equal(await state(offer), 'waits');
  tell({ event: 'proposed', seat: 1, proposal: 'draw', message: NO }, 4);
  assert.equal(await state(offer), 'done');
  hub.close();
});

test('no command waits at a table that has ended, or on a connection that is lost', async () => {
  const { hub, peer, tell, state } = asked();
  const move = hub.command(3, { command: 'move', move: 'resign' });
  const word = hub.command(3, { command: 'say', text: 'bye' });
  tell({ event: 'finished' }, 1);
  assert.deepEqual([await state(move), await state(word)], ['done', 'done']);
  const late = hub.command(3, { command: 'say', text: 'bye' });
  peer.drop();
  await assert.rejects(late, { code: 'connection-lost' });
  hub.close();
});

test('a refusal that comes when nobody waits for it is told by the hub', () => {
  const { hub, peer } = started();
  peer.open();
  hub.follow(3);
  const told = [];
  hub.addEventListener('error', ({ detail }) => told.push(detail));
  const message = { type: 'message', id: 'no', args: {}, sentence: 'Nobody can hear you.' };
  peer.say({ table: 3, event: { event: 'not-done', message } });
  assert.deepEqual(told, ['Nobody can hear you.']);
  hub.close();
});

test('in another language all is told again', () => {
  const { hub, peer } = started();
  peer.open();
  const store = hub.follow(3);
  peer.say({ table: 3, at: 0, event: { event: 'words-told', words: 'Bob' } });
  hub.speak('de');
  assert.equal(store.record.words, null);
  assert.deepEqual(peer.sent.slice(-2), [{ language: 'de' }, { table: 3, follow: 0 }]);
  hub.close();
});
