"""Tells who is at a table: guests, players, and those of them who are still there."""

from __future__ import annotations

from ..entries.payloads import Times
from ..game.seats import Seats
from ..lobby.lobby import Lobby, Offered, Player
from .game_phase import GamePhase


class Roster:
    """Reads a table's lobby and game, and changes nothing."""

    def __init__(self, lobby: Lobby, game: GamePhase) -> None:
        self._lobby = lobby
        self._game = game

    @property
    def players(self) -> tuple[Player, ...]:
        """The seated players, or before the offer the guests that have not left."""
        return self._lobby.players or self._lobby.staying

    @property
    def offer(self) -> Offered | None:
        """What the table's opener has offered, if it has."""
        return self._lobby.offer

    @property
    def leaver(self) -> Player | None:
        """A player who has left, and without whom the game can't start."""
        return self._lobby.leaver

    @property
    def seats(self) -> tuple[bytes, ...]:
        """The seated players' authors, in order; nobody's before the offer."""
        return tuple(player.author for player in self._lobby.players)

    @property
    def unready(self) -> tuple[Player, ...]:
        """The seated players who have not accepted the offer yet."""
        return self._lobby.unready

    @property
    def staying(self) -> tuple[Player, ...]:
        """The seated players who have not been evicted."""
        return self._lobby.players if self._game.play is None else self._game.staying

    @property
    def seatless(self) -> tuple[Player, ...]:
        """Those who have come and not left, once others have all the seats."""
        if self._lobby.offer is None:
            return ()
        return tuple(p for p in self._lobby.staying if not self._lobby.seats(p.author))

    @property
    def sitting_out(self) -> tuple[Player, ...]:
        """The players who have left once they had signed the end."""
        record = self._game.record
        return tuple(
            player
            for player in self._lobby.players
            if player.author in record.left and record.has_signed(player.author)
        )

    @property
    def unsigned(self) -> tuple[Player, ...]:
        """The seated players who are there and have not signed the end."""
        return self._game.record.unsigned(self.staying)

    @property
    def here(self) -> Seats:
        """The seats of those who have neither been evicted nor left."""
        play = self._game.play
        if play is None:
            return frozenset(range(len(self._lobby.players)))
        return play.present - play.absences.left

    @property
    def times(self) -> tuple[tuple[int, Times], ...]:
        """What each seat has said of time last, where it said so of all seats."""
        said, players = self._game.record.times, self._lobby.players
        found = ((n, said.get(one.author)) for n, one in enumerate(players))
        return tuple(
            (seat, times)
            for seat, times in found
            if times is not None and len(times.thought) == len(players)
        )

    def player(self, author: bytes) -> Player | None:
        """Return the player or guest with this author key."""
        return self._lobby.guest(author)

    def name_of(self, author: bytes) -> str:
        player = self.player(author)
        return author.hex()[:8] if player is None else player.name
