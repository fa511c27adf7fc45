"""What a seat leaves behind: its transcript, and evidence against whoever cheated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from p2pgame.client.profile import transcripts
from p2pgame.client.profile.transcripts import Saved
from p2pgame.session import Misbehaviour
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.evidence import gather
from p2pgame.session.table.verify import describe

from . import words


class Files:
    """The files of one seat; ``out`` is where its transcript goes, if that was said.

    ``say`` is told what is wrong with a place.  ``is_checked`` says that every entry
    was checked as it came, so that the transcript need not be verified again.
    """

    def __init__(
        self,
        peer: Peer,
        out: Path | None,
        say: Callable[[str], None],
        *,
        is_checked: bool,
    ) -> None:
        self._peer = peer
        self._table = peer.table
        self._out = out
        self._say = say
        self._is_checked = is_checked

    async def save(self) -> Saved:
        """Write the transcript; return where it is, and what was written.

        Raises:
          ClickException: It is too long to be one.
        """
        play = self._table.play
        name = "table" if play is None else play.start.game.name
        path = self._out or Path(f"{name}-{self._table.id.hex()[:8]}.p2pgame")
        try:
            data = await self._peer.transcript()
        except ValueError as error:
            raise click.ClickException(
                f"There is no transcript: {words.told(error)}."
            ) from None
        is_known = self._is_checked and self._table.complete
        report = await self._peer.report() if is_known else None
        return Saved(self._keep(path, data), data, report)

    async def accusation(self, misbehaviour: Misbehaviour) -> str:
        """Return who has cheated, and in which files that can be read."""
        path = (await self.save()).path
        evidence = gather(self._table, misbehaviour)
        shown = self._keep(transcripts.beside(path), evidence)
        done = describe(self._table, misbehaviour, words.told(misbehaviour))
        return (
            f"{done}. The game cannot go on; what was "
            f"signed so far is in {path}. Anyone can check who cheated: "
            f"p2pgame evidence {shown}"
        )

    async def farewell(self) -> str:
        """Return what to say to whoever leaves the table."""
        if self._table.play is None:
            return "You have left the table."
        path = (await self.save()).path
        return f"You have left the table; what was signed so far is in {path}."

    def _keep(self, path: Path, data: bytes) -> Path:
        path, wrong = transcripts.save(path, data)
        if wrong is not None:
            self._say(wrong)
        return path
