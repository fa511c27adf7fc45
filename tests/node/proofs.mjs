// docs/wire.md, "Signatures", "Group", "Proof transcripts", "Keys", "Shuffle", "Deal and open".
import { createHash } from 'node:crypto';
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { ed25519, ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
export const refuse = (why, status = 1) => { throw Object.assign(new Error(why), { status }); };
export const check = (holds, what) => holds || refuse(`${what} is wrong`);
export const text = (words) => Buffer.from(words);
export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const unhex = (digits) => Buffer.from(digits, 'hex');
// Little-endian: an unsigned integer in so many bytes, and back.
const le = (value, size = 8) => unhex(value.toString(16).padStart(2 * size, '0')).reverse();
const little = (bytes) => BigInt(`0x${hex(Buffer.from(bytes).reverse())}`);
const sha512 = (...data) => createHash('sha512').update(Buffer.concat(data)).digest();
/** H(person; data) in hexadecimal, of bytes, hexadecimal, or numbers for their le64. */
export const H = (person, ...data) => hex(blake2b(
  Buffer.concat(data.map((part) => (Number.isInteger(part) ? le(part) : Buffer.from(part, 'hex')))),
  { dkLen: 32, personalization: text(person.padEnd(16, '\0')) }));
const { Point, Point: { BASE: G, ZERO: IDENTITY, Fn } } = ristretto255;
const mod = (value) => Fn.create(value);
/** The point of a key that is admitted: canonical and of prime order. */
export function admit(key) {
  const point = ed25519.Point.fromBytes(key);
  check(key.equals(point.toBytes()) && point.isTorsionFree() && !point.is0(), 'a public key');
  return point;
}
export function verifySignature(key, signature, domain, content) {
  const [R, S] = [signature.subarray(0, 32), little(signature.subarray(32))];
  const signed = [text(domain), content].flatMap((part) => [le(part.length).reverse(), part]);
  const k = mod(little(sha512(R, key.toBytes(), ...signed)));
  const point = mulAddUnsafe(ed25519.Point, [ed25519.Point.BASE, key.negate()], [mod(S), k]);
  check(S < Fn.ORDER && R.equals(point.toBytes()) && !point.isSmallOrder(), 'a signature');
}
const hashToElement = (label, data) => ristretto255_hasher.deriveToCurve(
  sha512(text('p2pgame v1 hash to group'), le(label.length), text(label), data));
/** The sum of scalars times elements, which follow one another. */
const sum = (scalars, elements) => mulAddUnsafe(Point, elements, scalars.map(mod));
/** A message in parts of 32 bytes: 'EEs' are two elements but the identity, and a scalar. */
function parts(message, ...layout) {
  check(message.length === 32 * layout.join('').length, 'the length of a message');
  let at = 0;
  return layout.map((kinds) => [...kinds].map((kind) => {
    const bytes = message.subarray(at, (at += 32));
    const value = kind === 'E' ? Point.fromBytes(bytes) : little(bytes);
    check(kind === 'E' ? !value.is0() : value < Fn.ORDER, 'an element or scalar');
    return value;
  }));
}
/** An item by its type: a sequence, an element, a scalar (bigint), bytes, an integer (number). */
function item(value) {
  const made = (kind, length, content) => Buffer.concat([text(kind), le(length), content]);
  if (Array.isArray(value)) return made('q', value.length, Buffer.concat(value.map(item)));
  if (value instanceof Point) return made('E', 32, value.toBytes());
  if (typeof value === 'bigint') return made('s', 32, le(value, 32));
  if (Buffer.isBuffer(value)) return made('b', value.length, value);
  const size = Math.floor((32 - Math.clz32(value)) / 8) + 1;
  return made('i', size, le(value, size));
}
class Transcript {
  fed = [text('p2pgame v1 transcript')];
  append(label, ...items) {
    this.fed.push(text('A'), item(text(label)), item(items));
    return this;
  }
  challenge(label) {
    this.fed.push(text('C'), item(text(label)));
    this.fed.push(sha512(...this.fed));
    return mod(little(this.fed.at(-1)));
  }
  identity = () => le(this.challenge('identity'), 32); // the challenge that stands for a history
}
const T = (name) => new Transcript().append('protocol', text(name));
/** The cards of Kuhn poker; `hear` hears seats in the next round of a turn. */
export class Deck {
  faces = ['J', 'Q', 'K'];
  elements = this.faces.map((face) => hashToElement('face', text(face)));
  bases = [0, 1, 2].map((i) => hashToElement('commitment base', le(i, 4)));
  shuffled(hear, turn) {
    this.shares = hear([0, 1]).map((message, seat) => this.readShare(turn, seat, message));
    const [a, b] = this.shares;
    this.key = a.add(b);
    check(!a.equals(b) && !this.key.is0(), 'the pair of key shares');
    this.cards = this.elements.map((element) => [IDENTITY, element]);
    this.hash = T('deck').append('occasion', turn, [0, 1]).append('keys', a, b)
      .append('faces', ...this.elements).identity();
    for (const seat of [0, 1]) {
      this.cards = this.readShuffle(seat, hear([seat])[0], this.cards);
      this.hash = T('deck stage').append('shuffled', this.hash, seat, this.cards).identity();
    }
  }
  readShare(turn, seat, message) {
    const [[share, R], [z]] = parts(message, 'EE', 's');
    const proof = T('key share').append('occasion', turn, [0, 1], seat)
      .append('ownership statement', G, share).append('ownership commitment', R);
    check(sum([z, -proof.challenge('ownership challenge')], [G, share]).equals(R), 'a key share');
    return share;
  }
  readShuffle(seat, message, old) {
    const [halves, [c, c_d, ...E_d], f, [Z], ...known] =
      parts(message, 'EEEEEE', 'EEEE', 'sss', 's', 'EEE', 'sss', 's', 'ss', 's');
    const cards = [0, 2, 4].map((i) => halves.slice(i, i + 2));
    const proof = T('deck shuffle').append('place', this.hash, seat)
      .append('shuffle statement', [G, ...this.bases], this.key, old.flat(), halves);
    const t = proof.append('shuffle commitments', c, c_d, ...E_d).challenge('shuffle t');
    const lambda = proof.append('shuffle responses', f, Z).challenge('shuffle lambda');
    const powers = [t, t ** 2n, t ** 3n];
    for (const [half, base] of [G, this.key].entries()) {
      const [after, before] = [cards, old].map((deck) => deck.map((card) => card[half]));
      const mixed = sum([-1n, Z, ...powers], [E_d[half], base, ...before]);
      check(sum(f, after).equals(mixed), 'equation (4)');
    }
    const m = powers.map((t_i, i) => mod(lambda * BigInt(i + 1) + t_i));
    this.readKnownContent(proof, m, [lambda, 1n, ...f], [c, c_d, ...this.bases], known);
    return cards;
  }
  readKnownContent(proof, m, scalars, elements, [[c_d, c_Delta, c_a], f, [z], f_Delta, [z_Delta]]) {
    proof.append('known content statement', m, scalars, elements);
    const x = proof.challenge('known content x');
    proof.append('known content commitments', c_d, c_Delta, c_a);
    const e = proof.challenge('known content e');
    const [first, ...others] = f.map((f_i) => f_i - e * x);
    const F = others.reduce((F_i, next, i) => mod((F_i * next + f_Delta[i]) * Fn.inv(e)), first);
    const com = (values, r) => sum([r, ...values], [G, ...this.bases].slice(0, 1 + values.length));
    check(sum([e, 1n], [sum(scalars, elements), c_d]).equals(com(f, z)), 'equation (1)');
    check(sum([e, 1n], [c_a, c_Delta]).equals(com(f_Delta, z_Delta)), 'equation (2)');
    check(F === m.reduce((before, m_i) => mod(before * (m_i - x)), e), 'equation (3)');
  }
  /** Hear each player's token for one slot. */
  reveal = (hear, turn, slots) => hear([0, 1]).map((message, seat) => {
    const [[token, S], [c, z]] = parts(message, 'EE', 'ss');
    const [A, slot, [C1]] = [this.shares[seat], slots[seat], this.cards[slots[seat]]];
    const origin = Buffer.concat([this.hash, le(slot)]);
    const proof = T('reveal tokens').append('occasion', turn, seat, seat, [slot], [origin])
      .append('dleq batch', A, [[C1, token]]);
    const w = proof.challenge('dleq weight');
    proof.append('dleq commitment', sum([z, c], [G, A]), S);
    check(proof.challenge('dleq challenge') === c, 'the challenge of a token');
    check(sum([z * w, c * w], [C1, token]).equals(S), 'the proof of a token');
    return token;
  });
  /** Slot i is dealt to seat i: each says the token for the other's; then both slots are opened. */
  dealt(hear, turn) { this.tokens = this.reveal(hear, turn, [1, 0]).reverse(); }
  opened = (hear, turn) => this.reveal(hear, turn, [0, 1]).map((token, slot) => {
    const element = this.cards[slot][1].subtract(token).subtract(this.tokens[slot]);
    return this.faces[this.elements.findIndex((each) => each.equals(element))] ?? refuse('no face');
  });
}
