"""Writes what a seat leaves behind: its transcript, and evidence against a cheat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from p2pgame.engine import Message, message_of, plain
from p2pgame.session import Misbehaviour
from p2pgame.session.entries.errors import Fault
from p2pgame.session.lobby import events
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.evidence import gather
from p2pgame.session.table.verify import describe

from .. import late_forks
from ..errors import ClientError
from ..events import Accused, Notice, RulesBroken, Saved
from ..front_end import FrontEnd
from ..profile import transcripts
from ..profile.transcripts import Transcript
from ..words import message_of_error, rules_at_fault, say


@dataclass(frozen=True, slots=True)
class Files:
    """The files of one seat; ``out`` is where its transcript goes, if that was said.

    Without ``out`` it goes to ``folder``, and ``note`` is told where it is.
    ``is_checked``: every entry was checked as it came, so the transcript need not be
    verified again.
    """

    peer: Peer
    front: FrontEnd
    folder: Path
    out: Path | None
    is_checked: bool
    note: Callable[[Path], object] = lambda path: None

    @property
    def path(self) -> Path:
        """Where the transcript goes."""
        table = self.peer.table
        name = "table" if table.play is None else table.play.start.game.name
        return self.out or self.folder / f"{name}-{table.id.hex()[:8]}.p2pgame"

    async def save(self) -> Transcript:
        """Write the transcript; return where it is, and what was written.

        Raises:
          ClientError: It is too long to be one.
        """
        table, path = self.peer.table, self.path
        try:
            data = await self.peer.transcript()
        except ValueError as error:
            raise ClientError("no-transcript", why=message_of(error)) from None
        is_known = self.is_checked and table.complete
        report = await self.peer.report() if is_known else None
        kept = Transcript(self._keep(path, data), data, report)
        self.note(kept.path.absolute())  # first: we may be stopped before we say so
        unsigned = () if table.play is None else self.peer.status.unsigned
        self.front.tell(Saved(str(kept.path), unsigned))
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
        evidence = gather(table, misbehaviour)
        shown = self._keep(transcripts.beside(path), evidence)
        why = say(message_of_error(misbehaviour))
        files = {"transcript": str(path), "evidence": str(shown)}
        what = plain(describe(table, misbehaviour, why))
        authors = [player.author for player in table.players]
        culprit = misbehaviour.culprit
        seat = authors.index(culprit) if culprit in authors else None
        self.front.tell(Accused(seat, what, **files))
        if misbehaviour.fault is Fault.FORK and seat is not None:
            self._convict(seat, str(shown))
        return ClientError("cheated", what=what, **files)

    def _convict(self, seat: int, evidence: str) -> None:
        """Keep that a player has forked, or say why that can't be."""
        try:
            late_forks.keep(self.peer.table, seat, evidence)
        except ClientError as error:
            self.front.tell(Notice(error.message))

    async def blame_rules(self, broken: events.RulesBroken) -> ClientError:
        """Write what was signed; return the error with which the seat ends."""
        path = str((await self.save()).path)
        what = rules_at_fault(broken)
        self.front.tell(RulesBroken(what, path))
        return ClientError("rules-broken", what=what, transcript=path)

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
