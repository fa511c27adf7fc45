"""Tells a table of liar's dice in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import Message
from p2pgame.tabletop.dice import die_pips
from p2pgame.tabletop.sentences import enumerated

from .liars_dice import Cups


def in_sentences(
    state: Cups, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the bid, how many dice each player has, and those that this seat sees."""
    return tuple(_told(state, faces, seat))


def _told(state: Cups, faces: Mapping[int, str], seat: int | None) -> Iterator[Message]:
    if state.face:
        yield Message.by(
            "liars-dice-table-bid",
            state.bidder,
            number=state.number,
            face=state.face,
        )
    else:
        yield Message.of("liars-dice-drawn-no-bid")
    if state.wild:
        yield Message.of("liars-dice-drawn-wild", face=state.wild)
    for player, dice in enumerate(state.dice):
        yield Message.by("liars-dice-table-left", player, dice=dice)
        pips = [str(die_pips(faces[n])) for n in state.hands[player] if n in faces]
        if pips and player == seat:
            yield Message.of("liars-dice-table-yours", pips=enumerated(*pips))
        elif pips:
            shown = enumerated(*pips)
            yield Message.by("liars-dice-table-shown", player, pips=shown)
