"""A seat writes a long transcript in parts; evidence is a file, or these parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.client.errors import NotVerified
from p2pgame.client.events import Accused, Saved
from p2pgame.client.profile import convictions
from p2pgame.client.seat.files import Files
from p2pgame.client.transcripts import checking, evidence
from p2pgame.client.transcripts.parted import FilePart
from p2pgame.games.registry import GAMES
from p2pgame.log import Store
from p2pgame.session import Refuted, Table
from p2pgame.session.entries.errors import Fault
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import verify
from p2pgame.transport.envelope import Envelope
from tests.attacks.test_attack_forks import TwoFaced
from tests.client.fronts import Recorder
from tests.session.draw import Draw
from tests.session.peers import EPOCH_KEY
from tests.session.table.test_evidence import CHEAT, cheated
from tests.session.tables import Net


class Written:
    """What a seat writes after a game, into a folder, in files of a third of it."""

    def __init__(self, net: Net, folder: Path) -> None:
        store = Store.create(folder / "seat" / "log")
        self.peer = Peer(
            Table(net.tables[0].id, net.games), store, Envelope({0: EPOCH_KEY})
        )
        table, self.games = self.peer.table, net.games
        for raw in net.tables[0].history.missing([]):
            table.receive(raw)
        while table.advance()[0]:
            pass
        self.folder, self.front = folder, Recorder()
        self.limit = len(table.transcript()) // 3

    def files(self, *, is_checked: bool = True, limit: int | None = None) -> Files:
        most = self.limit if limit is None else limit
        return Files(
            *(self.peer, self.front, self.folder, None),
            is_checked=is_checked,
            limit=most,
        )


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))


@pytest.fixture
def kuhn(tmp_path: Path) -> Iterator[Written]:
    net = Net(GAMES["kuhn"], 2)
    net.play()
    written = Written(net, tmp_path)
    yield written
    written.peer.close()


async def test_a_long_transcript_is_in_several_files(kuhn: Written) -> None:
    kept = await kuhn.files().save()
    count = len(kept.paths)
    name = f"kuhn-{kuhn.peer.table.id.hex()[:8]}"
    expected = [f"{name}-{n}-of-{count}.p2pgame" for n in range(1, count + 1)]
    assert count in range(3, 6)
    assert [path.name for path in kept.paths] == expected
    (saved,) = kuhn.front.all(Saved)
    assert saved == Saved(str(kept.path), (), tuple(map(str, kept.paths)))
    assert checking.verify(kept.path).payoffs == kept.report.payoffs  # type: ignore[union-attr]


async def test_a_short_one_is_in_one_file(kuhn: Written) -> None:
    kept = await kuhn.files(limit=100_000).save()
    assert [path.read_bytes() for path in kept.paths] == [kuhn.peer.table.transcript()]
    assert kuhn.front.all(Saved) == [Saved(str(kept.path))]


@pytest.mark.parametrize("is_checked", [True, False])
async def test_every_part_that_was_written_is_compared(
    kuhn: Written, *, is_checked: bool
) -> None:
    kept = await kuhn.files(is_checked=is_checked).save()
    assert checking.compare(kept, lambda turns: None).path == str(kept.path)
    data = kept.paths[1].read_bytes()
    kept.paths[1].write_bytes(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])
    with pytest.raises(NotVerified) as caught:
        checking.compare(kept, lambda turns: None)
    expected = str(kept.paths[1]) if is_checked else "art 2 is damaged"
    assert expected in str(caught.value)


async def test_the_parts_of_a_long_game_show_themselves_who_cheated(
    tmp_path: Path,
) -> None:
    written = Written(cheated(Draw(), Fault.RULES), tmp_path)
    misbehaviour = written.peer.table.stopped
    assert misbehaviour is not None
    error = await written.files().accuse(misbehaviour)
    (saved,) = written.front.all(Saved)
    assert error.message.id == "cheated-in-parts"
    assert f"p2pgame verify {saved.path}" in str(error)
    (accused,) = written.front.all(Accused)
    assert (accused.seat, accused.evidence) == (CHEAT, "")
    with pytest.raises(Refuted, match=f"player {CHEAT} cheated in entry"):
        verify([FilePart(Path(part)) for part in saved.parts], written.games)
    written.peer.close()


async def test_evidence_of_a_fork_fits_a_file_however_long_the_game_is(
    tmp_path: Path,
) -> None:
    net = Net(GAMES["rps"], 4, tamper=TwoFaced(victim=1))
    net.play()
    written = Written(net, tmp_path)
    misbehaviour = net.tables[0].stopped
    assert misbehaviour is not None
    assert misbehaviour.fault is Fault.FORK
    await written.files().accuse(misbehaviour)
    (accused,) = written.front.all(Accused)
    assert len(written.front.all(Saved)[0].parts) > 2
    proven = evidence.proven_by(accused.evidence)
    assert (proven.fault, proven.author) == (Fault.FORK, misbehaviour.culprit.hex())
    assert [one.table for one in convictions.kept()] == [net.tables[0].id.hex()]
    written.peer.close()
