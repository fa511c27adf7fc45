"""Of three stories of a table, those who signed two are named in any order."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from p2pgame.client.names import fingerprint
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.counting import counted, write_evidence
from p2pgame.session import Table
from p2pgame.session.table.certificate import certify, sign
from tests.archiving import Whole
from tests.client.transcripts.forkers import twin
from tests.parting import in_parts
from tests.session.tables import any_offer, archived, me

ONE_ROUND = Whole("rps", 3, {"rounds": 1})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where stories of one table are.

    ``short`` has the opener's first words alone, ``lie`` another last entry than
    ``true``, in ``again`` all played once more, and at ``made-1`` and ``made-2`` the
    opener has two guests of its own, with the names of the others.
    """
    folder = tmp_path_factory.mktemp("stories")

    def write(name: str, data: bytes) -> None:
        (folder / f"{name}.p2pgame").write_bytes(data)

    net = ONE_ROUND.net()
    net.play()
    entries, id = net.tables[0].entries, net.tables[0].id
    write("true", net.tables[0].transcript())
    write("short", archived(id, entries[:1]))
    (last,) = (one for one in entries if one.raw == net.said[-1][1])
    lie = twin(last, me(net.said[-1][0]).key)
    write("lie", archived(id, [*(one for one in entries if one is not last), lie]))
    for number, name in enumerate(("again", "made-1", "made-2")):
        net = ONE_ROUND.net()
        net._decide = any_offer(Random(2 + number))
        for seat in (1, 2) if number else ():
            guest = replace(me(3 + seat), name=f"player {seat}")
            net.tables[seat] = Table(id, net.games, guest)
        net.play()
        write(name, net.tables[0].transcript())
    return folder


def named(folder: Path, *names: str) -> set[str]:
    """Return the identities of those whom files convict, and check that one says so."""
    files = {folder / f"{name}.p2pgame": name for name in names}
    found = counted({path: checking.verify(path) for path in files})
    (conflict,) = found.conflicts
    return {one.identity for one in conflict.forkers}


@pytest.mark.attack(1)
def test_a_story_that_breaks_off_early_hides_no_liar(folder: Path) -> None:
    """Beside the opener's first words alone nobody was convicted, and status was 0."""
    for liars, other in ((1, "lie"), (3, "again")):
        orders = [
            named(folder, *names) for names in permutations(("short", "true", other))
        ]
        assert len(orders[0]) == liars
        assert all(order == orders[0] for order in orders)


def test_guests_with_the_names_of_others_are_told_apart_by_their_keys(
    folder: Path,
) -> None:
    paths = [folder / f"{name}.p2pgame" for name in ("true", "made-1", "made-2")]
    for order in permutations(paths):
        found = counted({path: checking.verify(path) for path in order})
        (conflict,) = found.conflicts
        told = {one.identity: one.name for one in conflict.forkers}
        made_up = {me(3 + seat).identity.public.hex(): seat for seat in (1, 2)}
        assert told == {
            me(0).identity.public.hex(): "player 0",
            **{key: f"player {n} ({fingerprint(key)})" for key, n in made_up.items()},
        }


def test_parts_of_two_stories_lie_in_folders_of_their_own(
    folder: Path, tmp_path: Path
) -> None:
    """It ended in "part 3 is not there", for parts that had been named."""
    files, given = list[Path](), list[Path]()
    for story in ("true", "again"):
        parts = in_parts((folder / f"{story}.p2pgame").read_bytes(), 2)
        for number, data in enumerate(parts):
            place = tmp_path / f"{story}-{number}"
            place.mkdir()
            given.append(place / "part.p2pgame")
            given[-1].write_bytes(data)
        files.append(given[-1])
    found = counted(
        {path: checking.verify(path, given=given) for path in files}, given=given
    )
    (conflict,) = found.conflicts
    assert len(conflict.forkers) == 3
    proofs = write_evidence(found.conflicts, tmp_path / "all.evidence", given=given)
    assert len([*proofs]) == 3
    report = checking.report_of((folder / "true.p2pgame").read_bytes())
    receipt = tmp_path / "one.receipt"
    receipt.write_bytes(sign(certify(report, me(1).identity.public), me(1).identity))
    told = checking.verify(files[1], given=given)
    found = counted({files[1]: told}, [receipt], given=given)
    assert [one.files for one in found.conflicts] == [(str(receipt), str(files[1]))]
