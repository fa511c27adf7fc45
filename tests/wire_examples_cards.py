"""The examples of docs/wire.md on masked decks, piles and single cards."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from unittest.mock import patch

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import claims, dealing, placing, stage
from p2pgame.protocols.deck.cards import Card, Cards, Secrets, face_point
from p2pgame.protocols.proofs import non_membership, remasking
from p2pgame.protocols.threshold import keys
from tests import wire_group as group
from tests import wire_proofs as proofs
from tests import wire_shuffles as shuffles
from tests.wire_examples import Compute, Example, Outcome, given, named
from tests.wire_values import Malformed

# What the program makes of the inputs


def program_deck(x: Example) -> Outcome:
    players, shares = x.numbers("players"), x.several("share of")
    held = keys.Keys(dict(zip(players, map(Element.decode, shares), strict=True)))
    faces = tuple(map(face_point, x.text["faces"].split()))
    return {"identity hash": stage.first(players, held, faces, x.hex("turn")).identity}


def program_reveal(x: Example) -> Outcome:
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    origins = x.several("origin of slot")
    cards = {
        slot: Card(Masked(Element.decode(C1), G), (seat,), (), origin)
        for slot, (C1, origin) in enumerate(
            zip(x.several("C1 of slot"), origins, strict=True)
        )
    }
    laid = Cards(keys.Keys({seat: secret * G}), slots=cards)
    made = dealing.open_cards(
        seat, laid, tuple(cards), Secrets(secret), x.hex("turn"), bytes
    )
    return {"share": (secret * G).encode(), "message": next(made).say or b""}


def program_remask(x: Example) -> Outcome:
    seat, key = x.number("seat"), Element.decode(x.hex("key"))
    before = Masked.decode(x.hex("C1 before") + x.hex("C2 before"))
    now = stage.Stage(key, (before,), x.hex("identity hash"))
    message = remasking.remask(before, key, now.transcript(seat), bytes)
    after = now.then(seat, (Masked.decode(message[:64]),))
    return {"message": message, "identity hash after": after.identity}


def program_pile(x: Example) -> Outcome:
    holders, shares = x.numbers("holders"), x.several("share of")
    held = keys.Keys(dict(zip(holders, map(Element.decode, shares), strict=True)))
    pile = stage.again(
        x.numbers("players"),
        holders,
        held,
        tuple(map(Masked.decode, x.several("card"))),
        tuple(x.several("origin")),
        x.hex("turn"),
    )
    return {"identity hash": pile.identity}


def program_placement(x: Example) -> Outcome:
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    slots, table = x.numbers("slots"), Cards(keys.Keys({seat: secret * G}))
    run = placing.place(
        seat,
        seat,
        table,
        slots,
        tuple(x.text["faces"].split()),
        tuple(x.text["chosen"].split()),
        Secrets(secret),
        x.hex("turn"),
        given(bytes([1] * 64), bytes([2] * 64), bytes(32)),
    )
    message = next(run).say or b""
    try:
        run.send({seat: message})
    except StopIteration as stop:
        table, _ = stop.value
    origins = {f"origin of {slot}": table[slot].origin for slot in slots}
    return {"message": message, **origins}


def program_claim(x: Example) -> Outcome:
    run = claims.claim(
        *(x.number("seat"), x.number("seat"), _rolled(x), x.numbers("slots")),
        frozenset(x.text["allowed"].split()),
        Secrets(Scalar.decode(x.hex("secret"))),
        x.hex("turn"),
        bytes,
    )
    return {"message": next(run).say or b""}


def _rolled(x: Example) -> Cards:
    """Return the table of a claim, on which dice show what the example says."""
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    slots, faces = x.numbers("slots"), tuple(x.text["faces"].split())
    shift, cards = x.number("shift"), {}
    for slot, face in zip(slots, x.text["shown"].split(), strict=True):
        C1, origin = (
            Element.decode(x.hex(f"C1 of slot {slot}")),
            x.hex(f"origin {slot}"),
        )
        blank = Card(Masked(C1, C1), (seat,), faces, origin, shift)
        masked = Masked(C1, blank.point(face) + secret * C1)
        cards[slot] = dataclasses.replace(blank, masked=masked)
    return Cards(keys.Keys({seat: secret * G}), slots=cards)


def program_false_claim(x: Example) -> Outcome:
    """Prove what is not true, by the formulas, and with another B_11 than theirs."""
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    slots, allowed = x.numbers("slots"), frozenset(x.text["allowed"].split())
    part = claims._Part.of(_rolled(x), seat, slots, allowed, x.hex("turn"))
    other, at = Element.decode(x.hex("another B_11")), 32 * len(slots)
    weights, messages = non_membership._weights, []
    for is_other in (False, True):

        def weighed(
            U: Sequence[Element], B: Sequence[Element], transcript: Transcript
        ) -> list[Scalar]:
            return weights(U, [other, *B[1:]] if is_other else B, transcript)  # noqa: B023

        with (
            patch.object(non_membership, "IDENTITY", None),
            patch.object(non_membership, "_weights", weighed),
        ):
            said = non_membership.prove(
                part.masked, part.others, secret, part.transcript(), bytes
            )
        shown = other.encode() if is_other else said[at : at + 32]
        messages.append(said[:at] + shown + said[at + 32 :])
    faults = []
    for message in messages:
        with pytest.raises((InvalidEncoding, InvalidProof)) as caught:
            claims._verify(part, message, secret * G)
        faults.append(
            "encoding" if caught.type is InvalidEncoding else "proof",
        )
    return _told_false(messages, faults)


def _told_false(messages: Sequence[bytes], faults: Sequence[str]) -> Outcome:
    said, other = messages
    fault, another = faults
    return {
        "message": said,
        "fault": fault,
        "message with another B_11": other,
        "fault of that": another,
    }


program_claim_of_none_of_two = program_claim
program_claim_of_none = program_claim


# What the second reader makes of the outputs


def reader_deck(x: Example) -> Outcome:
    shares = [group.read_element(share) for share in x.several("share of")]
    faces, players = x.text["faces"].split(), x.numbers("players")
    _, identity = shuffles.start_deck(faces, players, shares, x.hex("turn"))
    return {"identity hash": identity}


def reader_reveal(x: Example) -> Outcome:
    seat, C1s = x.number("seat"), x.several("C1 of slot")
    cards = [(group.read_element(C1), group.G) for C1 in C1s]
    share, slots = group.read_element(x.hex("share")), range(len(cards))
    occasion = proofs.occasion_of_tokens(
        x.hex("turn"), seat, seat, slots, x.several("origin of slot")
    )
    tokens, c = proofs.check_tokens(x.hex("message"), cards, share, occasion)
    parts = {f"token {slot}": token.data for slot, token in enumerate(tokens)}
    return {**parts, "challenge": c.to_bytes(32, "little")}


def reader_remask(x: Example) -> Outcome:
    before = tuple(group.read_element(x.hex(f"{half} before")) for half in ("C1", "C2"))
    after, c = shuffles.check_remask(
        x.hex("message"),
        (before[0], before[1]),
        group.read_element(x.hex("key")),
        x.hex("identity hash"),
        x.number("seat"),
    )
    return {"identity hash after": after, "challenge": c.to_bytes(32, "little")}


def reader_pile(x: Example) -> Outcome:
    cards = [(card[:32], card[32:]) for card in x.several("card")]
    identity = shuffles.start_pile(
        x.hex("turn"),
        x.numbers("players"),
        x.numbers("holders"),
        [group.read_element(share) for share in x.several("share of")],
        [(group.read_element(a), group.read_element(b)) for a, b in cards],
        x.several("origin"),
    )
    return {"identity hash": identity}


def reader_placement(x: Example) -> Outcome:
    secret, faces = group.read_scalar(x.hex("secret")), x.text["faces"].split()
    slots = x.numbers("slots")
    cells, origins, e = proofs.check_placement(
        x.hex("message"),
        x.hex("turn"),
        x.number("seat"),
        slots,
        faces,
        secret * group.G,
    )
    chosen = [proofs.face_of(cell, [secret * cell[0]], faces) for cell in cells]
    parts = {f"origin of {slot}": one for slot, one in zip(slots, origins, strict=True)}
    challenge = e.to_bytes(32, "little")
    return {**parts, "challenge": challenge, "chosen": " ".join(chosen)}


def reader_claim(x: Example) -> Outcome:
    e = _check_claim(x, x.hex("message"))
    return {"challenge": e.to_bytes(32, "little")}


def reader_false_claim(x: Example) -> Outcome:
    messages = [x.hex("message"), x.hex("message with another B_11")]
    faults = []
    for message in messages:
        with pytest.raises(Malformed) as caught:
            _check_claim(x, message)
        is_false = str(caught.value) == "a card holds one of the points"
        faults.append("proof" if is_false else "encoding")
    return _told_false(messages, faults)


def _check_claim(x: Example, message: bytes) -> int:
    secret, slots = group.read_scalar(x.hex("secret")), x.numbers("slots")
    faces, shift = x.text["faces"].split(), x.number("shift")
    turned = dict(zip(faces[shift:] + faces[:shift], faces, strict=True))
    points = {face: group.face_element(turned[face]) for face in faces}
    cards = []
    for slot, face in zip(slots, x.text["shown"].split(), strict=True):
        C1 = group.read_element(x.hex(f"C1 of slot {slot}"))
        cards.append((C1, points[face] + secret * C1))
    allowed = x.text["allowed"].split()
    return proofs.check_claim(
        message,
        cards,
        [points[face] for face in faces if face in allowed],
        [points[face] for face in faces if face not in allowed],
        secret * group.G,
        proofs.occasion_of_claim(
            x.hex("turn"), x.number("seat"), slots, x.several("origin")
        ),
    )


reader_claim_of_none_of_two = reader_claim
reader_claim_of_none = reader_claim

PROGRAM: dict[str, Compute] = named("program_", globals())
READER: dict[str, Compute] = named("reader_", globals())
