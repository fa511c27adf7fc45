"""Tells our player of forks: late ones here, and those of players at earlier tables."""

from __future__ import annotations

from p2pgame.session.peer.runner import Peer

from ..errors import ClientError
from ..events import KnownForker, Notice
from ..front_end import FrontEnd
from ..profile import convictions
from ..transcripts import late_forks
from .files import Files


class ForkNews:
    """What is told, once each, of forks at one table; nothing of it is said there."""

    def __init__(self, peer: Peer, front: FrontEnd, files: Files) -> None:
        self._peer, self._front, self._files = peer, front, files
        self._warned: set[bytes] = set()
        self._shown: dict[bytes, ClientError] = {}

    @property
    def error(self) -> ClientError | None:
        """What the seat ends with, if a fork has come to light after the end."""
        return next(iter(self._shown.values()), None)

    def tell(self) -> None:
        """Tell of each fork of this table that has come to light after its end."""
        for fork in late_forks.of(self._peer.table):
            if fork.culprit not in self._shown:
                self._shown[fork.culprit] = self._files.show_fork(fork)

    def warn(self) -> None:
        """Tell of each player here who has signed two stories at an earlier table."""
        players = {player.identity: player for player in self._peer.table.players}
        fresh = players.keys() - self._warned
        self._warned |= fresh
        if not fresh:
            return
        try:
            known = convictions.against(convictions.kept(), fresh)
        except ClientError as error:
            self._front.tell(Notice(error.message))
            return
        for identity, conviction in known.items():
            if conviction.table == self._peer.table.id.hex():
                continue  # of this table's own fork we tell otherwise
            name = players[identity].name
            self._front.tell(
                KnownForker(
                    *(name, conviction.identity, conviction.table),
                    *(convictions.told(conviction, name), conviction.evidence),
                )
            )
