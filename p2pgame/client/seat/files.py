"""Writes what a seat leaves behind: its transcript, and evidence against a cheat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from p2pgame.engine import Message, message_of
from p2pgame.log.archive import ARCHIVE_LIMIT
from p2pgame.session import Misbehaviour
from p2pgame.session.entries.errors import Fault
from p2pgame.session.lobby import events
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.evidence import gather

from ..errors import ClientError, rules_error_like
from ..events import Accused, Notice, RulesBroken, Saved
from ..front_end import FrontEnd
from ..profile import transcripts
from ..profile.transcripts import Transcript
from ..transcripts import late_forks, parted
from ..whose_rules import accusation, rules_at_fault
from ..words import message_of_error, say


@dataclass(frozen=True, slots=True)
class Files:
    """The files of one seat; ``out`` is where its transcript goes, if that was said.

    Without ``out`` it goes to ``folder``, and ``note`` is told where it is.
    ``is_checked``: every entry was checked as it came, so the transcript need not be
    verified again.  A file of a transcript has at most ``limit`` bytes.
    """

    peer: Peer
    front: FrontEnd
    folder: Path
    out: Path | None
    is_checked: bool
    note: Callable[[Path], object] = lambda path: None
    limit: int = ARCHIVE_LIMIT

    @property
    def path(self) -> Path:
        """Where the transcript goes."""
        table = self.peer.table
        name = "table" if table.play is None else table.play.start.game.name
        return self.out or self.folder / f"{name}-{table.id.hex()[:8]}.p2pgame"

    async def save(self) -> Transcript:
        """Write the transcript, in parts if it is long; return where it is.

        Raises:
          ClientError: There would be too many parts.
        """
        table, peer = self.peer.table, self.peer
        try:
            parts = await peer.aside(
                lambda: table.history.parts(table.counts, self.limit)
            )
        except ValueError as error:
            raise ClientError("no-transcript", why=message_of(error)) from None
        encoded, count, path = iter(parts), len(parts), self.path
        paths, digests = list[Path](), list[bytes]()
        for part in range(1, count + 1):
            data = await peer.aside(partial(next, encoded))
            paths.append(self._keep(parted.name_of(path, part, count), data))
            digests.append(transcripts.digest_of(data))
        is_known = self.is_checked and table.complete
        report = await peer.report() if is_known else None
        kept = Transcript(tuple(paths), tuple(digests), report)
        self.note(kept.path.absolute())  # first: we may be stopped before we say so
        unsigned = () if table.play is None else peer.status.unsigned
        files = tuple(map(str, paths)) if count > 1 else ()
        self.front.tell(Saved(str(kept.path), unsigned, files))
        return kept

    def show_fork(self, fork: Misbehaviour) -> ClientError:
        """Write evidence of a fork that shows after the end, and tell of it.

        Returns the error with which the seat ends, once there is no more to do.
        """
        try:
            shown = late_forks.show(self.peer.table, fork, self.path)
        except ClientError as error:
            self.front.tell(Notice(error.message))
            return error
        self.front.tell(shown)
        self._convict(shown.seat, shown.evidence)
        args = shown.message.args
        return ClientError("fork-after-end", **args)

    async def accuse(self, misbehaviour: Misbehaviour) -> ClientError:
        """Write the evidence; return the error with which the seat ends."""
        table = self.peer.table
        path = (await self.save()).path
        shown = await self._evidence(path, misbehaviour)
        why = say(message_of_error(misbehaviour))
        files = {"transcript": str(path), "evidence": shown}
        what = accusation(table, misbehaviour, why)
        authors = [player.author for player in table.players]
        culprit = misbehaviour.culprit
        seat = authors.index(culprit) if culprit in authors else None
        self.front.tell(Accused(seat, what, **files))
        if misbehaviour.fault is Fault.FORK and seat is not None and shown:
            self._convict(seat, shown)
        if not shown:
            return ClientError("cheated-in-parts", what=what, transcript=str(path))
        return ClientError("cheated", what=what, **files)

    async def _evidence(self, path: Path, misbehaviour: Misbehaviour) -> str:
        """Write the evidence beside the transcript; return where, or "": it is that."""
        gathering = partial(gather, self.peer.table, misbehaviour, self.limit)
        try:
            data = await self.peer.aside(gathering)
        except ValueError:
            return ""
        where = transcripts.beside(path.with_name(self.path.name))
        return str(self._keep(where, data))

    def _convict(self, seat: int, evidence: str) -> None:
        """Keep that a player has forked, or say why that can't be."""
        try:
            late_forks.keep(self.peer.table, seat, evidence)
        except ClientError as error:
            self.front.tell(Notice(error.message))

    async def blame_rules(self, broken: events.RulesBroken) -> ClientError:
        """Write what was signed; return the error with which the seat ends."""
        unchecked = replace(self, is_checked=False)  # a report asks the rules again
        path = str((await unchecked.save()).path)
        what = rules_at_fault(self.peer.table, broken)
        self.front.tell(RulesBroken(what, path))
        kind = rules_error_like(broken.error)
        return kind("rules-broken", what=what, transcript=path)

    async def farewell(self) -> Message:
        """Return what to say to a player who leaves the table."""
        if self.peer.table.play is None:
            return Message.of("left-lobby")
        path = (await self.save()).path
        return Message.of("left-game", path=str(path))

    def _keep(self, path: Path, data: bytes) -> Path:
        path, wrong = transcripts.save(path, data)
        if wrong is not None:
            self.front.tell(Notice(wrong))
        return path
