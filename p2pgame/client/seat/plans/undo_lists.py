"""Lists undos that a game finds for what its player wants, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from p2pgame.engine import AnyGame, Combination, IllegalMove, Message, Reason, State

from ...events import UndosFound, UndosShown
from ...words import title_of

#: How many are listed at once.
AT_ONCE = 4


class UndoList:
    """What one player has asked for last, and the undos that were listed for it."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self._game, self._seat = game, seat
        self._state: State | None = None
        self._wanted = ""
        self._rest: Iterator[Combination] = iter(())
        self._listed: list[Combination] = []

    def find(self, state: State, wanted: str) -> UndosFound:
        """Return the first for what is wanted in this state; "": the next ones.

        Raises:
          IllegalMove: There are none, or nothing can be wanted like that.
        """
        if wanted or self._state is None:
            self._begin(state, wanted)
        self._check(state)
        found = [*islice(self._rest, AT_ONCE)]
        if not found:
            id = "undos-no-more" if self._listed else "undos-none"
            raise IllegalMove("no-undos", Message.of(id))
        first = len(self._listed) + 1
        self._listed += found
        shown = (
            UndosShown(number, one.moves, one.does)
            for number, one in enumerate(found, first)
        )
        return UndosFound(self._wanted, tuple(shown), len(found) == AT_ONCE)

    def moves(self, state: State, number: int) -> tuple[str, ...]:
        """Return the moves of what was listed under a number.

        Raises:
          IllegalMove: Nothing was, or the table has changed since.
        """
        self._check(state)
        if number > len(self._listed):
            said = Message.of("undos-no-such", number=number)
            raise IllegalMove("no-such-undos", said)
        return self._listed[number - 1].moves

    def _begin(self, state: State, wanted: str) -> None:
        undos = self._game.undos(state, self._seat, wanted)
        if undos is None:
            said = Message.of("undos-not-here", game=title_of(self._game.name))
            raise IllegalMove("no-undos", said)
        if isinstance(undos, Reason):
            raise undos.error
        self._state, self._wanted, self._rest, self._listed = state, wanted, undos, []

    def _check(self, state: State) -> None:
        if self._state is None:
            raise IllegalMove("no-undos", Message.of("undos-not-asked"))
        if self._state != state:
            raise IllegalMove("old-undos", Message.of("undos-old"))
