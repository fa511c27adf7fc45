// What a file holds: docs/wire.md, "Transcript file", "CBOR", "Entries", "Payloads".
import { H, admit, check, hex, refuse, unhex, verifySignature } from './proofs.mjs';
// CBOR is read front to back, each value as what it must be. No number has more than 32 bits.
const is = (...values) => (value) => values.includes(value);
const between = (low, high) => (value) => low <= value && value <= high;
const like = (pattern) => (value) => pattern.test(value);
const fit = (value, fits) => (fits(value) ? value : refuse('a field is out of its limits'));
const take = (input, size) =>
  fit(input.bytes.subarray(input.at, (input.at += size)), (part) => part.length === size);
function head(input, major, longest = 27) {
  const [first] = take(input, 1);
  check(first >> 5 === major && (first & 31) < longest, 'the type of a field');
  if ((first & 31) < 24) return first & 31;
  const size = 2 ** (first & 7);
  const least = size === 1 ? 24 : 16 ** size;
  const [high, low] = size === 8 ? [take(input, 4), take(input, 4)] : [[], take(input, size)];
  const value = low.readUIntBE(0, low.length);
  return fit(size === 8 ? high.readUInt32BE() * 2 ** 32 + value : value, (n) => n >= least);
}
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const number = (low, high) => (input) => fit(head(input, 0), between(low, high));
const bytes = (fits) => (input) => take(input, fit(head(input, 2), fits));
const words = (fits) => (input) => fit(UTF8.decode(take(input, head(input, 3))), fits);
const list = (each, least = 1, most = 16) => (input) =>
  Array.from({ length: fit(head(input, 4), between(least, most)) }, () => each(input));
const rising = (shape) => (input) =>
  fit(shape(input), (items) => items.every((each, i) => i === 0 || items[i - 1] < each));
const tuple = (...shapes) => (input) =>
  fit(head(input, 4), is(shapes.length)) && shapes.map((shape) => shape(input));
/** Of an option only the name counts: no game here has any. */
function option(input) {
  const start = input.at;
  const name = words(like(/^.{0,32}$/su))(input);
  const [key, first] = [input.bytes.subarray(start, input.at), input.bytes[input.at]];
  if (first >> 5 === 3) words(like(/^.{0,2048}$/su))(input);
  else if (first >> 5 < 2) head(input, first >> 5, 28);
  else fit(take(input, 1)[0], is(0xf4, 0xf5));
  return [name, key];
}
function options(input) {
  const pairs = Array.from({ length: fit(head(input, 5), between(0, 64)) }, () => option(input));
  const rises = (pair, i) => i === 0 || Buffer.compare(pairs[i - 1][1], pair[1]) < 0;
  return fit(pairs, (all) => all.every(rises)).map(([name]) => name);
}
const decode = (encoded, shape, input = { bytes: encoded, at: 0 }) =>
  fit(shape(input), () => input.at === encoded.length);
const ID = (input) => hex(bytes(is(32))(input));
const [U16, U32, VERSION] = [number(0, 65535), number(0, 2 ** 32 - 1), number(1, 65535)];
const [WATCH, BOXES] = [bytes(is(0, 80)), list(bytes(is(0, 80)))];
const TIME = list(U32, 7, 7);
const VOTE = [ID, U16, rising(list(number(0, 15)))];
const shown = (most) =>
  words(like(new RegExp(`^(?! )[^\\x00-\\x1f\\x7f-\\x9f]{1,${most}}(?<! )$`, 'u')));
