"""Long work says how far it is: shuffles and verifying."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import trio
import trio.testing

from p2pgame.client.events import Progress, Verified, Waiting
from p2pgame.client.lobby.status_reporter import LOOK_EVERY, StatusReporter
from p2pgame.client.profile.transcripts import Transcript, digest_of
from p2pgame.client.transcripts.checking import compare_aside
from p2pgame.engine import Shuffle
from p2pgame.games.registry import find
from p2pgame.session.table.status import Status
from tests.client.fronts import Recorder
from tests.session.tables import Net


async def test_verifying_counts_the_turns_and_then_says_the_result(
    tmp_path: Path,
) -> None:
    net = Net(find("kuhn"), 2)
    net.play()
    data = net.tables[0].transcript()
    path = tmp_path / "game"
    path.write_bytes(data)
    front = Recorder()
    await compare_aside(Transcript((path,), (digest_of(data),), None), front)
    (verified,) = front.all(Verified)
    assert front.told[-1] == verified
    counts = [one.done for one in front.all(Progress)]
    assert counts == [*range(1, verified.turns + 1)]


async def test_a_shuffle_says_how_many_players_have_shuffled(
    autojump_clock: trio.testing.MockClock,
) -> None:
    turn = Shuffle(("a", "b", "c"), (0, 1, 2))
    own = SimpleNamespace(has_given_up=False)
    table = SimpleNamespace(play=None, seat=None, own=own)
    peer: Any = SimpleNamespace(status=Status(), table=table)
    links: Any = SimpleNamespace(is_up=True, relays=[])
    story = SimpleNamespace(unshown=lambda now: None)
    hearing: Any = SimpleNamespace(story=story, tell_leavers=lambda: None)
    front = Recorder()
    reporter = StatusReporter(peer, links, hearing, None)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reporter.run, front)
        for left in ((0, 1, 2), (1, 2), (2,)):
            peer.status = Status(turn=turn, waiting_for=left)
            await trio.sleep(2 * LOOK_EVERY)
        nursery.cancel_scope.cancel()
    told = [(one.done, one.total) for one in front.all(Progress)]
    assert told == [(0, 3), (1, 3), (2, 3)]
    assert len(front.all(Waiting)) == 3
