"""Says which tables count where several are added up.

A table counts once, however many files there are of it.  If they end it differently it
counts for nothing: each file may be fair by itself, as players who lost can sign a
second end together.  Whoever signed two entries in one place is named.  All that adds
up games MUST ask :func:`counted` first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.engine.printable import printable
from p2pgame.games.registry import KNOWN
from p2pgame.log import Entry, Fork
from p2pgame.log.durable import replace_file
from p2pgame.session import Misbehaviour, Table
from p2pgame.session.entries.lookalikes import skeleton
from p2pgame.session.table import evidence
from p2pgame.workers import Hear

from .. import system_reason
from ..answers import ReceiptsChecked
from ..errors import ClientError
from ..events import Part, Verified
from ..names import all_of, fingerprint
from . import certificates, late_forks, parted
from .bounded import Reads, here
from .checking import RECEIPT

#: What to say of receipts that do not fit, by verdict.
_RECEIPTS: Mapping[str, str] = {
    "contradict": "receipts-two-results",
    "differ": "receipts-two-words",
    "refuted": "receipt-other-end",
}

#: A table, files of its stories, and files that may be other parts of them.
_Task: TypeAlias = tuple[bytes, tuple[Path, ...], tuple[Path, ...]]


class Forker(Part, frozen=True):
    """A player who signed two stories of a table; ``author`` is its key there."""

    name: str
    identity: str
    author: str = ""


class Conflict(Part, frozen=True):
    """Files of one table that can't all be true, and who signed more than one story.

    ``counts``: they end alike, so that the table is counted all the same.
    """

    table: str
    files: tuple[str, ...]
    forkers: tuple[Forker, ...]
    message: Message
    counts: bool = False


class Uncompared(Part, frozen=True):
    """A receipt with whose table's end no file was compared, and why."""

    table: str
    file: str
    message: Message


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts of some files, and which of them contradict each other.

    ``uncompared`` changes nothing of it.
    """

    tables: Mapping[Path, Verified]
    conflicts: tuple[Conflict, ...]
    uncompared: tuple[Uncompared, ...] = ()


def counted(
    files: Mapping[Path, Verified],
    receipts: Iterable[Path] = (),
    reads: Reads = here,
    given: Iterable[Path] = (),
) -> Counted:
    """Return each table of these files once, without those that end in two ways.

    Of files that tell one story the one counts that tells most of it.  ``receipts`` are
    compared with the files of their tables, and with one another; ``reads`` works on
    the files, within bounds or without.  Other parts of them are among those ``given``,
    or beside them.

    Raises:
      Refused: A receipt was changed, or takes too long to compare.

    Cost: of a table with one file none, else what verifying its files costs.
    """
    found, others = list[Conflict](), tuple(given)
    named = _names(files.values())
    groups = dict[str, list[Path]]()
    for path, one in files.items():
        groups.setdefault(one.table, []).append(path)
    for table, paths in groups.items():
        if len(paths) > 1:
            found += _conflicts(
                (bytes.fromhex(table), (*paths,), others), files, named, reads
            )
    signed = {path: certificates.check(path).receipts[0].table for path in receipts}
    ended = {
        table: [path for path in paths if files[path].unfinished is None]
        for table, paths in groups.items()
    }
    found += _against_receipts(ended, signed, named, reads, others)
    wrong = {one.table for one in found if not one.counts}
    best = (
        max(paths, key=lambda path: _weight(files[path]))
        for table, paths in groups.items()
        if table not in wrong
    )
    uncompared = (
        _uncompared(path, table, groups.get(table, ()))
        for path, table in signed.items()
        if not ended.get(table)
    )
    return Counted({path: files[path] for path in best}, tuple(found), (*uncompared,))


def receipts_among(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return those of some paths that are receipts, by how they begin."""
    return tuple(path for path in paths if path.is_file() and _is_receipt(path))


def write_evidence(
    conflicts: Iterable[Conflict],
    file: Path,
    reads: Reads = here,
    given: Iterable[Path] = (),
) -> Iterator[Path]:
    """Write evidence against each who signed two stories; yield the files.

    The first goes into ``file``; names of more end in the beginning of an author's key.

    Raises:
      ClientError: A file can't be written, or the game is too long for one.
    """
    path, others = file, tuple(given)
    for conflict in conflicts:
        if any(one.author for one in conflict.forkers):
            paths = tuple(map(Path, conflict.files))
            task = bytes.fromhex(conflict.table), paths, others
            for author, data in reads(paths[0], _evidence, task).items():
                if path.exists():
                    path = file.with_stem(f"{file.stem}-{author[:8]}")
                try:
                    replace_file(path, data)
                except OSError as error:
                    why = system_reason.why(error)
                    raise ClientError("not-writable", path=str(path), why=why) from None
                yield path


def _weight(one: Verified) -> tuple[bool, int]:
    return one.unfinished is None, one.entries


def _is_receipt(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(RECEIPT)) == RECEIPT
    except OSError:
        return False  # whoever verifies it says so


