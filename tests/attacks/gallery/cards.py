"""Attacks on masked cards: keys, tokens, hidden ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.equations import Check
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    Element,
    Entropy,
    G,
    Scalar,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.deck import reveal
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.proofs import dleq, membership, ownership
from p2pgame.protocols.proofs.dleq import Batch, BatchProof
from p2pgame.protocols.threshold import keys, vss
from tests.refusing import CHEAT
from tests.session.tables import Net

from .exhibit import Exhibit, Lies, Swap, cheated, game, last_of, nothing, of_refused


def _always(*args: object) -> Check:
    """Return a check without an equation."""
    return Check((), Scalar(1))


# Keys


def rogue_key(net: Net) -> Sequence[Swap]:
    def prove(secret: Scalar, transcript: Transcript, entropy: Entropy) -> bytes:
        theirs = Element.decode(last_of(net, 0).message[:32])
        share = secret * G - theirs
        proof = ownership.prove(share, secret, transcript, entropy)
        return share.encode() + proof.encode()

    return [(keys, "_prove", prove)]


def _copied_key(net: Net) -> Sequence[Swap]:
    def prove(secret: Scalar, transcript: Transcript, entropy: Entropy) -> bytes:
        return last_of(net, 0).message

    return [(keys, "_prove", prove)]


APPEND = Transcript.append


def decode_any(data: bytes) -> Element:
    """Read an element; give the neutral one for it, and for what is none."""
    return IDENTITY if data in (bytes(32), b"\xff" * 32) else _DECODE(data)


_DECODE = Element.decode

KEYS: Mapping[str, Exhibit] = {
    "rogue-key": Exhibit(
        "A rogue key",
        "Player 1 waits for player 0's key share Y₀, and shows Y₁ = a·G − Y₀ as its"
        " own, with a proof made with a.",
        "The joint key is then a·G. Player 1 alone opens every card, player 0's too.",
        "each share comes with a proof that its owner knows its secret; player 1 knows"
        " a, and not a − y₀",
        "protocols/proofs/ownership.py",
        lambda: cheated(game("kuhn", 2), rogue_key),
        pitfalls=(4,),
        fault="proof",
        without=((ownership, "verify", nothing),),
        wins=False,
    ),
    "copied-key-share": Exhibit(
        "A copied key share",
        "Player 1 repeats player 0's key share and its proof, byte for byte.",
        "It has a part in the key without a secret, and the proof is a true one.",
        "a proof names the table, the seat and all players, so it holds in one seat",
        "protocols/threshold/keys.py",
        lambda: cheated(game("kuhn", 2), _copied_key),
        pitfalls=(3, 4, 24),
        fault="proof",
        without=(
            (ownership, "verify", nothing),
            (keys, "_refuse_related", nothing),
        ),
        wins=False,
    ),
    "key-share-neutral": of_refused(
        "key-share-neutral",
        title="A key share that is nothing",
        does="Player 1 shows the neutral element as its key share.",
        gains="Its secret would be 0: it need not help to hide a card, and some"
        " libraries return this element when they fail.",
        stopped="an element of a peer is decoded strictly, and the neutral one is none",
        module="protocols/arithmetic/group.py",
        pitfalls=(12,),
        without=((Element, "decode", decode_any),),
        wins=False,
    ),
    "key-share-no-element": of_refused(
        "key-share-no-element",
        title="Bytes that are no element",
        does="Player 1 shows 32 bytes ff as its key share.",
        gains="A library that takes them computes with a point outside the group, or"
        " with another one than its peers do.",
        stopped="each element has one encoding, and all other bytes are refused",
        module="protocols/arithmetic/group.py",
        pitfalls=(9, 10),
        without=((Element, "decode", decode_any),),
        wins=False,
    ),
}


# Tokens


def _card_of_choice(prove: object) -> Lies:
    """Let player 1 give a token that opens its own card as a king."""
    assert callable(prove)

    def lies(net: Net) -> Sequence[Swap]:
        honest = reveal.prove

        def choosing(
            cards: Sequence[Masked], x: Scalar, transcript: Transcript, entropy: Entropy
        ) -> bytes:
            play = net.tables[CHEAT].play
            assert play is not None
            held = play.dealer.held.cards
            assert held is not None
            mine = held[CHEAT]
            if [*cards] != [mine.masked] or not mine.tokens:
                return honest(cards, x, transcript, entropy)
            token = mine.masked.C2 - mine.tokens[0] - face_point("K")
            batch = Batch(x * G, ((mine.masked.C1, token),))
            proof = prove(batch, x, transcript, entropy)
            return token.encode() + bytes(proof.encode())

        return [(reveal, "prove", choosing)]

    return lies


def _forged(
    batch: Batch, x: Scalar, transcript: Transcript, entropy: Entropy
) -> BatchProof:
    """Choose ``S`` after the challenge, as a hash that leaves it out allows."""
    weights = dleq._weights(batch, transcript)
    k = Scalar.random(entropy)
    c = dleq._challenge(k * G, G, transcript)
    z = k - c * x
    S = multiply_sum(weights, [z * H + c * B for H, B in batch.pairs])
    return BatchProof(S, c, z)


def _without_S(transcript: Transcript, label: bytes, *items: Item) -> None:
    APPEND(transcript, label, *(items[:1] if label == b"dleq commitment" else items))


def _decode_first(message: bytes, m: int) -> tuple[list[Element], BatchProof]:
    """Read the first tokens and the proof, whatever stands between them."""
    parts = [message[i : i + 32] for i in range(0, 32 * m, 32)]
    return [*map(Element.decode, parts)], BatchProof.decode(message[-96:])


TOKENS: Mapping[str, Exhibit] = {
    "card-of-own-choice": Exhibit(
        "A card of one's own choice",
        "Player 1 has the jack, and wants a king. When cards are opened it takes the"
        " king and player 0's token off its masked card, and gives what is left as its"
        " own token.",
        "The jack opens as a king, and takes the pot.",
        "a token comes with a proof that it is made with the secret of the key share",
        "protocols/proofs/dleq.py",
        lambda: cheated(game("kuhn", 2), _card_of_choice(dleq.prove_batch)),
        pitfalls=(1,),
        fault="proof",
        without=((dleq, "check_batch", _always),),
    ),
    "forged-for-a-weak-hash": Exhibit(
        "A proof for a hash that leaves something out",
        "Player 1 gives the same token, and chooses the commitment S of its proof after"
        " the challenge: that works if the challenge is hashed without S.",
        "The jack opens as a king, and the proof holds in a program with that mistake"
        " (weak Fiat–Shamir).",
        "a challenge is hashed from the whole statement and everything said before it",
        "protocols/arithmetic/transcript.py",
        lambda: cheated(game("kuhn", 2), _card_of_choice(_forged)),
        pitfalls=(1,),
        fault="proof",
        without=((Transcript, "append", _without_S),),
    ),
    "token-too-many": of_refused(
        "token-too-many",
        title="A token too many",
        does="Player 1 gives its token twice.",
        gains="Programs that take another number of tokens off a card than their peers"
        " see another face.",
        stopped="one token for each card, counted before anything is decoded",
        module="protocols/deck/reveal.py",
        pitfalls=(8, 25),
        without=((reveal, "_decode", _decode_first),),
    ),
    "stand-in-token-wrong": of_refused(
        "stand-in-token-wrong",
        title="A false part of a token of somebody who is gone",
        does="Player 2 is gone. Player 1 gives a false part of its token.",
        gains="A card of player 2 opens as none, or as another one.",
        stopped="each part is proved, like a token, against the share that was dealt",
        module="protocols/deck/tokens.py",
        pitfalls=(22,),
        attacks=(21,),
        without=((dleq, "check_batch", _always),),
        wins=False,
    ),
    "dealing-wrong": of_refused(
        "dealing-wrong",
        title="Shares that open nothing",
        does="Player 1 changes a bit of the dealing of its secret to the others.",
        gains="It can't be replaced: when it loses it leaves, and its cards stay shut.",
        stopped="shares are dealt so that everybody can check all of them",
        module="protocols/threshold/vss.py",
        pitfalls=(22,),
        attacks=(21,),
        without=((vss, "verify", nothing),),
    ),
    "placement-of-another-face": of_refused(
        "placement-of-another-face",
        title="A ship that is none",
        does="Player 1 lays down a cell that holds neither ship nor water.",
        gains="The cell can't be opened as a hit.",
        stopped="each cell is proved to hold one of the faces that may be there",
        module="protocols/proofs/membership.py",
        pitfalls=(6,),
        without=((membership, "verify", nothing),),
        wins=False,
    ),
}

EXHIBITS: Mapping[str, Exhibit] = {**KEYS, **TOKENS}
