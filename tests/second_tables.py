"""Vectors of what several players do together, worked out again.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256, shake_256
from itertools import islice
from types import MappingProxyType

from tests import second_prover as prover
from tests import second_shuffles as decks
from tests import wire_group as group
from tests import wire_sealed
from tests.second_inputs import Inputs
from tests.second_prover import Entropy, Values, nonces, parts, place
from tests.wire_group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    Transcript,
    le64,
    scalars,
    total,
)
from tests.wire_values import need

# Joint randomness


def coin(x: Inputs) -> Values:
    players, drawn = x.numbers("players"), x.entropies()
    flip = wire_sealed.flip_of(x.hex("context"))
    occasion = wire_sealed.sealed_occasion(flip, players)
    throws, fresh = [draw(32) for draw in drawn], [draw(32) for draw in drawn]
    openings = [n + throw for throw, n in zip(throws, fresh, strict=True)]
    seals = [
        wire_sealed.commitment(occasion, player, throw, nonce)
        for player, throw, nonce in zip(players, throws, fresh, strict=True)
    ]
    for player, seal, opening in zip(players, seals, openings, strict=True):
        wire_sealed.open_seal(seal, occasion, player, opening)
    seed = sha256(b"p2pgame v1 coin result" + flip + b"".join(throws)).digest()
    rolls = [
        wire_sealed.dice(seed, roll.number("sides"), roll.number("dice"))
        for roll in x.several("rolls")
    ]
    return {
        **{"flip": flip, "occasion": occasion, "throws": throws, "nonces": fresh},
        **{"commitments": seals, "openings": openings, "result": seed},
        "key": sha256(b"p2pgame v1 roll" + seed).digest(),
        "rolls": rolls,
    }


def beacon(x: Inputs) -> Values:
    players, t, secrets = (
        x.numbers("players"),
        x.number("threshold"),
        x.scalars("secrets"),
    )
    entropies, keys = x.entropies(), [secret * G for secret in secrets]
    start = Transcript("beacon")
    start.append("occasion", x.hex("context"), t)
    start.append("players", players, keys)
    history = start.hash("history")

    dealings: list[Values] = []
    messages: list[bytes] = []
    dealt: list[list[Element]] = []
    for i, secret, entropy in zip(players, secrets, entropies, strict=True):
        bound = place("beacon dealing", history, i)
        p = [*islice(nonces(bound, Scalar(secret), entropy(32)), t)]
        P = [prover.evaluate(p, j) * Y for j, Y in zip(players, keys, strict=True)]
        bound.append("pvss threshold", t)
        for j, Y, P_j in zip(players, keys, P, strict=True):
            bound.append("pvss share", j, Y, P_j)
        r = [*islice(nonces(bound, scalars(p), entropy(32)), t)]
        R = [prover.evaluate(r, j) * Y for j, Y in zip(players, keys, strict=True)]
        bound.append("pvss commitments", R)
        c = bound.challenge("pvss challenge")
        z = [(r_k - c * p_k) % ORDER for r_k, p_k in zip(r, p, strict=True)]
        for j, Y, P_j, R_j in zip(players, keys, P, R, strict=True):
            need(prover.evaluate(z, j) * Y + c * P_j == R_j, "a dealing")
        messages.append(parts(*P, c, *z))
        dealt.append(P)
        dealings.append(
            {
                **{"p": scalars(p), "P": P, "r": scalars(r), "commitments": R},
                **{"c": Scalar(c), "z": scalars(z), "message": messages[-1]},
            }
        )

    after = Transcript("beacon dealt")
    after.append("dealings", history, messages)
    history_after = after.hash("history")
    sums = [total(column) for column in zip(*dealt, strict=True)]
    shown_shares: list[Values] = []
    S: dict[int, Element] = {}
    for j, y, Q, entropy in zip(players, secrets, sums, entropies, strict=True):
        S[j] = prover.inverse(y) * Q
        bound = place("beacon share", history_after, j)
        values, proof = prover.equality(S[j], y, bound, entropy(32))
        message = parts(S[j]) + proof
        shown_shares.append({"Q": Q, "share": S[j], **values, "message": message})
    joint = prover.at_zero({j: S[j] for j in players[:t]})
    need(joint == prover.at_zero({j: S[j] for j in players[-t:]}), "any shares")
    return {
        **{"keys": keys, "history": history, "dealings": dealings},
        **{"history after": history_after, "shares": shown_shares, "S": joint},
        "result": sha256(
            b"p2pgame v1 beacon result" + history_after + joint.data
        ).digest(),
    }


# Sharing


def sharing(x: Inputs) -> Values:
    players, t, secrets = (
        x.numbers("players"),
        x.number("threshold"),
        x.scalars("secrets"),
    )
    keys, entropies = [secret * G for secret in secrets], x.entropies()
    start = Transcript("sharing")
    start.append("occasion", x.hex("context"), players, t)
    start.append("keys", *keys)
    identity = start.hash("identity")

    dealings = [
        _dealing((identity, players, keys, t), i, secret, entropies[i])
        for i, secret in zip(players, secrets, strict=True)
    ]
    crooked = x.inner("complaint")
    dealer, holder = crooked.number("dealer"), crooked.number("holder")
    again, added = Entropy(x.parts("seeds")[dealer]), crooked.scalar("added")
    wrong = _dealing(
        (identity, players, keys, t), dealer, secrets[dealer], again, {holder: added}
    )
    complaint = _complaint(
        identity, wrong, dealer, holder, secrets[holder], entropies[holder]
    )
    return {
        **{"keys": keys, "identity": identity, "dealings": dealings},
        "complaint": {"dealing": wrong, **complaint},
    }


def _dealing(
    occasion: tuple[bytes, Sequence[int], Sequence[Element], int],
    i: int,
    secret: int,
    entropy: Entropy,
    wrong: Mapping[int, int] = MappingProxyType({}),
) -> Values:
    """Share out a secret, with ``wrong`` added to the shares of these holders.

    ``occasion``: its identity, the players, their keys and the threshold.
    """
    identity, players, keys, t = occasion
    draws = nonces(place("dealing draws", identity, (i,)), Scalar(secret), entropy(32))
    e, *coefficients = islice(draws, t)
    polynomial, others = [secret, *coefficients], [j for j in players if j != i]
    E, exchanges = e * G, [e * keys[j] for j in others]
    pads = [_pad(identity, i, j, E, K) for j, K in zip(others, exchanges, strict=True)]
    shares = [prover.evaluate(polynomial, j) for j in others]
    encrypted = [
        (share + pad + wrong.get(j, 0)) % ORDER
        for j, share, pad in zip(others, shares, pads, strict=True)
    ]
    commitments = [a * G for a in polynomial]
    bound = place("dealing", identity, (i,))
    bound.append("commitments", commitments)
    bound.append("encrypted shares", scalars(encrypted))
    values, proof = prover.ownership(e, bound, entropy(32))
    share_keys = [_share_key(commitments, j) for j in others]
    need(share_keys == [share * G for share in shares], "a share")
    return {
        **{"e": Scalar(e), "polynomial": scalars(polynomial), "E": E},
        **{"commitments": commitments, "holders": others, "exchanges": exchanges},
        **{"pads": scalars(pads), "shares": scalars(shares)},
        **{"encrypted shares": scalars(encrypted), "share keys": share_keys},
        **values,
        "message": parts(*commitments[1:], E, *encrypted) + proof,
    }


def _complaint(
    identity: bytes,
    dealing: Values,
    dealer: int,
    holder: int,
    secret: int,
    entropy: Entropy,
) -> Values:
    E, pad, share, share_key = _opened(identity, dealing, dealer, holder, secret)
    need(share * G != share_key, "a complaint about nothing")
    bound = place("complaint", identity, (dealer, holder))
    values, proof = prover.equality(E, secret, bound, entropy(32))
    message = le64(dealer) + parts(secret * E) + proof
    opened = {"K": secret * E, "pad": Scalar(pad), "share": Scalar(share)}
    return {**opened, "share key": share_key, **values, "message": message}


def _opened(
    identity: bytes, dealing: Values, dealer: int, holder: int, secret: int
) -> tuple[Element, int, int, Element]:
    """Return E of a dealing, and the pad, share and share key of this holder."""
    match dealing:
        case {
            "E": Element() as E,
            "commitments": list() as commitments,
            "holders": list() as holders,
            "encrypted shares": tuple() as encrypted,
        }:
            pad = _pad(identity, dealer, holder, E, secret * E)
            share = (encrypted[holders.index(holder)].value - pad) % ORDER
            return E, pad, share, _share_key(commitments, holder)
    raise AssertionError("no dealing")


def _pad(identity: bytes, dealer: int, holder: int, E: Element, K: Element) -> int:
    bound = place("share pad", identity, (dealer, holder))
    bound.append("exchange", E, K)
    return bound.challenge("pad")


def _share_key(commitments: Sequence[Element], holder: int) -> Element:
    x = holder + 1
    return total([pow(x, k, ORDER) * A for k, A in enumerate(commitments)])


# Laps


def laps(x: Inputs) -> Values:
    players, entropies, faces = x.numbers("players"), x.entropies(), x.texts("faces")
    cards = [
        group.element(
            b"copy of a face",
            faces[:i].count(face).to_bytes(4, "little") + face.encode(),
        )
        for i, face in enumerate(faces)
    ]
    start = Transcript("commutative deck")
    start.append("occasion", x.hex("context"), players, 1)
    start.append("faces", *cards)
    identity = start.hash("identity")
    values: Values = {"faces": cards, "identity": identity}
    first: list[Values] = []
    second: list[Values] = []
    known: dict[int, tuple[bytes, int]] = {}

    for player, entropy in zip(players, entropies, strict=True):
        seed = shake_256(entropy(32) + identity).digest(32)
        root = _root(b"first", seed, identity, player)
        stream = Entropy(root)
        s, order = stream.scalar(), stream.order(len(faces))
        known[player] = seed, s
        bound = place("commutative lap", b"first", identity, player)
        turn, cards, proof = decks.same_scalar(cards, s, order, bound, entropy)
        identity = _stage(identity, player, cards, [s * G])
        drawn = {"seed": seed, "root": root, "s": Scalar(s), "order": order}
        message = parts(*cards, s * G) + proof
        after = {"after": cards, "message": message, "identity": identity}
        first.append({**drawn, **turn, **after})

    for player, entropy in zip(players, entropies, strict=True):
        seed, s = known[player]
        root = _root(b"second", seed, identity, player)
        stream = Entropy(root)
        keys = [stream.scalar() for _ in faces]
        bound = place("commutative lap", b"second", identity, player)
        turn, cards, locks, proof = decks.relock(cards, s, keys, bound, entropy(32))
        identity = _stage(identity, player, cards, locks)
        message = parts(*cards, *locks) + proof
        after = {"after": cards, "locks": locks, "message": message}
        drawn = {"root": root, "keys": scalars(keys)}
        second.append({**drawn, **turn, **after, "identity": identity})
    need(IDENTITY not in cards, "a card")
    return {**values, "first lap": first, "second lap": second}


def _root(lap: bytes, seed: bytes, identity: bytes, player: int) -> bytes:
    bound = Transcript("commutative secrets")
    bound.append("turn", lap, seed, identity, player)
    return bound.hash("identity")


def _stage(
    identity: bytes, player: int, cards: Sequence[Element], said: Sequence[Element]
) -> bytes:
    bound = Transcript("commutative stage")
    bound.append("turn", identity, player, cards, said)
    return bound.hash("identity")
