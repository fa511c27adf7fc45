"""A snapshot is what a front end must know that has heard nothing before."""

from __future__ import annotations

from functools import reduce

from p2pgame.client.events import (
    AnyEvent,
    Arrived,
    Begun,
    Choice,
    Ended,
    Happened,
    Invited,
    Overtaken,
    Player,
    Resumed,
    Saved,
    Snapshot,
    TurnClosed,
    Verified,
    View,
    Waiting,
    YourTurn,
)
from p2pgame.client.snapshots import after
from p2pgame.engine import plain

PLAYERS = (Player("Ann", "aa"), Player("Ben", "bb"))
INVITED = Invited("t", "P2PGAME:x")
BEGUN = Begun("t", "kuhn", 1, {}, PLAYERS, 0, plain("Ann, Ben play kuhn."))
WAITING = Waiting(plain("waiting for Ben"), seconds=9)
ENDED = Ended((1, -1), plain("The game is over."))


def view(text: str) -> View:
    return View(0, "choose", {}, {}, {}, text)


def happened(text: str) -> Happened:
    return Happened((plain("something"),), view(text))


def your_turn(number: int, text: str = "table") -> YourTurn:
    return YourTurn(number, view(text), Choice(("bet",), (plain("bet"),)))


def now(*events: AnyEvent) -> Snapshot:
    return reduce(after, events, Snapshot(0))


def test_the_last_of_each_kind_counts() -> None:
    told = (INVITED, WAITING, BEGUN, happened("a"), happened("b"), Arrived("Cleo"))
    assert now(*told) == Snapshot(
        0, invited=INVITED, begun=BEGUN, view=view("b"), waiting=WAITING
    )
    assert now(BEGUN, Resumed(plain("Back."), None, view("c"))).view == view("c")


def test_a_turn_is_open_until_it_is_closed_or_the_game_is_over() -> None:
    turn = your_turn(3, "mine")
    assert now(BEGUN, turn) == Snapshot(0, begun=BEGUN, view=view("mine"), turn=turn)
    assert now(BEGUN, turn, TurnClosed(2)).turn == turn
    assert now(BEGUN, turn, TurnClosed(3)).turn is None
    assert now(BEGUN, turn, ENDED).turn is None
    assert now(BEGUN, turn, your_turn(4)).turn == your_turn(4)


def test_what_turns_out_not_to_have_happened_is_taken_back() -> None:
    told = now(BEGUN, your_turn(1), ENDED, Overtaken(plain("told once more")))
    assert (told.turn, told.ended) == (None, None)
    assert now(BEGUN, ENDED).ended == ENDED


def test_the_next_table_begins_anew() -> None:
    saved = Saved("game.p2pgame")
    first = now(INVITED, BEGUN, happened("a"), ENDED, saved)
    assert first.saved == saved
    verified = Verified("f", "kuhn", 1, {}, (), (1, -1), 5, 17, plain("Verified."))
    assert after(first, verified).verified == verified
    again = Invited("u", "P2PGAME:y", reserved=True)
    assert after(first, again) == Snapshot(0, invited=again)
    guest = now(BEGUN, WAITING, happened("a"), ENDED, saved)
    assert after(guest, BEGUN) == Snapshot(0, begun=BEGUN, waiting=WAITING)
