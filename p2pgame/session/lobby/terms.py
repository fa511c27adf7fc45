"""This module decides what a table may promise about absence and hidden cards."""

from __future__ import annotations

from typing import NamedTuple

from p2pgame.engine import AnyGame, Message

from ..entries.payloads import MASKED, UNTIMED, Absence, Genesis, Time


def quorum(seats: int) -> int:
    """Return the default quorum: more than two thirds, and 0 for two seats.

    With three seats it is the least possible, for two thirds of them and one more are
    all.
    """
    return 2 * seats // 3 + 1 if seats > 3 else least_quorum(seats)


def least_quorum(seats: int) -> int:
    """Return the least quorum that a table may have, and 0 for two seats.

    Any two quorums share two players, so that one of them is honest if one player
    forks. With three seats that is impossible: two quorums share one player.
    """
    if seats < 3:
        return 0
    return 2 if seats == 3 else (seats + 3) // 2


class Bounds(NamedTuple):
    """What a quorum ``q`` of ``n`` seats bounds, in players; without a quorum all 0.

    ``may_vanish``: so many may vanish, and the others go on, ``n - q``.
    ``readers``: so many who conspire can open any card, ``q``.
    ``forkers``: so many who conspire and control the network can, too, ``2q - n``.
    """

    may_vanish: int
    readers: int
    forkers: int


def bounds(seats: int, quorum: int) -> Bounds:
    """Return how many players may vanish, and how many who conspire read cards.

    A card opens by tokens of all players, or of ``q`` who hold shares. An honest player
    follows one history. So two histories in which cards are opened, of which at least
    one has lost a player, need ``2q`` players, those who fork counted twice:
    ``(n - f) + 2f >= 2q``. In each the forkers may be dealt what the other hides.
    """
    if not quorum:
        return Bounds(0, 0, 0)
    return Bounds(seats - quorum, quorum, 2 * quorum - seats)


def why_no_quorum(wanted: int, seats: int) -> Message | None:
    """Return why ``wanted`` of ``seats`` players can't be a quorum, or None."""
    low, high = least_quorum(seats), seats - 1
    if wanted == 0 or (seats > 2 and low <= wanted <= high):
        return None
    if seats < 3:
        return Message.of("quorum-of-two", seats=seats)
    return Message.of("quorum-bounds", seats=seats, low=low, high=high)


def why_no_deck(deck: str, game: AnyGame, quorum: int) -> Message | None:
    """Return why ``game`` cannot be played with this kind of deck, or None."""
    if deck == MASKED:
        return None
    if not game.only_deals:
        return Message.of("deck-only-deals", deck=deck, game=game.name)
    if quorum:
        return Message.of("deck-needs-everybody", deck=deck)
    return None


def absence(quorum: int) -> Absence:
    """Return the default policy for a game with a silent player."""
    return "finish" if quorum else "wait"


def why_no_absence(wanted: Absence, quorum: int) -> Message | None:
    """Return why this policy for a silent player is impossible, or None."""
    if wanted == "wait" and quorum:
        return Message.of("absence-needs-no-quorum")
    if wanted != "wait" and not quorum:
        return Message.of("absence-needs-quorum")
    return None


def why_no_bank(bank: int, patience: int) -> Message | None:
    """Return why the players cannot have this time for the whole game, or None."""
    if bank and not patience:
        return Message.of("bank-needs-patience")
    return None


def usual_programs(patience: int) -> tuple[int, int]:
    """Return a programs' bank, and the seconds of each word that are free.

    A program that is away for one patience has not used up its bank: only the sum of
    many such pauses is bounded.
    """
    return (2 * patience, max(5, patience // 100)) if patience else (0, 0)


def limits_players(time: Time) -> bool:
    """Return whether players have clocks, of which an earlier wire knows nothing."""
    return bool(time.base or time.move or time.days)


def why_no_time(time: Time, bank: int, patience: int) -> Message | None:
    """Return why the players and their programs cannot have such clocks, or None."""
    if time != UNTIMED and not patience:
        return Message.of("clock-needs-patience")
    if sum(map(bool, (bank, time.base, time.move, time.days))) > 1:
        return Message.of("time-in-one-way")
    if (time.increment or time.delay) and not time.base:
        return Message.of("increment-needs-clock")
    return None


def why_not_offered(genesis: Genesis, game: AnyGame) -> Message | None:
    """Return why nobody may accept this genesis of a game, or None."""
    return (
        why_no_quorum(genesis.quorum, len(genesis.hellos))
        or why_no_deck(genesis.deck, game, genesis.quorum)
        or why_no_bank(genesis.bank, genesis.patience)
        or why_no_time(genesis.time, genesis.bank, genesis.patience)
        or why_no_absence(genesis.absence, genesis.quorum)
    )
