// node verify.mjs FILE: verify a transcript of kuhn or tictactoe by docs/wire.md; print its trace.
// The verdicts of the page: 0 signed or unfinished, 1 refused, 3 unknown; 2 no such file or usage.
import { readFileSync } from 'node:fs';
import { x25519 } from '@noble/curves/ed25519.js';
import { readFile } from './entries.mjs';
import { Deck, H, admit, check, hex, refuse, text, unhex, verifySignature } from './proofs.mjs';
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`);
const deck = new Deck();
// "Games": what a state leads to, be it a turn with the state `after` its event.
const over = (winner, stake) => ({ payoffs: [0, 1].map((i) => (i === winner ? stake : -stake)) });
function kuhn([shuffled, dealt, actions, opened]) {
  const [player, played] = [actions.length % 2, actions.join(' ')];
  if (!shuffled) return { kind: 'shuffled', after: () => [true, false, [], []] };
  if (!dealt) return { kind: 'dealt', after: () => [true, true, [], []] };
  if (played.endsWith('fold')) return over(player, 1);
  if (played !== 'check check' && !played.endsWith('call')) {
    const moves = actions.at(-1) === 'bet' ? ['fold', 'call'] : ['check', 'bet'];
    return { kind: 'chosen', player, moves, after: (move) => [true, true, [...actions, move], []] };
  }
  if (!opened.length) return { kind: 'opened', after: (faces) => [true, true, actions, faces] };
  const [mine, other] = opened.map((face) => deck.faces.indexOf(face));
  return over(mine > other ? 0 : 1, played === 'check check' ? 1 : 2);
}
const LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
function tictactoe(marks) {
  const winner = marks.findIndex((mark) => LINES.some((line) => (mark & line) === line));
  const moves = [...'123456789'].filter((cell) => !((marks[0] | marks[1]) & (1 << (cell - 1))));
  if (winner >= 0 || !moves.length) return over(winner, winner >= 0 ? 1 : 0);
  const player = (9 - moves.length) % 2;
  const after = (cell) => marks.map((mark, seat) => mark + (seat === player ? 2 ** (cell - 1) : 0));
  return { kind: 'chosen', player, moves, after };
}
/** What a leaver has put in, which version 2 of kuhn settles. */
const paid = ([, , actions], seat) =>
  actions.reduce((sum, move, n) => sum + (n % 2 === seat && /bet|call/.test(move)), 1);
const cards = [kuhn, [false, false, [], []]];
const GAMES = { 'kuhn 1': cards, 'kuhn 2': [...cards, paid], 'tictactoe 1': [tictactoe, [0, 0]] };
/** "States": no text of 32 bytes, array of 16 items or number of 10 bits is here. */
function pack(value) {
  if (typeof value === 'string') return text([0xa0 + value.length, ...text(value)]);
  if (typeof value === 'boolean') return text([value ? 0xc3 : 0xc2]);
  if (Array.isArray(value)) return text([0x90 + value.length, ...Buffer.concat(value.map(pack))]);
  return text(value < 128 ? [value] : value < 256 ? [0xcc, value] : [0xcd, 1, value - 256]);
}
/** Whether an entry is in the past of another, which knows the other player's up to a sequence. */
const isPast = (entry, of) =>
  entry.sequence <= (entry.author === of.author ? of.sequence - 1 : of.knows);
const place = ({ kind, fields: [turn, round] }) => `${kind} ${turn} ${round}`;
/** "Before the game": the genesis, both players' feeds and the game. */
function readTable({ table, feeds }) {
  const here = new Set([...feeds.values()].flat().map(({ id }) => id));
  const isHere = ({ seen }) => seen.every((id) => here.has(id));
  check([...feeds.values()].flat().every(isHere), 'an entry that is not here');
  feeds.forEach((feed) => readHello(feed[0], table));
  const host = feeds.get(table) ?? [];
  const genesis = host.find(({ kind }) => kind === 'genesis' || kind === 'later');
  if (genesis?.kind === 'later') refuse('a later version of the wire', 3);
  if (!genesis) {
    host.forEach(isPayload);
    refuse('there is no genesis', 0);
  }
  const [wire, name, version, rules, options, ids, , boxes, quorum, patience, cards, bank,
    absence, , , time = []] = genesis.fields;
  const players = ids.map((id) => [...feeds.values()].find(([hello]) => hello.id === id));
  const seated = ids.length === boxes.length && players.includes(host);
  check(seated && new Set(players).size === ids.length && !players.includes(undefined), 'a seat');
  if (ids.length !== 2) refuse(`${name} of ${ids.length} players is not supported`, 3);
  players.forEach((feed, seat) => readPast(feed, players[1 - seat]));
  const [one, other] = players.map(([hello]) => hello.fields);
  const agreed = wire === Math.min(one[6], other[6]) && wire >= Math.max(one[5], other[5]);
  const heard = players.every(([hello]) => hello === host[0] || isPast(hello, genesis));
  check(agreed && heard && one[1] !== other[1], 'the genesis');
  const accepts = ({ kind, fields }) => kind === 'accept' && fields[0] === genesis.id;
  const joins = (entry) => accepts(entry) && isPast(genesis, entry);
  const started = players.every((feed) => feed.some(joins));
  const known = Object.hasOwn(GAMES, `${name} ${version}`) && !rules.length && cards === 'masked';
  if (started && (!known || wire < 2 || wire > 3)) refuse(`${name} (${cards}) is not supported`, 3);
  const [base, more, delay, move, days] = time;
  const clocks = patience ? [bank, base, move, days].filter(Boolean).length : 0;
  const timely = clocks < 2 && (patience || ![bank, ...time].some(Boolean));
  const offered = !options.length && !quorum && absence === 'wait' && timely;
  check(!started || (offered && (base || !(more || delay))), 'the offer');
  const early = (entry) => entry.kind === 'times' && (wire < 3 || !isPast(genesis, entry));
  const checkSaid = (feed) => {
    feed.forEach(isPayload);
    check(!feed.some(early) && !feed.some(({ strange }) => strange), 'what an entry names or says');
  };
  if (!started) {
    checkSaid(host);
    refuse('not all players have accepted', 0);
  }
  say('table', table);
  say('genesis', genesis.id, name, version, 2, cards, quorum, absence);
  const said = () => players.forEach(checkSaid);
  return [genesis.id, players, said, feeds.size, wire, ...GAMES[`${name} ${version}`]];
}
const isPayload = ({ kind, fields: [error] }) => kind === 'none' && refuse(error.message);
function readHello({ kind, author, seen, fields: [, identity, proof, boxKey] }, table) {
  check(kind === 'hello' && !seen.length, 'a hello');
  verifySignature(admit(unhex(identity)), proof, 'p2pgame author 1', unhex(table + author));
  x25519.getSharedSecret(Buffer.alloc(32, 1), unhex(boxKey)); // throws if all secrets are zeros
}
/** Work out what each entry knows of the other player. */
function readPast(feed, other) {
  const sequences = new Map(other.map((entry) => [entry.id, entry.sequence]));
  for (const [i, entry] of feed.entries()) {
    const heard = entry.seen.map((id) => sequences.get(id) ?? -1);
    entry.strange = entry.kind !== 'void' && heard.includes(-1);
    entry.knows = Math.max(feed[i - 1]?.knows ?? -1, ...heard);
  }
  feed.firsts = new Map([...feed].reverse().map((entry) => [place(entry), entry]));
}
/** "Turns", "Choose", "Absence", "End", "Trace": play what the players said. */
function play([genesis, players, checkSaid, authors, wire, rules, start, settled = () => 1]) {
  let [state, id, round, used, events, turns] = [start, '', 0, [], [], new Set()];
  const digest = () => H('p2pgame state', pack(state));
  /** Come to the turn whose id is the hash of these parts behind the turn before. */
  const enter = (label, before, ...parts) => {
    id = H(`p2pgame ${label}`, ...before, ...parts);
    say('turn', turns.size, id, digest());
    say('by', label, ...parts);
    turns.add(id);
    [used, round] = [[], 0];
  };
  const checkCheckpoints = () => {
    const signed = players.flat().filter(({ kind }) => kind === 'checkpoint');
    check(signed.every(({ fields: [at, its] }) => at !== id || its === digest()), 'a checkpoint');
  };
  /** The other's vote to go on without a seat that has left. */
  const vote = (seat) => {
    const entry = players[1 - seat].firsts.get(`evict ${id} ${round}`);
    return players[seat].left && entry?.fields[2].join() === `${seat}` ? entry : undefined;
  };
  const hear = (seats) => {
    const heard = seats.map((seat) => players[seat].firsts.get(`answer ${id} ${round}`));
    const gone = seats.findLast((seat, i) => !heard[i] && vote(seat));
    if (gone !== undefined) throw Object.assign(new Error(), { gone });
    if (heard.includes(undefined)) {
      const ends = players.flat().some(({ kind }) => kind === 'end');
      check(wire < 3 || !ends, 'an end before the end');
      players.forEach(checkAllowance);
      refuse(`turn ${turns.size - 1} has no answer yet`, 0);
    }
    [used, round] = [[...used, ...heard], round + 1];
    return heard.map((answer) => answer.fields[2]);
  };
  const propose = (words, player) => {
    const draws = words === 'draw' && rules === tictactoe;
    const levels = draws ? 0 : Number(/^takeback ([1-9][0-9]{0,2})$/.exec(words)?.[1]);
    const back = events.splice(events.length - levels);
    const assents = (entry) => entry.kind === 'assent' && isPast(entry, used[0])
      && entry.fields[0] === id && entry.fields[1] === words;
    check(back.length === levels && back.every(({ chosen }) => chosen), 'a move');
    if (!players[1 - player].some(assents)) refuse('a proposal lacks an assent');
    [rules, state] = draws ? [() => over(-1, 0), state] : [rules, back[0].state];
    say('event', ...(draws ? ['drawn', '[]'] : ['taken-back', `[${levels}]`]));
  };
  const playTurn = ({ kind, player, moves, after }) => {
    checkCheckpoints();
    const result = moves ? hear([player])[0].toString('latin1') : deck[kind](hear, unhex(id));
    if (moves && !moves.includes(result)) propose(result, player);
    else {
      events.push({ state, chosen: kind === 'chosen' });
      state = after(result);
      say('event', kind, JSON.stringify({ chosen: [player, result], opened: result }[kind] ?? []));
      if (kind === 'shuffled') say('laid', hex(deck.hash), 0, 1, 2);
    }
    enter('turn', [id], ...used.map((entry) => entry.id), digest());
  };
  /** "Allowance": the first answers to turns of the game are free. */
  const checkAllowance = (feed) => {
    const counted = feed.filter((entry) => entry.kind !== 'answer'
      || !turns.has(entry.fields[0]) || feed.firsts.get(place(entry)) !== entry);
    const size = counted.reduce((before, entry) => before + entry.size, 0);
    check(counted.length <= 25000 && size <= 8388608, 'the allowance of a player');
  };
  const finish = (payoffs, there) => {
    say('over', ...payoffs);
    checkCheckpoints();
    const end = (seat) => players[seat].find(({ kind }) => kind === 'end');
    const right = ({ fields }) => fields.join() === `${id},${digest()}`;
    check(there.every((seat) => !end(seat) || right(end(seat))), 'an end');
    players.forEach(checkAllowance);
    const roots = there.map((seat) => end(seat) ?? vote(seat) ?? refuse('an end is missing', 0));
    if (!there.some(end)) refuse('an end is missing', 0);
    say('signed');
    const needs = (entry) => roots.some((root) => root === entry || isPast(entry, root));
    check(authors === 2 && players.every((feed) => needs(feed.at(-1))), 'the rest of the file');
  };
  enter('start', [], genesis);
  checkSaid();
  try {
    while (!rules(state).payoffs) playTurn(rules(state));
    finish(rules(state).payoffs, [0, 1]);
  } catch (error) {
    if (error.gone === undefined) throw error;
    say('event', 'seated', JSON.stringify([error.gone, 'gone']));
    enter('dropped', [id], round, error.gone);
    finish(over(1 - error.gone, settled(state, error.gone)).payoffs, [1 - error.gone]);
  }
}
const VERDICTS = { 0: 'unfinished', 1: 'refused', 3: 'unknown' };
function main([path, ...more]) {
  if (!path || more.length || path.startsWith('-')) {
    console.error('Give the name of one transcript file, and no options.');
    return 2;
  }
  let file;
  try {
    file = readFileSync(path);
  } catch (error) {
    console.error(`Can't read ${path}: ${error.code}.`);
    return 2;
  }
  say('trace', 1);
  try {
    play(readTable(readFile(file)));
    return 0;
  } catch ({ message, status = 1 }) {
    say(VERDICTS[status], message);
    return status;
  }
}
process.exitCode = main(process.argv.slice(2));
