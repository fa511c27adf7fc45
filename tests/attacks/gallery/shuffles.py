"""Attacks on shuffles of masked cards, by player 1, who shuffles last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from p2pgame.protocols.arithmetic.elgamal import Masked, blank, remask, start
from p2pgame.protocols.arithmetic.group import (
    Element,
    Entropy,
    G,
    Scalar,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.deck import stage
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.proofs import shuffle
from p2pgame.protocols.proofs.witness import Witness
from p2pgame.session.lobby.events import AnyView
from tests.refusing import CHEAT, kuhn, nth
from tests.session.tables import Net

from .cards import APPEND, decode_any
from .exhibit import Exhibit, Swap, cheated, game, last_of, nothing, of_refused

#: What player 1 would have each card be, by slot: its own is on slot 1.
WANTED = ("J", "K", "Q")


def bet_and_fold(view: AnyView) -> str:
    assert view.choice is not None
    moves = [str(move) for move in view.choice.moves]
    return "bet" if "bet" in moves else "fold"


def _own_order(net: Net) -> Sequence[Swap]:
    shuffled = shuffle.shuffle

    def fresh(
        deck: Sequence[Masked], key: Element, entropy: Entropy
    ) -> tuple[tuple[Masked, ...], Witness]:
        _, witness = shuffled(deck, key, entropy)
        faces = [start(face_point(face)) for face in WANTED]
        masks = [blank(key, factor) for factor in witness.factors]
        return tuple(map(Masked.__add__, faces, masks)), witness

    return [(shuffle, "shuffle", fresh)]


def _fitted(net: Net) -> Sequence[Swap]:
    """Choose ``E_d`` after the challenge t, as a hash that leaves it out allows."""
    commit, prove = shuffle._commit, shuffle.prove
    challenges: list[tuple[Scalar, ...]] = []

    def committing(
        c: Element, c_d: Element, E_d: Masked, n: int, transcript: Transcript
    ) -> tuple[Scalar, ...]:
        challenges.append(commit(c, c_d, E_d, n, transcript))
        return challenges[-1]

    def fitting(
        before: Sequence[Masked],
        after: Sequence[Masked],
        key: Element,
        *rest: Any,
    ) -> shuffle.Proof:
        proof = prove(before, after, key, *rest)
        factors = [*challenges[-1], *(-f for f in proof.f), proof.Z]
        left, right = (
            multiply_sum(factors, [*elements, base])
            for elements, base in (
                ([card.C1 for card in (*before, *after)], G),
                ([card.C2 for card in (*before, *after)], key),
            )
        )
        return replace(proof, E_d=Masked(left, right))

    return [
        *_own_order(net),
        (shuffle, "_commit", committing),
        (shuffle, "prove", fitting),
    ]


def _without_E_d(transcript: Transcript, label: bytes, *items: Item) -> None:
    APPEND(
        transcript, label, *(items[:2] if label == b"shuffle commitments" else items)
    )


def _not_an_element(message: bytes) -> bytes:
    """Put 32 bytes ff in the place of the first half of ``E_d``."""
    at = 3 * 64 + 64
    return message[:at] + b"\xff" * 32 + message[at + 32 :]


def _doubled(net: Net) -> Sequence[Swap]:
    shuffled = shuffle.shuffle

    def doubling(
        deck: Sequence[Masked], key: Element, entropy: Entropy
    ) -> tuple[tuple[Masked, ...], Witness]:
        cards, witness = shuffled(deck, key, entropy)
        return (remask(cards[1], key, Scalar(7)), *cards[1:]), witness

    return [(shuffle, "shuffle", doubling)]


def _copied_shuffle(net: Net) -> Sequence[Swap]:
    def mix(*args: object) -> bytes:
        return last_of(net, 0).message

    return [(stage, "mix", mix)]


EXHIBITS: Mapping[str, Exhibit] = {
    "deck-in-own-order": Exhibit(
        "A deck in an order of one's own",
        "Player 1 shuffles last. It throws away what player 0 shuffled, masks a new"
        " deck in the order J, K, Q, and proves it with our own prover.",
        "Player 0 gets the jack and player 1 the king. It knows every card.",
        "the proof is about the deck that the player before has signed",
        "protocols/deck/stage.py",
        lambda: cheated(game("kuhn", 2), _own_order),
        pitfalls=(7, 29),
        attacks=(19,),
        fault="proof",
        without=((stage, "verify_all", nothing),),
    ),
    "shuffle-fitted-to-its-challenge": Exhibit(
        "A shuffle that is fitted to its challenge",
        "Player 1 masks a new deck in the order J, K, Q, as before, and chooses the"
        " commitment E_d of its proof after the challenge: that works if the challenge"
        " is hashed without E_d.",
        "As before, and the proof holds in a program with that mistake (weak"
        " Fiat–Shamir).",
        "a challenge is hashed from the whole statement and everything said before it",
        "protocols/proofs/shuffle.py",
        lambda: cheated(game("kuhn", 2), _fitted),
        pitfalls=(2,),
        fault="proof",
        without=((Transcript, "append", _without_E_d),),
    ),
    "proof-with-no-element": Exhibit(
        "An element of a proof that is none",
        "Player 1's proof of its shuffle has 32 bytes ff for an element.",
        "Programs that check the cards alone compute with whatever that is.",
        "elements of a proof pass the same strict reader as cards",
        "protocols/proofs/shuffle.py",
        lambda: kuhn(nth(CHEAT, 1, _not_an_element)),
        pitfalls=(26,),
        fault="encoding",
        without=((Element, "decode", decode_any),),
        wins=False,
    ),
    "doubled-card": Exhibit(
        "A card that is there twice",
        "Player 1 shuffles last, and puts a second mask of its own card in the place of"
        " player 0's.",
        "Both have the same card, so player 1 knows player 0's by its own, and no other"
        " card of the deck is in play.",
        "a shuffle is proved to be a permutation, which loses and doubles no card",
        "protocols/proofs/shuffle.py",
        lambda: cheated(game("kuhn", 2, decide=bet_and_fold), _doubled),
        pitfalls=(6, 29, 30),
        fault="proof",
        without=((stage, "verify_all", nothing),),
    ),
    "copied-shuffle": Exhibit(
        "Another player's shuffle, said again",
        "Player 1 repeats player 0's shuffle and its proof, byte for byte.",
        "It has not shuffled, so the order is player 0's alone. Of two friends the"
        " first would know every card.",
        "a proof names its table, turn, seat and the deck before",
        "protocols/deck/stage.py",
        lambda: cheated(game("kuhn", 2), _copied_shuffle),
        pitfalls=(3,),
        attacks=(19,),
        fault="proof",
        without=((stage, "verify_all", nothing),),
    ),
    "shuffle-too-short": of_refused(
        "shuffle-too-short",
        title="A proof that is too short",
        does="Player 1's shuffle lacks its last 32 bytes.",
        gains="A reader that does not count reads the end of something else, or fails.",
        stopped="the length follows from the number of cards, and is checked before any"
        " work",
        module="protocols/proofs/shuffle.py",
        pitfalls=(8,),
        without="the length of a shuffle proof",
    ),
}
