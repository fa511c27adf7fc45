"""Plays a recorded hand by our rules, action by action."""

from __future__ import annotations

from collections import deque
from itertools import combinations

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    IllegalMove,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    advance,
)
from p2pgame.engine.play import stages
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.ranking import DECK, score

from ....text import words
from .phh_record import Record


class Refused(ValueError):
    """The rules do not allow an action of the record."""


class Replay:
    """A hand at a table of its own."""

    def __init__(self, game: TexasHoldem, record: Record) -> None:
        self._game = game
        self._record = record
        self._state = game.under(record.start)
        self._actions = deque(record.actions)
        #: What each seat took out of the pots, and got back of an unmatched bet.
        self.collected = [0] * len(record.start.stacks)
        self.uncalled = [*self.collected]

    def run(self) -> tuple[int, ...]:
        """Return the stacks at the end.

        Raises:
          ValueError: The record and our rules do not go together.
        """
        while True:
            match self._game.turn(self._state):
                case Roll(sides):
                    self._step(Rolled((sides - 1,)))
                case Shuffle():
                    self._step(Shuffled())
                case Deal():
                    self._step(Dealt())
                case Open(slots):
                    hidden = self._losing(slots)
                    faces = (hidden.get(slot) or self._face(slot) for slot in slots)
                    self._step(Opened(tuple(faces)))
                case Choose(seat, ("show", "muck")):
                    self._step(Chosen(seat, self._show_or_muck(seat)))
                case Choose(seat):
                    self._act(seat)
                case Over():
                    self._skip_idle_checks(None)
                    if self._actions:
                        late = self._actions[0].text
                        raise ValueError(f"the hand is over before the action {late!r}")
                    return self._state.stacks

    def _step(self, event: Event) -> None:
        before = self._state
        advance(self._game, before, event)  # which refuses what is not legal
        for after in stages(self._game, before, event):
            gained = zip(after.stacks, before.stacks, strict=True)
            for seat, (now, then) in enumerate(gained):
                kept = self.uncalled if before.phase == "uncalled" else self.collected
                kept[seat] += max(0, now - then)
            before = after
        self._state = before

    def _act(self, seat: int) -> None:
        self._skip_idle_checks(seat)
        if not self._actions:
            raise ValueError(f"the record stops when p{seat + 1} is to act")
        action = self._actions.popleft()
        move = action.move
        if move == "call" and not self._owed(action.seat):
            move = "check"
        try:
            self._step(Chosen(action.seat, move))
        except IllegalMove as error:
            refused = f"our rules refuse the action {action.text!r}"
            names = [f"p{n + 1}" for n in range(len(self._state.stacks))]
            raise Refused(f"{refused}: {words.told(error, names)}") from None

    def _skip_idle_checks(self, seat: int | None) -> None:
        """Skip the checks of players whom our rules do not ask."""
        while self._actions and self._actions[0].seat != seat:
            action = self._actions[0]
            if action.move != "call" or self._owed(action.seat):
                return
            self._actions.popleft()

    def _owed(self, seat: int) -> int:
        return self._state.owes(seat)

    def _show_or_muck(self, seat: int) -> str:
        known = {2 * seat, 2 * seat + 1} <= self._record.faces.keys()
        return "show" if known and seat not in self._record.mucked else "muck"

    def _face(self, slot: int) -> str:
        seats = len(self._state.stacks)
        if slot in self._record.faces:
            return self._record.faces[slot]
        if slot < 2 * seats:
            raise ValueError(
                f"all-in hands are opened, but p{slot // 2 + 1}'s is unknown"
            )
        raise ValueError("the record has too few cards on the board")

    def _losing(self, slots: tuple[int, ...]) -> dict[int, str]:
        """Return the worst cards left, as the faces of hands that nobody saw.

        Online a hand that has lost may be mucked after an all-in, too.
        """
        seats = len(self._state.stacks)
        known = self._record.faces
        board = [
            known[slot] for slot in range(2 * seats, 2 * seats + 5) if slot in known
        ]
        if len(board) < 5:
            return {}
        left, faces = {*DECK} - {*known.values()}, dict[int, str]()
        for first in slots[::2]:
            if first // 2 in self._record.mucked and not {first, first + 1} & {*known}:
                pairs = combinations(sorted(left), 2)
                worst = min(pairs, key=lambda pair: score((*pair, *board)))
                faces |= {first: worst[0], first + 1: worst[1]}
                left -= {*worst}
        return faces
