"""Seats of several players in one process: they play, stop, go on and are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trio

import p2pgame
from p2pgame.client.errors import ClientError, Gone, InvalidRequest, Refused
from p2pgame.client.events import (
    AnyEvent,
    Begun,
    Ended,
    Event,
    Finished,
    Happened,
    Resumed,
    Saved,
    Verified,
    YourTurn,
)
from p2pgame.client.requests import own_name
from p2pgame.client.seat.seat import Seat
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.parted import FilePart
from p2pgame.client.world import World
from p2pgame.engine import IllegalMove

E = TypeVar("E", bound=Event)
#: Seconds for a whole game.
WITHIN = 60.0
TABLE: dict[str, Any] = {"listen": "127.0.0.1:0", "relays": (), "players": 2}


def world(home: Path) -> World:
    """Return this machine's world, with a home and a folder of its own."""
    home.mkdir(exist_ok=True)
    return replace(World.native(home), folder=home)


def host(game: str, home: Path) -> AbstractAsyncContextManager[Seat]:
    return p2pgame.host(game, name="Ann", world=world(home), **TABLE)


async def play(
    seat: Seat, until: Callable[[AnyEvent], bool] = lambda event: False
) -> list[AnyEvent]:
    """Decide like a simple program; return what was told, to the end or ``until``."""
    program, heard = p2pgame.Program(seat), list[AnyEvent]()
    with trio.fail_after(WITHIN):
        async for event in seat:
            heard.append(event)
            if until(event):
                break
            await program.hear(event)
    return heard


async def join(invite: str | None, home: Path, heard: list[AnyEvent]) -> None:
    assert invite is not None
    async with p2pgame.join(invite, name="Ben", world=world(home)) as seat:
        heard += await play(seat)


def only(kind: type[E], heard: list[AnyEvent]) -> E:
    (event,) = (event for event in heard if isinstance(event, kind))
    return event


