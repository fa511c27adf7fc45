"""What docs/vectors/*.json say, worked out again from their inputs.

Part of the second reader: it shares no code with the program.  There is one
function for each file, which has its name; those of several players' turns are
in tests/second_tables.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha512
from itertools import islice

from tests import second_prover as prover
from tests import second_shuffles as decks
from tests import second_tables as tables
from tests import wire_group as group
from tests import wire_proofs as proofs
from tests import wire_shuffles as shuffles
from tests.second_inputs import Inputs
from tests.second_prover import Entropy, Values, nonces, parts, place
from tests.wire_group import Element, G, Item, Scalar, Transcript, le64, scalars
from tests.wire_values import Bytes, need

# Hashing


def hash_to_group(x: Inputs) -> Values:
    return {"cases": [_hashed(case) for case in x.several("cases")]}


def _hashed(case: Inputs) -> Values:
    label, data = case.text("label").encode(), case.hex("data")
    message = b"p2pgame v1 hash to group" + le64(len(label)) + label + data
    found = group.element(label, data)
    return {"uniform": sha512(message).digest(), "element": found}


def transcript(x: Inputs) -> Values:
    transcript = Transcript(x.text("name"))
    steps: list[Values] = [{"fed": transcript.fed}]
    for operation in x.several("operations"):
        before, step = len(transcript.fed), Values()
        if operation.has("append"):
            items = [_item(one) for one in operation.several("items")]
            transcript.append(operation.text("append"), *items)
        elif operation.has("challenge"):
            step["challenge"] = Scalar(
                transcript.challenge(operation.text("challenge"))
            )
        else:
            secret, fresh = _item(operation.inner("secret")), operation.hex("fresh")
            drawn = nonces(transcript, secret, fresh)
            step["nonces"] = scalars([*islice(drawn, operation.number("nonces"))])
        steps.append({"fed": transcript.fed[before:], **step})
    return {"operations": steps}


def _item(x: Inputs) -> Item:
    if x.has("bytes"):
        return x.hex("bytes")
    if x.has("integer"):
        return x.number("integer")
    if x.has("scalar"):
        return Scalar(x.scalar("scalar"))
    if x.has("element"):
        return Element(x.hex("element"))
    return [_item(one) for one in x.several("sequence")]


# Proofs


def ownership(x: Inputs) -> Values:
    context, seats, seat = x.hex("context"), x.numbers("players"), x.number("player")
    bound, secret = Transcript("key share"), x.scalar("secret")
    bound.append("occasion", context, sorted(seats), seat)
    values, proof = prover.ownership(secret, bound, Entropy(x.hex("seed"))(32))
    message = parts(secret * G) + proof
    proofs.check_share(message, context, seats, seat)
    return {"share": secret * G, **values, "message": message}


def dleq(x: Inputs) -> Values:
    bound, secret, H = Transcript("example"), x.scalar("x"), x.element("H")
    bound.append("occasion", x.hex("context"))
    values, proof = prover.equality(H, secret, bound, Entropy(x.hex("seed"))(32))
    return {"A": secret * G, "B": secret * H, **values, "proof": proof}


def dleq_batch(x: Inputs) -> Values:
    secret, C1s, entropy = x.scalar("secret"), x.elements("C1"), Entropy(x.hex("seed"))
    seat, slots, origins = x.number("player"), x.numbers("slots"), x.parts("origins")

    def bound() -> Transcript:
        occasion = x.hex("context"), seat, seat, slots, origins
        return proofs.occasion_of_tokens(*occasion)

    values, proof = prover.batch(C1s, secret, bound(), entropy(32))
    tokens = [secret * C1 for C1 in C1s]
    message = parts(*tokens) + proof
    proofs.check_tokens(message, [(C1, G) for C1 in C1s], secret * G, bound())
    return {"share": secret * G, "tokens": tokens, **values, "message": message}


def membership(x: Inputs) -> Values:
    cards, points = x.cards("cards"), x.elements("points")
    places, secret = x.numbers("places"), x.scalar("secret")

    def bound() -> Transcript:
        made = Transcript("example")
        made.append("occasion", x.hex("context"))
        return made

    fresh = Entropy(x.hex("seed"))(32)
    values, proof = prover.membership(cards, points, places, secret, bound(), fresh)
    fields = Bytes(proof)
    proofs.check_membership(fields, cards, points, secret * G, bound())
    return {"share": secret * G, **values, "proof": proof}


def non_membership(x: Inputs) -> Values:
    cards, refused, secret = x.cards("cards"), x.elements("refused"), x.scalar("secret")

    def bound() -> Transcript:
        made = Transcript("example")
        made.append("occasion", x.hex("context"))
        return made

    fresh = Entropy(x.hex("seed"))(32)
    values, proof = prover.non_membership(cards, refused, secret, bound(), fresh)
    fields = Bytes(proof)
    proofs.check_non_membership(fields, cards, refused, secret * G, bound())
    return {"share": secret * G, **values, "proof": proof}


def remask(x: Inputs) -> Values:
    ((C1, C2),), key = x.cards("before"), x.element("key")
    identity, seat, entropy = (
        x.hex("identity"),
        x.number("player"),
        Entropy(x.hex("seed")),
    )
    bound = place("deck shuffle", identity, seat)
    r = next(nonces(bound, (C1, C2), entropy(32)))
    after = C1 + r * G, C2 + r * key
    values, proof = prover.equality(key, r, bound, entropy(32))
    message = parts(*after) + proof
    return {"r": Scalar(r), "after": after, **values, "message": message}


def shuffle(x: Inputs) -> Values:
    before, key = x.cards("before"), x.element("key")
    identity, seat = x.hex("identity"), x.number("player")
    hedged = Entropy(x.hex("seed"))(32) + identity
    entropy = Entropy(hedged)
    order = entropy.order(len(before))
    factors = [entropy.scalar() for _ in before]
    bound = place("deck shuffle", identity, seat)
    values, after, proof = decks.shuffle(before, key, order, factors, bound, entropy)
    message = parts(*decks.halves(after)) + proof
    read, identity_after = shuffles.check_shuffle(message, before, key, identity, seat)
    need(read == after, "the cards")
    return {
        "hedged seed": hedged,
        "order": order,
        "factors": scalars(factors),
        "after": after,
        **values,
        "message": message,
        "identity after": identity_after,
    }


#: What works out each file.
FILES: Mapping[str, Callable[[Inputs], Values]] = {
    "hash_to_group": hash_to_group,
    "transcript": transcript,
    "ownership": ownership,
    "dleq": dleq,
    "dleq_batch": dleq_batch,
    "membership": membership,
    "non_membership": non_membership,
    "remask": remask,
    "shuffle": shuffle,
    "coin": tables.coin,
    "beacon": tables.beacon,
    "sharing": tables.sharing,
    "laps": tables.laps,
}