def _names(files: Iterable[Verified]) -> dict[str, str]:
    """Return the name of each identity; where several have one, with its fingerprint.

    A player who makes up guests can give them the names of others.
    """
    named = {player.identity: player.name for one in files for player in one.players}
    looks = Counter(map(skeleton, named.values()))
    return {
        identity: name
        if looks[skeleton(name)] == 1
        else f"{name} ({fingerprint(identity)})"
        for identity, name in named.items()
    }


def _conflicts(
    task: _Task,
    files: Mapping[Path, Verified],
    named: Mapping[str, str],
    reads: Reads,
) -> list[Conflict]:
    """Return the conflict of files of one table, if they tell two stories."""
    table, paths, _ = task
    forkers = tuple(
        replace(one, name=named.get(one.identity, one.name))
        for one in reads(paths[0], _forkers, task)
    )
    ends = {files[path].chain.end for path in paths} - {""}
    if not forkers and len(ends) < 2:
        return []
    counts = len(ends) == 1
    id = "stories-two" if forkers else "stories-two-ends"
    told = _told(id, paths, [one.name for one in forkers], counts=counts)
    return [Conflict(table.hex(), tuple(map(str, paths)), forkers, told, counts)]


def _against_receipts(
    ended: Mapping[str, Sequence[Path]],
    signed: Mapping[Path, str],
    named: Mapping[str, str],
    reads: Reads,
    given: Sequence[Path],
) -> list[Conflict]:
    """Return where receipts contradict the files of their tables, or each other.

    ``ended`` are the files of each table that have an end, and ``signed`` the table of
    each receipt.
    """
    found = list[Conflict]()
    for path, table in signed.items():
        for transcript in ended.get(table, ()):
            checked = certificates.check(path, transcript, reads, given)
            if checked.verdict in certificates.BAD:
                found.append(_refuted(checked, (path, transcript), named))
    for one, other in combinations(signed, 2):
        checked = certificates.check(one, other)
        if checked.verdict in ("contradict", "differ"):
            found.append(_refuted(checked, (one, other), named))
    return found


def _uncompared(path: Path, table: str, files: Sequence[Path]) -> Uncompared:
    id = "receipt-without-end" if files else "receipt-without-file"
    shown, others = _shown([path]), _shown(files)
    told = Message.of(id, file=shown, files=others, table=table[:8])
    return Uncompared(table, str(path), told)


def _refuted(
    checked: ReceiptsChecked,
    paths: tuple[Path, Path],
    named: Mapping[str, str],
) -> Conflict:
    signers = dict.fromkeys(
        (named.get(one.identity) or one.identity[:8], one.identity)
        for one in checked.receipts
    )
    told = _told(_RECEIPTS[checked.verdict], paths, [name for name, _ in signers])
    convicts = checked.verdict == "contradict"  # one word alone convicts nobody
    forkers = tuple(Forker(*one) for one in signers) if convicts else ()
    table = checked.receipts[0].table
    return Conflict(table, tuple(map(str, paths)), forkers, told)


def _told(
    id: str, paths: Sequence[Path], players: Sequence[str], *, counts: bool = False
) -> Message:
    return Message.of(
        id,
        files=_shown(paths),
        players=all_of(players),
        count=len(players),
        counts=int(counts),
    )


def _shown(paths: Iterable[Path]) -> str:
    """Return the names of files, to be read on a terminal."""
    return ", ".join(printable(str(path)) for path in paths)


def _forkers(task: _Task, hear: Hear) -> tuple[Forker, ...]:
    """Return who signed two entries in one place of the files of a table."""
    found = list[tuple[int, Forker]]()
    for table, wrong in _convicted(task):
        authors = [player.author for player in table.players]
        seat = authors.index(wrong.culprit)
        player = table.players[seat]
        identity, author = player.identity.hex(), wrong.culprit.hex()
        found.append((seat, Forker(player.name, identity, author)))
    return tuple(forker for _, forker in sorted(found, key=itemgetter(0)))


def _evidence(task: _Task, hear: Hear) -> dict[str, bytes]:
    return {
        wrong.culprit.hex(): evidence.gather(table, wrong)
        for table, wrong in _convicted(task)
    }


def _convicted(task: _Task) -> Iterator[tuple[Table, Misbehaviour]]:
    """Yield what each player's two entries in one place show, each with a table.

    Any of the stories may be the one that seats the player: others may break off
    before, or have other guests.
    """
    id, paths, given = task
    stories = [[*parted.entries(path, given)] for path in paths]
    left, known = dict[bytes, Fork](), list[Entry]()
    for story in stories:
        for fork in late_forks.forks(known, story):
            left.setdefault(fork.culprit, fork)
        known += story
    for story in stories if left else ():
        for author in evidence.folded(id, story, KNOWN).roster.seats:
            if author in left:
                table, wrong = evidence.convict(id, story, left[author], KNOWN)
                if wrong is not None:
                    del left[author]
                    yield table, wrong
