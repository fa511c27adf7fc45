// Prints which of these signatures and keys the verifier takes: of each kind one is honest, and
// the others are such as libraries take, and docs/wire.md#entries does not.
import { createHash } from 'node:crypto';
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { admit, verifySignature } from './proofs.mjs';

const { BASE, ZERO, Fn } = ed25519.Point;
const content = Buffer.from('content');
const torsion = ED25519_TORSION_SUBGROUP.map((digits) => ed25519.Point.fromHex(digits));

function framed(words) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(words.length));
  return Buffer.concat([length, Buffer.from(words)]);
}

/** The signature with point R = r·B, and a scalar that is larger by so much. */
function sign(R, r, more = 0n) {
  const signed = [R.toBytes(), key.toBytes(), framed('domain'), framed(content)];
  const digest = createHash('sha512').update(Buffer.concat(signed)).digest();
  const k = Fn.create(BigInt(`0x${digest.reverse().toString('hex')}`));
  const S = Fn.create(r + k * secret) + more;
  const scalar = Buffer.from(S.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([R.toBytes(), scalar]);
}

const secret = 123456789n;
const key = BASE.multiply(secret);
const R = BASE.multiply(5n);
const signatures = {
  'honest signature': sign(R, 5n),
  'scalar above the order': sign(R, 5n, Fn.ORDER),
  'neutral point': sign(ZERO, 0n),
  'holds times the cofactor': sign(R.add(torsion[1]), 5n),
};
const keys = {
  'honest key': key.toBytes(),
  'key of mixed order': key.add(torsion[1]).toBytes(),
  'no point': Buffer.alloc(32, 2),
  'neutral, not canonical': Buffer.from(`ee${'ff'.repeat(30)}7f`, 'hex'),
};
torsion.forEach((point, i) => { keys[`small order ${i}`] = point.toBytes(); });

const tries = [
  ...Object.entries(signatures).map(([name, signature]) =>
    [name, () => verifySignature(admit(Buffer.from(key.toBytes())), signature, 'domain', content)]),
  ...Object.entries(keys).map(([name, bytes]) => [name, () => admit(Buffer.from(bytes))]),
];
for (const [name, take] of tries) {
  try {
    take();
    process.stdout.write(`${name}\n`);
  } catch {
    // It is refused, as it should be.
  }
}
