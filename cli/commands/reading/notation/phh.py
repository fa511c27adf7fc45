"""Replays recorded hold'em hands: if our rules are right, they end alike."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from games.poker.holdem import TexasHoldem
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

from ....text import words
from .phh_record import Record, parse

GAME = TexasHoldem()


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a hand ended by our rules, and in the record if it says so."""

    stacks: tuple[int, ...]
    finishing: tuple[float, ...] | None

    @property
    def difference(self) -> str | None:
        """Say what differs, or None if nothing does."""
        if self.finishing is None or self.finishing == self.stacks:
            return None
        theirs, ours = _listed(self.finishing), _listed(self.stacks)
        return f"the record ends with stacks of {theirs}, our rules with {ours}"

    def __str__(self) -> str:
        if self.finishing is None:
            return f"no final stacks recorded, ours are {_listed(self.stacks)}"
        return self.difference or "OK"


def check(text: str) -> Replayed:
    """Replay one recorded hand.

    Raises:
      ValueError: It is no such record, or our rules do not allow it; the
        message is one sentence.
    """
    record = parse(text)
    return Replayed(_Replay(record).run(), record.finishing)


class _Replay:
    def __init__(self, record: Record) -> None:
        self._record = record
        self._state = record.start
        self._actions = deque(record.actions)

    def run(self) -> tuple[int, ...]:
        """Return the stacks at the end."""
        while True:
            match GAME.turn(self._state):
                case Roll(sides):
                    self._step(Rolled((sides - 1,)))
                case Shuffle():
                    self._step(Shuffled())
                case Deal():
                    self._step(Dealt())
                case Open(slots):
                    self._step(Opened(tuple(self._face(slot) for slot in slots)))
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
        self._state = advance(GAME, self._state, event).state

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
            raise ValueError(f"{refused}: {words.told(error)}") from None

    def _skip_idle_checks(self, seat: int | None) -> None:
        """Skip the checks of players whom our rules do not ask."""
        while self._actions and self._actions[0].seat != seat:
            action = self._actions[0]
            if action.move != "call" or self._owed(action.seat):
                return
            self._actions.popleft()

    def _owed(self, seat: int) -> int:
        return max(self._state.bets) - self._state.bets[seat]

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


def _listed(stacks: tuple[float, ...]) -> str:
    return " ".join(str(chips) for chips in stacks)
