"""Lays out a trick game for four: hands, the trick before its players, taken tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine import EMPTY, NOTHING, Message, SeatName
from p2pgame.engine.scene import Card, Note, Scene, SeatShown

from .trick_game import SEATS, TrickState
from .tricks import DECK, Tricks, in_order, winner


def trick_scene(
    state: TrickState,
    faces: Mapping[int, str],
    seats: Sequence[tuple[Note, ...]],
    *,
    trump: str = "",
    given: Sequence[tuple[int, ...]] = (),
    verb: str = "play",
) -> Scene:
    """Return the table, to which the game adds its words and what it asks.

    ``seats`` is what is noted of each, ``given`` are cards that lie face down before
    them.  ``verb`` is the word of a move by a card.  A full trick lies until the next
    card is played, and it is said whose it is.
    """
    play = state.play
    trick, taken, old, lead = _lying(play, faces, trump)
    notes: tuple[Note, ...] = ()
    if old:
        taker = Message.of("trick-taken", player=SeatName(play.leader))
        notes = (Note(taker, "dim", NOTHING),)
    undealt = state.phase == "deal" or (state.phase == "shuffle" and not play.faces)
    shown = []
    for seat in SEATS:
        hand = () if state.phase == "deal" else play.hands[seat]
        held = (slot for slot in hand if slot != play.chosen)
        cards = tuple(
            Card(n, faces.get(n), f"{verb} {n}") for n in in_order(held, faces)
        )
        down = tuple(map(Card, given[seat])) if given else ()
        laid, won = trick[seat], taken[seat]
        shown.append(SeatShown(None, seats[seat], cards, laid, down, won))
    return Scene(
        tuple(shown),
        notes=notes,
        round=True,
        deck=len(DECK) if undealt else 0,
        deal=state.number - (state.phase == "shuffle"),
        lead=lead,
        old=old,
    )


def _lying(
    play: Tricks, faces: Mapping[int, str], trump: str
) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]], bool, int]:
    """Return trick and taken cards by seat, whether it is old, and who led."""
    count, full = len(SEATS), len(play.faces) - len(play.trick)
    cards = [Card(n, face) for n, face in zip(play.slots, play.faces, strict=True)]
    groups = [cards[at : at + count] for at in range(0, full - count + 1, count)]
    wins = [winner(tuple(card.face or "" for card in one), trump) for one in groups]
    leader = (play.leader - sum(wins)) % count
    taken: list[tuple[Card, ...]] = [()] * count
    old = not play.trick and play.chosen == EMPTY and bool(groups)
    lead, lying = play.leader, cards[full:]
    for n, (group, win) in enumerate(zip(groups, wins, strict=True)):
        if old and n == len(groups) - 1:
            lead = leader
            best = group[win]
            lying = [*group[:win], Card(best.slot, best.face, tone="won")]
            lying += group[win + 1 :]
            break
        leader = (leader + win) % count
        taken[leader] += tuple(group)
    if play.chosen != EMPTY:
        lying = [*lying, Card(play.chosen, faces.get(play.chosen))]
    trick: list[tuple[Card, ...]] = [()] * count
    for n, card in enumerate(lying):
        trick[(lead + n) % count] = (card,)
    return trick, taken, old, lead
