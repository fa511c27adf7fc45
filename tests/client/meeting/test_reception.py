"""A guest without a link is let in by a yes, and where nobody can say it by words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.client.lobby.seat_session import SeatSession
from p2pgame.client.meeting.reception import Reception
from p2pgame.client.profile import places, ticket
from p2pgame.client.profile.ticket import Doors
from p2pgame.client.questions import LetIn, Picture
from p2pgame.games.registry import find
from p2pgame.session import Offer
from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.invite import Invite
from tests.client.fronts import Recorder, setup
from tests.session.tables import SECRET

KUHN = find("kuhn")
PICTURES = (EMOJI[0], EMOJI[1], EMOJI[2])
SHOWN = tuple(Picture(one.picture, one.name) for one in PICTURES)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))


def reception(folder: Path, front: Recorder) -> Reception:
    """Return where the host of a table lets in guests who have no link."""
    seat = setup(front=front, out=folder / "game")
    held = places.open_table("Ann", SECRET)
    invite = Invite(held.me.key.public, SECRET, ("127.0.0.1:9",))
    offer = Offer(KUHN, KUHN.options(), 2)
    hosting = ticket.hosting(offer, Doors(("127.0.0.1", 9)), ())
    kept = ticket.fresh(seat, invite, hosting=hosting, game="kuhn")
    return Reception(SeatSession(seat, held, kept, offer), invite)


async def answered(
    front: Recorder, ask: Callable[[], Awaitable[bool]], answer: int | None
) -> bool:
    """Return what comes of this answer to what is asked; None: there is none."""
    result: list[bool] = []

    async def wait() -> None:
        result.append(await ask())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        if answer is not None:
            front.answer(front.questions[0].number, answer)
    return result[0]


async def test_a_guest_with_the_words_or_pictures_is_let_in_by_a_yes_alone(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    front = Recorder(is_attended=True)
    there = reception(tmp_path, front)
    for answer in (1, 0, None):
        is_in = await answered(front, lambda: there.knows("Ben"), answer)
        assert is_in is (answer == 1)
        is_in = await answered(front, lambda: there.sees("Ben", PICTURES), answer)
        assert is_in is (answer == 1)
    asked = [question.ask for question in front.asked]
    assert asked == [LetIn("Ben"), LetIn("Ben", SHOWN)] * 3


async def test_a_guest_is_asked_about_by_the_name_as_it_is_shown(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    front = Recorder(is_attended=True)
    there = reception(tmp_path, front)
    for name in ("Ben\u2800", "\u0412en"):  # a blank; a Cyrillic letter
        await answered(front, lambda name=name: there.knows(name), 0)  # type: ignore[misc]
    asked = [question.ask for question in front.asked]
    assert asked == [LetIn("Ben\ufffd"), LetIn("\ufffd\u0412en")]


async def test_where_nobody_is_the_words_let_in_and_pictures_do_not(
    tmp_path: Path,
) -> None:
    front = Recorder()
    there = reception(tmp_path, front)
    assert await there.knows("Ben")
    assert not await there.sees("Ben", PICTURES)
    assert front.told == []