def written(heard: list[AnyEvent]) -> bytes:
    """Return the transcript that was saved."""
    return Path(only(Saved, heard).path).read_bytes()


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the transcripts that were verified whole, one for each time."""
    checked: list[bytes] = []
    check = vars(checking)["check"]

    def count(parts: Sequence[FilePart], *rest: Any) -> Any:
        checked.append(b"".join(part.read(0, checking.FILE_LIMIT) for part in parts))
        return check(parts, *rest)

    monkeypatch.setattr(checking, "check", count)
    return checked


@pytest.mark.parametrize("game", ["kuhn", "tictactoe"])
async def test_two_seats_in_one_process_play_to_the_end(
    game: str, tmp_path: Path, checks: list[bytes]
) -> None:
    ben: list[AnyEvent] = []
    async with host(game, tmp_path / "ann") as seat, trio.open_nursery() as nursery:
        nursery.start_soon(join, seat.invite, tmp_path / "ben", ben)
        ann = await play(seat)
    for heard, number in ((ann, 0), (ben, 1)):
        begun = only(Begun, heard)
        assert (begun.game, begun.seat) == (game, number)
        assert [player.name for player in begun.players] == ["Ann", "Ben"]
        assert only(Verified, heard).payoffs == only(Ended, heard).payoffs
        assert heard[-1] == Finished()
        assert Path(only(Saved, heard).path).parent == tmp_path / ("ann", "ben")[number]
    assert written(ann) == written(ben)
    assert not checks  # each has checked all entries as they came


async def test_a_host_that_was_cancelled_goes_on_and_verifies_everything(
    tmp_path: Path, checks: list[bytes]
) -> None:
    ben: list[AnyEvent] = []
    async with trio.open_nursery() as nursery:
        async with host("tictactoe", tmp_path / "ann") as seat:
            nursery.start_soon(join, seat.invite, tmp_path / "ben", ben)
            before = await play(seat, lambda event: isinstance(event, Happened))
        assert not any(isinstance(event, Ended) for event in before)
        async with p2pgame.resume(world=world(tmp_path / "ann")) as seat:
            after = await play(seat)
    assert only(Begun, after).again
    back = only(Resumed, after)
    assert back.last is not None
    told = [
        one for event in before if isinstance(event, Happened) for one in event.messages
    ]
    assert [line.message for line in back.past][: len(told)] == told
    assert back.past[-1].message == back.last
    assert only(Verified, after).payoffs == only(Verified, ben).payoffs
    (checked,) = checks  # the host's alone: the guest's program has run all the time
    assert checked == written(after)


async def test_a_seat_that_is_being_played_is_not_played_twice(tmp_path: Path) -> None:
    async with host("kuhn", tmp_path / "ann"):
        for table in (None, 1):
            with pytest.raises(Refused, match="playing there already"):
                async with p2pgame.resume(table, world=world(tmp_path / "ann")):
                    raise AssertionError("two programs play one seat")


async def test_one_process_has_a_home_for_each_world(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("ann", "zoe")]
    async with host("kuhn", homes[0]) as one, host("kuhn", homes[1]) as other:
        assert one.invite != other.invite
    identities = {(home / "identity").read_bytes() for home in homes}
    assert len(identities) == 2


@pytest.mark.parametrize(
    ("game", "settings", "told"),
    [
        ("bridge", {}, "bridge"),
        ("kuhn", {"players": 9}, "Kuhn poker takes 2 players, not 9"),
        ("kuhn", {"options": {"hands": 2}}, "Kuhn poker has no options"),
        (
            "kuhn",
            {"name": "\n"},
            r"a name has no control characters, and U\+000A is one",
        ),
        ("kuhn", {"bots": 2}, "leaves no seat for you"),
        ("kuhn", {"listen": "nowhere"}, "--listen takes HOST:PORT"),
    ],
)
async def test_a_request_that_makes_no_sense_changes_nothing(
    game: str, settings: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidRequest, match=told):
        async with p2pgame.host(
            game, world=world(tmp_path / "ann"), **{**TABLE, **settings}
        ):
            raise AssertionError("a table is open")
    assert [*(tmp_path / "ann").iterdir()] == []


async def test_a_port_that_is_taken_is_told_as_an_error_of_the_client(
    tmp_path: Path,
) -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    where = {**TABLE, "listen": f"127.0.0.1:{port}"}
    async with listener:
        with pytest.raises(ClientError, match="it is in use"):
            async with p2pgame.host("kuhn", world=world(tmp_path / "ann"), **where):
                raise AssertionError("a table is open")


async def test_a_player_who_quits_is_gone_and_can_come_back(tmp_path: Path) -> None:
    async with host("kuhn", tmp_path / "ann") as seat:
        invite = seat.invite
        seat.quit()
        with pytest.raises(Gone, match="You have left the table"):
            await play(seat)
    async with p2pgame.resume(world=world(tmp_path / "ann")) as seat:
        with trio.fail_after(WITHIN):
            while seat.invite is None:
                await seat.__anext__()
        assert seat.invite == invite


async def test_a_host_that_quits_at_once_is_told_how_to_come_back(
    tmp_path: Path,
) -> None:
    """Whatever goes on then: the table is on the disk as soon as it has an invite."""
    async with host("kuhn", tmp_path / "ann") as seat:
        seat.quit()
        with pytest.raises(Gone) as gone:
            await play(seat)
    assert gone.value.message.id == "left-to-resume"


async def test_an_error_of_the_program_in_the_context_comes_out_as_it_is(
    tmp_path: Path,
) -> None:
    with pytest.raises(KeyError, match="ours"):
        async with host("kuhn", tmp_path / "ann"):
            raise KeyError("ours")


async def test_an_impossible_move_is_refused_and_the_turn_stays_open(
    tmp_path: Path,
) -> None:
    async with (
        host("tictactoe", tmp_path / "ann") as seat,
        trio.open_nursery() as guest,
    ):
        guest.start_soon(join, seat.invite, tmp_path / "ben", [])
        await play(seat, lambda event: isinstance(event, YourTurn))
        turn = seat.now.turn
        assert turn is not None
        with pytest.raises(IllegalMove):
            await seat.move("10")
        assert seat.now.turn == turn
        await seat.move("5")
        await play(seat)


async def test_a_sealed_move_closes_its_turn_while_others_still_choose(
    tmp_path: Path,
) -> None:
    """A page that is opened again meanwhile asks for no second move."""
    async with host("rps", tmp_path / "ann") as ann:
        assert ann.invite is not None
        joined = p2pgame.join(ann.invite, name="Ben", world=world(tmp_path / "ben"))
        async with joined as ben:
            async with trio.open_nursery() as until:
                for seat in (ann, ben):
                    until.start_soon(
                        play, seat, lambda told: isinstance(told, YourTurn)
                    )
            await ann.move("rock")
            assert ann.now.turn is None
            with pytest.raises(IllegalMove, match="moved-already"):
                await ann.move("paper")
            async with trio.open_nursery() as both:
                both.start_soon(play, ann)
                await ben.move("paper")
                await play(ben)
        assert ann.now.ended is not None


@pytest.mark.parametrize(("login", "name"), [("anna", "Anna"), ("root", "Player")])
def test_a_player_is_called_by_an_account_that_is_its_own(
    monkeypatch: pytest.MonkeyPatch, login: str, name: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert own_name() == name
