"""A hold'em table as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from .holdem_state import Holdem, hole_slots, player


def as_text(state: Holdem, faces: Mapping[int, str]) -> str:
    """Return the table; ``faces`` are those known of hidden slots.

    Example::

        hand 1   pot 45   board 7d 2c Kh
        > player 0      985   bet 0   As Kd
          player 1      970   bet 0   ?? ??   button
          player 2      990           folded
    """
    board = " ".join(state.board) or "-"
    pot = sum(state.paid) + state.dead if state.phase != "end" else 0
    head = f"hand {state.hand}   pot {pot}   board {board}"
    return "\n".join(
        [head, *(_line(state, s, faces) for s in range(len(state.stacks)))]
    )


def _line(state: Holdem, seat: int, faces: Mapping[int, str]) -> str:
    mark = ">" if state.to_act[:1] == (seat,) else " "
    bet = f"bet {state.bets[seat]}" if state.bets[seat] else ""
    note = "button" if seat == state.button else ""
    columns = f"{player(seat):<10}{state.stacks[seat]:>9}   {bet:<9}"
    return f"{mark} {columns}{_hand(state, seat, faces):<8}{note}".rstrip()


def _hand(state: Holdem, seat: int, faces: Mapping[int, str]) -> str:
    if state.shown[seat]:
        return " ".join(state.shown[seat])
    if state.phase in ("button", "posting", "shuffle", "deal"):
        return "" if seat in state.order or not state.order else "out"
    if seat not in state.order:
        return "out"
    if seat not in state.live:
        return "folded"
    return " ".join(faces.get(slot, "??") for slot in hole_slots(state, seat))
