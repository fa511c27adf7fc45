// Plays one hand of kuhn against a program, over `p2pgame serve`, and says how it went.
//
//   p2pgame token robot
//   p2pgame serve
//   node --experimental-websocket examples/kuhn.mjs ws://127.0.0.1:8782/ws TOKENFILE
//
// It follows docs/serve.md and docs/client.md, and uses nothing else.

import { readFileSync } from 'node:fs';

const [url, file] = process.argv.slice(2);
const token = readFileSync(file, 'utf8').trim();
const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
const send = (frame) => socket.send(JSON.stringify(frame));
const REQUEST = { command: 'host', game: 'kuhn', bots: 1, again: 0, name: 'Robot' };
let seat = null;

/** Bets with a king, and calls with one; else costs as little as can be. */
function decide({ view, choice }) {
  const moves = choice.moves.filter((move) => typeof move === 'string');
  const faces = Object.values(view.faces ?? {});
  const wanted = faces.includes('K') ? ['bet', 'call'] : ['check', 'fold'];
  return moves.find((move) => wanted.includes(move)) ?? moves[0];
}

function play(table, event) {
  for (const message of event.messages ?? []) console.log(message.sentence);
  switch (event.event) {
    case 'begun':
      seat = event.seat;
      console.log(event.message.sentence);
      break;
    case 'your-turn':
      send({ table, command: { command: 'move', move: decide(event) } });
      break;
    case 'not-done':
      fail(event.message.sentence);
      break;
    case 'ended':
      console.log(event.message.sentence);
      console.log(`payoff ${event.payoffs[seat]}`);
      break;
    case 'verified':
      console.log('verified');
      break;
    case 'finished':
      if (event.error) fail(event.error.sentence);
      send({ table, close: true });
      socket.close();
      break;
  }
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

socket.onopen = () => send({ hello: 'robot', language: 'en' });
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.hub) send({ id: 1, request: REQUEST });
  else if (frame.error) fail(frame.error.sentence);
  else if (frame.id === 1 && frame.event?.error) fail(frame.event.error.sentence);
  else if (frame.event) play(frame.table, frame.event);
};
socket.onerror = () => fail(`Nothing at ${url} lets this program in by that token.`);
