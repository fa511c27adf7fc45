"""What the program says with fixed entropy: proofs of one player.

The first part of docs/vectors; tests/vectors.py puts the files together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256, shake_256
from itertools import count, islice

from p2pgame.engine.exact_json import LARGEST
from p2pgame.protocols.arithmetic import elgamal
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    Entropy,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.deck import reveal, stage
from p2pgame.protocols.deck.stage import Stage
from p2pgame.protocols.proofs import (
    dleq,
    membership,
    non_membership,
    ownership,
    remasking,
)
from p2pgame.protocols.threshold import keys as key_shares
from tests.wire_values import Value

Fields = dict[str, Value]


@dataclass(frozen=True)
class Vector:
    """What the program is given, and what it says."""

    about: str
    inputs: Fields
    said: Fields


# Inputs


def fixed(seed: bytes) -> Entropy:
    """Return the fixed entropy of docs/vectors.md."""
    calls = count()
    return lambda n: shake_256(seed + next(calls).to_bytes(8, "little")).digest(n)


def seed(*names: object) -> bytes:
    return sha256(" ".join(map(str, ("p2pgame vectors", *names))).encode()).digest()


def secret(*names: object) -> Scalar:
    return Scalar.random(fixed(seed("secret", *names)))


def point(*names: object) -> Element:
    return hash_to_group(b"vectors", seed("point", *names))


def shown(value: object) -> Value:
    """Return a value as it stands in a file."""
    match value:
        case Scalar() | Element():
            return value.encode().hex()
        case Masked():
            return [value.C1.encode().hex(), value.C2.encode().hex()]
        case bytes():
            return value.hex()
        case int() if abs(value) > LARGEST:
            return str(value)
        case int() | str():
            return value
        case dict():
            return {name: shown(one) for name, one in value.items()}
        case list() | tuple():
            return [shown(one) for one in value]
    raise TypeError(type(value).__name__)


def fields(**values: object) -> Fields:
    return {name.replace("_", " "): shown(value) for name, value in values.items()}


def halves(cards: Sequence[Masked]) -> list[Element]:
    return [half for card in cards for half in (card.C1, card.C2)]


# Hashing


def vector_hash_to_group() -> Vector:
    cases = [
        ("face", b"As"),
        ("face", "♠".encode()),
        ("face", b""),
        ("", b"face"),
        *(("commitment base", i.to_bytes(4, "little")) for i in range(5)),
        ("copy of a face", bytes(4) + b"As"),
    ]
    found = [hash_to_group(label.encode(), data) for label, data in cases]
    return Vector(
        "elements hashed from a label and bytes",
        {"cases": [fields(label=label, data=data) for label, data in cases]},
        {"cases": [fields(element=one) for one in found]},
    )


def _item(item: Item) -> Fields:
    match item:
        case bytes():
            return {"bytes": item.hex()}
        case int():
            return {"integer": shown(item)}
        case Scalar():
            return {"scalar": item.encode().hex()}
        case Element():
            return {"element": item.encode().hex()}
        case _:
            return {"sequence": [_item(one) for one in item]}


def vector_transcript() -> Vector:
    numbers = (0, 1, 127, 128, 255, 256, 2**64, -1, -128, -129)
    rows: list[tuple[str, tuple[Item, ...]]] = [
        ("nothing", ()),
        ("bytes", (b"", b"\0", b"abc")),
        ("numbers", numbers),
        ("scalars", (Scalar(0), Scalar(1), -Scalar(1))),
        ("elements", (IDENTITY, G)),
        ("nested", ((), ((1, b"1"), (Scalar(1), (G,))))),
    ]
    made, operations, steps = Transcript(b"example"), list[Value](), list[Value]([{}])
    for label, items in rows:
        made.append(label.encode(), *items)
        operations.append({"append": label, "items": [_item(one) for one in items]})
        steps.append({})
    for label in ("first", "second"):
        operations.append({"challenge": label})
        steps.append({"challenge": shown(made.challenge(label.encode()))})
    secret_item: Item = (Scalar(7), (1, 2))
    fresh = bytes(range(32))
    drawn = [*islice(made.nonces(secret_item, lambda n: fresh[:n]), 3)]
    operations.append({"nonces": 3, "secret": _item(secret_item), "fresh": fresh.hex()})
    steps.append({"nonces": shown(drawn)})
    operations.append({"challenge": "after nonces"})
    steps.append({"challenge": shown(made.challenge(b"after nonces"))})
    return Vector(
        "a transcript fed with items of every kind",
        {"name": "example", "operations": operations},
        {"operations": steps},
    )


# Proofs of one player


def example(context: bytes) -> Transcript:
    transcript = Transcript(b"example")
    transcript.append(b"occasion", context)
    return transcript


def vector_ownership() -> Vector:
    players, me, context, x = (0, 1, 2), 1, seed("turn"), secret("ownership")
    entropy = seed("ownership")
    protocol = key_shares.generate(me, players, context, x, fixed(entropy))
    message = next(protocol).say or b""
    proof = ownership.Proof.decode(message[32:])
    return Vector(
        "a key share, and the proof that its player knows the secret behind it",
        fields(context=context, players=players, player=me, secret=x, seed=entropy),
        fields(share=x * G, R=proof.R, z=proof.z, message=message),
    )


def vector_dleq() -> Vector:
    context, x, H, entropy = seed("turn"), secret("dleq"), point("H"), seed("dleq")
    statement = dleq.Statement(G, H, x * G, x * H)
    proof = dleq.prove(statement, x, example(context), fixed(entropy))
    dleq.verify(statement, proof, example(context))
    return Vector(
        "one proof that two discrete logarithms are equal",
        fields(context=context, x=x, H=H, seed=entropy),
        fields(A=x * G, B=x * H, c=proof.c, z=proof.z, proof=proof.encode()),
    )


def vector_dleq_batch() -> Vector:
    context, x, entropy = seed("turn"), secret("dleq batch"), seed("dleq batch")
    me, slots = 2, (0, 3, 4)
    origins = tuple(seed("origin") + slot.to_bytes(8, "little") for slot in slots)
    cards = [Masked(point("C1", slot), G) for slot in slots]

    def transcript() -> Transcript:
        made = Transcript(b"reveal tokens")
        made.append(b"occasion", context, me, me, slots, origins)
        return made

    message = reveal.prove(cards, x, transcript(), fixed(entropy))
    tokens = reveal.verify(message, cards, x * G, transcript())
    proof = dleq.BatchProof.decode(message[32 * len(cards) :])
    given = fields(context=context, player=me, slots=slots, origins=origins, secret=x)
    return Vector(
        "the tokens of a player for three cards, with one proof",
        {**given, **fields(C1=[card.C1 for card in cards], seed=entropy)},
        fields(share=x * G, tokens=tokens, S=proof.S, c=proof.c, z=proof.z)
        | fields(message=message),
    )


def vector_membership() -> Vector:
    context, x, entropy = seed("turn"), secret("membership"), seed("membership")
    points, places = [point("face", i) for i in range(3)], (2, 0)
    cards = [
        elgamal.mask(points[place], x * G, secret("mask", i))
        for i, place in enumerate(places)
    ]
    proof = membership.prove(cards, points, places, x, example(context), fixed(entropy))
    membership.verify(proof, cards, points, x * G, example(context))
    given = fields(context=context, secret=x, cards=halves(cards), points=points)
    return Vector(
        "a proof that each of two cards holds one of three faces",
        {**given, **fields(places=places, seed=entropy)},
        fields(share=x * G, proof=proof),
    )


def vector_non_membership() -> Vector:
    context, x = seed("turn"), secret("non-membership")
    entropy = seed("non-membership")
    refused = [point("face", i) for i in range(2)]
    cards = [
        elgamal.mask(point("face", face), x * G, secret("mask", i))
        for i, face in enumerate((3, 2))
    ]
    proof = non_membership.prove(cards, refused, x, example(context), fixed(entropy))
    non_membership.verify(proof, cards, refused, x * G, example(context))
    said = non_membership.Proof.decode(proof, len(cards), len(refused))
    given = fields(context=context, secret=x, cards=halves(cards), refused=refused)
    return Vector(
        "a proof that neither of two cards holds one of two faces",
        {**given, **fields(seed=entropy)},
        fields(share=x * G, U=said.U, B=said.B, S=said.S, c=said.c, z=said.z)
        | fields(proof=proof),
    )


def vector_remask() -> Vector:
    identity, me, entropy = seed("identity"), 1, seed("remask")
    before, key = Masked(point("C1"), point("C2")), secret("key") * G

    def transcript() -> Transcript:
        made = Transcript(b"deck shuffle")
        made.append(b"place", identity, me)
        return made

    message = remasking.remask(before, key, transcript(), fixed(entropy))
    after = remasking.verify(message, before, key, transcript())
    given = fields(identity=identity, player=me, key=key, before=halves([before]))
    return Vector(
        "one card with a new mask, and the proof that it is the same card",
        {**given, **fields(seed=entropy)},
        fields(after=after, message=message),
    )


def vector_shuffle() -> Vector:
    identity, me, entropy, key = seed("deck"), 1, seed("shuffle"), secret("key") * G
    before = tuple(
        elgamal.mask(point("face", i), key, secret("mask", i)) for i in range(4)
    )
    now = Stage(key, before, identity)
    message = stage.mix(now, me, fixed(entropy))
    claim = stage.decode(now, me, message)
    stage.verify(claim)
    proof, content = claim.proof, claim.proof.content
    known = {
        **{"c_d": content.c_d, "c_Delta": content.c_Delta, "c_a": content.c_a},
        **{"f": content.f, "z": content.z},
        **{"f_Delta": content.f_Delta, "z_Delta": content.z_Delta},
    }
    said = fields(after=claim.after.cards, c=proof.c, f=proof.f, Z=proof.Z)
    said |= {
        "c_d": shown(proof.c_d),
        "E_d": shown(proof.E_d),
        "known content": shown(known),
    }
    return Vector(
        "a player's turn in a shuffle of four cards, with Groth's argument",
        fields(identity=identity, player=me, key=key, before=halves(before))
        | fields(seed=entropy),
        said | fields(message=message, identity_after=claim.after.identity),
    )