const KINDS = {
  hello: [shown(24), ID, bytes(is(64)), ID, ID, VERSION, VERSION, words(is('person', 'program'))],
  genesis: [VERSION, words(like(/^[a-z][a-z0-9-]{0,31}$/)), U32, bytes(is(0, 32)),
    options, list(ID), ID, list(bytes(is(80))), number(0, 16), U32,
    words(is('masked', 'commutative', 'proved')), U32,
    words(is('wait', 'default', 'forfeit', 'finish')), WATCH, bytes(is(0, 96))],
  accept: [ID], answer: [ID, U16, bytes(between(0, 98304))], absent: VOTE, evict: VOTE,
  receipt: [ID, U16], leave: [], epoch: [number(2, 65535), ID, BOXES, WATCH],
  'refuse-epoch': [number(0, 15)], times: [list(U32), list(U32)],
  end: [ID, ID], checkpoint: [ID, ID], nudge: [ID],
  assent: [ID, words(like(/^(draw|last round|adjourn|takeback [1-9][0-9]{0,2})$/))],
  chat: [shown(500)], successor: [ID, BOXES, WATCH],
};
/** Whether a genesis is of a version of the wire above 3, and of another shape. */
function isLater(said) {
  const input = { bytes: said, at: 0 };
  try {
    return head(input, 4) > 1 && words(is('genesis'))(input) && VERSION(input) > 3;
  } catch {
    return false;
  }
}
/** What an entry says; of what is no payload, the error. */
function read(said) {
  try {
    return decode(said, payload);
  } catch (error) {
    return isLater(said) ? ['later'] : ['none', error];
  }
}
function payload(input) {
  const count = head(input, 4);
  const kind = words((word) => Object.hasOwn(KINDS, word))(input);
  const shapes = kind === 'genesis' && count > 16 ? [...KINDS[kind], TIME] : KINDS[kind];
  check(count === 1 + shapes.length, 'the number of fields');
  const said = [kind, ...shapes.map((shape) => shape(input))];
  return fit(said, () => (kind !== 'hello' || said[6] <= said[7]) // lowest and highest version
    && (kind !== 'genesis' || said[1] > 2 === count > 16)
    && (kind !== 'times' || said[1].length === said[2].length));
}
function addEntry(feeds, table, encoded) {
  const [body, signature] = decode(encoded, tuple(bytes(() => true), bytes(is(64))));
  const [, its, author, sequence, previous, seen, said] = decode(body, tuple(
    words(is('p2pgame entry')), number(1, 1), ID, ID, U32, ID, rising(list(ID, 0, 64)),
    bytes(between(0, 131072)))).slice(1);
  const inOrder = its === table && [...feeds.keys()].every((other) => other <= author);
  const newFeed = () => Object.assign([], { key: admit(unhex(author)), last: '00'.repeat(32) });
  const feed = feeds.get(author) ?? feeds.set(author, newFeed()).get(author);
  check(inOrder && sequence === feed.length && previous === feed.last, 'the order of entries');
  verifySignature(feed.key, signature, 'p2pgame entry', body);
  // Nothing counts behind a leave, and only eviction votes do behind an end.
  const counts = !feed.left && (!feed.ended || said.toString('latin1', 2, 7) === 'evict');
  const [kind, ...fields] = counts ? read(said) : ['void'];
  feed.last = H('p2pgame entry id', body);
  feed.push({ id: feed.last, author, sequence, seen, size: encoded.length, kind, fields });
  [feed.left, feed.ended] = [feed.left || kind === 'leave', feed.ended || kind === 'end'];
}
/** The table's id and each author's entries. */
export function readFile(file) {
  const [rest, feeds] = [file.subarray(0, -32), new Map()];
  const [table, part] = [rest.toString('hex', 21, 53), rest.toString('hex', 53, 88)];
  check(file.length <= 67108864, 'the length of the file');
  check(rest.toString('latin1', 0, 21) === 'p2pgame transcript 2\n', 'the format of the file');
  check(H('p2pgame archive', rest) === hex(file.subarray(-32)), 'the checksum');
  check(part === `000101${'00'.repeat(32)}`, 'the number of parts');
  check(rest.readUInt32BE(88) <= 200000, 'the number of entries');
  let at = 92;
  for (let left = rest.readUInt32BE(88); left > 0; left--) {
    const start = at + 4;
    at = start + rest.readUInt32BE(at);
    addEntry(feeds, table, rest.subarray(start, at));
  }
  check(at === rest.length, 'the length of the file');
  return { table, feeds };
}
