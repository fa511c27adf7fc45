"""Attacks on commutative decks: with proofs they are refused at once, else audited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.classic import commutative, laps
from tests.session.tables import Deck, Net

from .exhibit import Exhibit, Swap, cheated, game, nothing, of_refused
from .shuffles import bet_and_fold

_AGAIN = Scalar(5)


def _look(net: Net) -> Sequence[Swap]:
    """Let player 1's card be player 0's, under another lock."""
    mix, change_locks = laps.mix, laps.change_locks

    def mixing(
        cards: tuple[Element, ...], s: Scalar, order: tuple[int, ...]
    ) -> tuple[Element, ...]:
        first, _, *rest = mix(cards, s, order)
        return (first, _AGAIN * first, *rest)

    def changing(
        cards: tuple[Element, ...], s: Scalar, keys: tuple[Scalar, ...]
    ) -> tuple[Element, ...]:
        first, second, *rest = change_locks(cards, s, keys)
        return (first, _AGAIN.inverse() * second, *rest)

    return [(laps, "mix", mixing), (laps, "change_locks", changing)]


def _looking(deck: Deck) -> bytes:
    return cheated(game("kuhn", 2, deck=deck, decide=bet_and_fold), _look)


def _any_seed(first: object, second: object, seed: laps.Seed) -> tuple[int, ...]:
    """Return an order that a seed makes, whatever was done."""
    return (0, 1, 2)


def _any_keys(
    message: bytes, locks: object, slots: tuple[int, ...]
) -> dict[int, Scalar]:
    """Read the key of each slot, whatever its lock is."""
    parts = (message[at : at + 32] for at in range(0, len(message), 32))
    return dict(zip(slots, map(Scalar.decode, parts), strict=True))


_UNPROVED = ((laps.First, "verify", nothing), (laps.Second, "verify", nothing))
_UNAUDITED = ((laps, "audit", _any_seed),)

EXHIBITS: Mapping[str, Exhibit] = {
    "look-through-own-card": Exhibit(
        "A look at another card through one's own",
        "In the first lap player 1 puts player 0's card, times a number, in the place"
        " of its own, and takes the number off in the second lap. Nothing shows it: all"
        " locked cards look alike.",
        "Its own card opens as player 0's, and it knows when to fold. This deck has no"
        " proofs.",
        "in the audit after the game each player shows its seed, and all work out again"
        " what it should have done",
        "protocols/classic/laps.py",
        lambda: _looking("commutative"),
        pitfalls=(6, 16, 30),
        attacks=(17,),
        fault="opening",
        without=_UNAUDITED,
    ),
    "look-at-a-proved-deck": Exhibit(
        "The same look, at a deck with proofs",
        "As before, with the proof that our prover makes of it.",
        "As before.",
        "each lap is proved to be a permutation under one secret, so the game stops"
        " before a card is dealt",
        "protocols/proofs/same_scalar.py",
        lambda: _looking("proved"),
        pitfalls=(6, 16, 30),
        attacks=(17,),
        fault="proof",
        without=_UNPROVED,
    ),
    "lap-cards-exchanged": of_refused(
        "lap-cards-exchanged",
        title="Cards exchanged after the shuffle",
        does="Player 1 exchanges two cards in the second lap, in which they stay where"
        " they are. This deck has no proofs.",
        gains="It gives itself another card than was dealt.",
        stopped="in the audit its seed gives other cards than it has shown",
        module="protocols/classic/laps.py",
        pitfalls=(16,),
        without=_UNAUDITED,
        wins=False,
    ),
    "lock-wrong": of_refused(
        "lock-wrong",
        title="A key for another lock",
        does="Player 1 opens a card with another key than it has locked it with.",
        gains="The card opens as another one, or as none.",
        stopped="each key is checked against the lock that was shown with the deck",
        module="protocols/classic/commutative.py",
        pitfalls=(1,),
        without=((commutative, "_decode_keys", _any_keys),),
        wins=False,
    ),
    "audit-wrong": of_refused(
        "audit-wrong",
        title="Another seed in the audit",
        does="Player 1 shows another seed than its secrets were drawn from.",
        gains="What it did in the laps can't be worked out again.",
        stopped="a seed that does not give the signed laps convicts, too",
        module="protocols/classic/laps.py",
        pitfalls=(16,),
        without=_UNAUDITED,
    ),
    "audit-after-a-leave-left-out": of_refused(
        "audit-after-a-leave-left-out",
        title="A leave in place of an audit",
        does="Player 2 leaves before the audit, and the two others sign the end without"
        " it.",
        gains="A cheat escapes the audit, if a friend leaves in time.",
        stopped="those who stay are audited all the same; no end counts before that",
        module="p2pgame/session/game/classic.py",
        pitfalls=(16, 22),
        attacks=(21,),
        without="the audit of those who stay",
    ),
}
