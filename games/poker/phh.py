"""This module writes hold'em hands in PHH, a text format of poker programs.

Cards that nobody may know are ``????``.  PHH also has the checks of players who could
do nothing else, whom our rules do not ask.  A hand in which a player left the table can
not be told in PHH, and is left out.

Source: Kim, "Recording and Describing Poker Hands" (2024), and
github.com/uoftcprg/phh-std.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from p2pgame.engine import Chosen, Dealt, Event, Opened, Seated
from p2pgame.engine.play import stages

from .betting import first_before_flop
from .holdem import TexasHoldem
from .holdem_1 import Holdem1, TexasHoldem1
from .holdem_state import Holdem, hole_slots


def write(
    first: Holdem,
    events: Iterable[tuple[Event, Mapping[int, Mapping[int, str]]]],
    names: Sequence[str],
) -> list[str]:
    """Return each hand that is over as the fields of a PHH file.

    ``first`` is the state before the ``events``; to each belong the faces by slot that
    single seats were told by it, as far as they may be written down.
    """
    hands: list[str] = []
    hand: _Hand | None = None
    state = first
    game = TexasHoldem1() if isinstance(first, Holdem1) else TexasHoldem()
    for event, told in events:
        states = stages(game, state, event)
        ends = [one for one in states if one.hand == state.hand]
        if hand is not None:
            hand.take(state, event, ends[-1], told)
            if ends[-1].phase == "end" and hand.is_whole:
                hands.append(hand.text(ends[-1]))
        begun = states[-1]
        if begun.hand != state.hand:
            hand = _Hand(begun, names)
        state = begun
    return hands


@dataclass
class _Hand:
    """The actions of one hand, as they come; seats in ``begun.order`` are p1, p2 …"""

    begun: Holdem
    names: Sequence[str]
    actions: list[str] = field(default_factory=list)
    is_whole: bool = True
    #: The seats that PHH still asks in this round.
    asked: list[int] = field(default_factory=list)

    def take(
        self,
        before: Holdem,
        event: Event,
        after: Holdem,
        told: Mapping[int, Mapping[int, str]],
    ) -> None:
        """Take in what happened in the hand."""
        match event:
            case Seated():
                self.is_whole = False
            case Dealt():
                self._deal(before, told)
                self._ask(after, first_before_flop(before))
            case Chosen(seat, "muck"):
                self._act(seat, "sm")
            case Chosen(_, "show"):
                pass  # the opening follows
            case Chosen(seat, move):
                self._decide(before, seat, move, after)
            case Opened(faces):
                self._open(before, faces, after)

    def text(self, end: Holdem) -> str:
        """Return the fields of the file; ``end`` is the state after the hand."""
        begun, seats = self.begun, self.begun.order
        count = len(seats)
        stacks = [begun.stacks[seat] + begun.paid[seat] for seat in seats]
        fields = {
            "variant": "NT",
            "ante_trimming_status": not begun.dead_antes,
            "antes": [*begun.antes[:count]],
            "blinds_or_straddles": [*begun.blinds[:count]],
            "min_bet": begun.min_bet,
            "starting_stacks": stacks,
            "actions": self.actions,
            "hand": begun.hand,
            "players": [self.names[seat] for seat in seats],
            "finishing_stacks": [end.stacks[seat] for seat in seats],
        }
        # What JSON writes of texts, numbers and lists is TOML, too.
        lines = (
            f"{name} = {json.dumps(value, ensure_ascii=False)}"
            for name, value in fields.items()
        )
        return "\n".join(lines) + "\n"

    def _deal(self, state: Holdem, told: Mapping[int, Mapping[int, str]]) -> None:
        for seat in state.order:
            known = told.get(seat, {})
            cards = [known.get(slot, "??") for slot in hole_slots(state, seat)]
            self.actions.append(f"d dh {self._name(seat)} {''.join(cards)}")

    def _ask(self, state: Holdem, first: int) -> None:
        """Begin a round of betting: those are asked whose chips another could match."""
        order = self.begun.order[first:] + self.begun.order[:first]
        totals = sorted(state.bets[s] + state.stacks[s] for s in state.live)
        self.asked = [
            seat
            for seat in order
            if seat in state.live and state.stacks[seat] and len(totals) > 1
            if totals[-2] > state.bets[seat]
        ]
        if len(self.asked) == 1 and not state.owes(self.asked[0]):
            self.asked = []

    def _decide(self, before: Holdem, seat: int, move: str, after: Holdem) -> None:
        self._check_idle(seat)
        match move.split():
            case ["fold"]:
                self._act(seat, "f")
            case ["raise", total]:
                self._act(seat, f"cbr {total}")
                at = self.begun.order.index(seat)
                others = self.begun.order[at + 1 :] + self.begun.order[:at]
                live, stacks = before.live, before.stacks
                self.asked = [s for s in others if s in live and stacks[s]]
            case _:
                self._act(seat, "cc")
        if len(after.live) == 1:
            self.asked.clear()

    def _check_idle(self, until: int | None) -> None:
        """Write the checks of those whom our rules do not ask."""
        while self.asked:
            seat = self.asked.pop(0)
            if seat == until:
                return
            self._act(seat, "cc")

    def _open(self, before: Holdem, faces: tuple[str, ...], after: Holdem) -> None:
        self._check_idle(None)
        match before.phase:
            case "board":
                self.actions.append(f"d db {''.join(faces)}")
                if not after.shown[after.live[0]]:
                    self._ask(after, 0)
            case "showing":
                self._act(before.to_act[0], f"sm {''.join(faces)}")
            case "all-in":
                pairs = zip(faces[::2], faces[1::2], strict=True)
                hands = dict(zip(before.live, pairs, strict=True))
                for seat in _in_turn(before):
                    self._act(seat, f"sm {''.join(hands[seat])}")

    def _act(self, seat: int, what: str) -> None:
        self.actions.append(f"{self._name(seat)} {what}")

    def _name(self, seat: int) -> str:
        return f"p{self.begun.order.index(seat) + 1}"


def _in_turn(state: Holdem) -> tuple[int, ...]:
    """Return the seats that show, from the last player to raise."""
    raised = state.aggressor in state.live
    first = state.live.index(state.aggressor) if raised else 0
    return state.live[first:] + state.live[:first]
