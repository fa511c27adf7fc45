"""Step 12, the end: who signs it, checkpoints, and that nothing else is in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .absence import Question
from .entries import Entry, Feeds
from .errors import Unfinished, blaming, demand
from .feeds import check_allowance
from .graph import Graph
from .table import Table

S = TypeVar("S")


def check_words(table: Table[S], feeds: Feeds, *, is_open: bool = False) -> None:
    """Check that no player ends the game before it is over, or says too much.

    An end before the game's is no fault while the round that waits is open.
    """
    for seat, speech in enumerate(table.speeches):
        with blaming(table.players[seat]):
            if speech.end and seat in table.there and table.payoffs is None:
                is_early = table.offer.wire >= 3 and not is_open
                demand(not is_early, "an end is of a game that is not over", "end")
            feed = feeds[table.players[seat]]
            check_allowance(feed, table.turns, table.offer, table.graph)


def signed(table: Table[S]) -> list[Entry]:
    """Return the entries at the end of a game: the ends, and votes for the gone.

    Raises:
      Refused: A player has signed another end (fault ``end``).
      Unfinished: A player has not signed it.
    """
    lost, spot = frozenset[int](), (table.turn, 0)
    there = table.there
    while gone := table.absence.gone(Question(spot, there, there, lost, is_end=True)):
        lost |= gone.seats
        there -= gone.seats
    ends, missing = [], list[int]()
    for seat in sorted(there):
        end = table.speeches[seat].end
        if end is None:
            missing.append(seat)
            continue
        says = end[1].data("turn"), end[1].data("state")
        with blaming(table.players[seat]):
            same = says == (table.turn, table.digest)
            demand(same, "an end is not the game's", "end")
        ends.append(end[0])
    if missing:
        raise Unfinished(f"seats {missing} have not signed the end")
    for seat in sorted(there) if lost else ():
        votes = table.speeches[seat].votes.get(spot, ())
        ends += [entry for entry, seats in votes if seats == lost][:1]
    return ends


def check_nothing_else(feeds: Feeds, graph: Graph, ends: Iterable[Entry]) -> None:
    """Refuse a file that holds more than the ends of a game and their past."""
    needed = graph.closure(ends)
    held = {author: len(feed) - 1 for author, feed in feeds.items()}
    demand(held == needed, "the file holds entries that have no place in it")
