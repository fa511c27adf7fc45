"""Shuffles to test with: decks, a key that the test can unmask with, proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked, start, token, unmask
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import (
    Element,
    Entropy,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs import shuffle
from p2pgame.protocols.proofs.shuffle import Proof
from p2pgame.protocols.proofs.witness import Witness
from tests.protocols.table import prg

Deck = tuple[Masked, ...]
Part = Element | Scalar

x = Scalar.random(prg("key share"))
KEY = x * G
ONE = Scalar(1)
PLACE = b"table 1, hand 2, player 3"


def card(number: int) -> Element:
    return hash_to_group(b"test card", b"%d" % number)


def start_deck(n: int) -> Deck:
    return tuple(start(card(i)) for i in range(n))


def face(masked: Masked) -> Element:
    if masked.C1.is_identity:
        return masked.C2
    return unmask(masked, [token(masked, x)])


def halves(*decks: Sequence[Masked]) -> list[Element]:
    return [half for masked in chain(*decks) for half in (masked.C1, masked.C2)]


@dataclass(frozen=True)
class Shuffled:
    """One shuffle with all that belongs to it."""

    before: Deck
    after: Deck
    witness: Witness
    proof: Proof
    key: Element = KEY

    def verify(self, transcript: Transcript | None = None) -> None:
        transcript = transcript or Transcript(PLACE)
        shuffle.verify(self.before, self.after, self.key, self.proof, transcript)


def prove(
    before: Deck,
    after: Deck,
    witness: Witness,
    *,
    entropy: Entropy | None = None,
    transcript: Transcript | None = None,
) -> Shuffled:
    """Run the honest prover, whatever it is asked to prove."""
    transcript, entropy = transcript or Transcript(PLACE), entropy or prg("prover")
    proof = shuffle.prove(before, after, KEY, witness, transcript, entropy)
    return Shuffled(before, after, witness, proof)


def shuffled(deck: Deck, seed: str = "shuffle") -> Shuffled:
    entropy = prg(seed)
    after, witness = shuffle.shuffle(deck, KEY, entropy)
    return prove(deck, after, witness, entropy=entropy)


@lru_cache
def honest(n: int) -> Shuffled:
    """Return a second shuffle, so that every card of both decks is hidden."""
    return shuffled(shuffled(start_deck(n), "first").after, "second")


def refused(case: Shuffled, transcript: Transcript | None = None) -> None:
    with pytest.raises(InvalidProof):
        case.verify(transcript)


def parts(data: bytes) -> list[bytes]:
    return [data[i : i + 32] for i in range(0, len(data), 32)]


def is_element(place: int, n: int) -> bool:
    """Tell whether a part of a proof for ``n`` cards is an element."""
    return place < 4 or n + 5 <= place < n + 8


def moved(proof: Proof, place: int) -> Proof:
    """Return ``proof`` with one part replaced by the next element or scalar."""
    n, said = len(proof.f), parts(proof.encode())
    part = said[place]
    new: Part = (
        Element.decode(part) + G if is_element(place, n) else Scalar.decode(part) + ONE
    )
    said[place] = new.encode()
    return Proof.decode(b"".join(said), n)


class Recording(Transcript):
    """A transcript that keeps what it heard, and how much of it at each challenge."""

    def __init__(self, label: bytes = PLACE) -> None:
        self.heard: list[Part] = []
        self.challenges: list[Scalar] = []
        self.heard_before: list[set[Part]] = []
        super().__init__(label)

    def append(self, label: bytes, *items: Item) -> None:
        self.heard += _flat(items)
        super().append(label, *items)

    def challenge(self, label: bytes) -> Scalar:
        challenge = super().challenge(label)
        self.challenges.append(challenge)
        self.heard_before.append(set(self.heard))
        return challenge


def _flat(item: Item) -> list[Part]:
    match item:
        case Element() | Scalar():
            return [item]
        case bytes() | int():
            return []
        case _:
            return [part for inner in item for part in _flat(inner)]
