"""Whole tables in one thread, with a network between them that a test controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import Literal

from msgspec.structs import replace

from p2pgame.engine import Amount, AnyGame, Options
from p2pgame.log import AuthorKey, Entry, Feed, UnknownAuthor, encode_archive
from p2pgame.session import Me, Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import UNTIMED, Absence, Hello, Payload, Time
from p2pgame.session.lobby.events import AnyView, Asked, TableEvent
from p2pgame.session.lobby.lobby import Games
from p2pgame.transport.finding import chain
from p2pgame.transport.wire_version import SPOKEN, Versions
from tests import wire_reader as reader

Deck = Literal["masked", "commutative", "proved"]
Decide = Callable[[AnyView], str]
#: Given a seat and what it would say, what it says instead.
Forge = Callable[[int, Payload], Payload | bytes]
#: Given sender, receiver and entry, says what arrives instead (nothing: lost).
Tamper = Callable[[int, int, bytes], Sequence[bytes]]


#: The secret of the invite to every table here, and the key that follows from it.
SECRET = bytes(range(16))
JOINING = chain.joining_key(SECRET)


def me(seat: int, luck: bytes = b"", spoken: Versions = SPOKEN) -> Me:
    """Return a player; other ``luck`` is another table's seed."""
    seed = blake2b(b"seat %d" % seat + luck, digest_size=32).digest()
    identity = AuthorKey(blake2b(b"identity %d" % seat, digest_size=32).digest())
    return Me(f"player {seat}", identity, seed, JOINING, spoken=spoken)


#: The table that the player in the first seat opens.
TABLE = me(0).key.public


def shown(hello: Hello, author: bytes) -> Hello:
    """Return a hello, whatever is in it, by an author who has the invite."""
    said = TABLE + author + hello.identity + hello.box
    return replace(hello, invited=reader.invited(JOINING, said))


def first_offer(view: AnyView) -> str:
    """Take the first move there is."""
    assert view.choice is not None
    offer = view.choice.moves[0]
    return f"{offer.verb} {offer.low}" if isinstance(offer, Amount) else offer


def any_offer(chance: Random) -> Decide:
    def decide(view: AnyView) -> str:
        assert view.choice is not None
        offer = chance.choice(view.choice.moves)
        if isinstance(offer, Amount):
            return f"{offer.verb} {chance.randint(offer.low, offer.high)}"
        return offer

    return decide


def archived(table: bytes, entries: Iterable[Entry]) -> bytes:
    """Return a file of just these entries."""
    feeds: dict[bytes, Feed] = {}
    for entry in sorted(entries, key=lambda entry: entry.sequence):
        feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())


def known(*games: AnyGame) -> Games:
    """Return a registry of these games alone."""
    return {(game.name, game.version): game for game in games}


class Net:
    """Tables that hear each other, in an order drawn from ``chance``.

    ``silent`` seats no longer do anything; what was sent before still arrives.
    Without ``decide`` nobody ever moves.
    ``spectators`` are further tables that only listen.  With ``watch``, which all
    have, these may read what the players read of one another.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Options | None = None,
        *,
        spectators: int = 0,
        chance: Random | None = None,
        decide: Decide | None = first_offer,
        tamper: Tamper | None = None,
        forge: Forge | None = None,
        luck: bytes = b"",
        deck: Deck = "masked",
        quorum: int | None = None,
        absence: Absence | None = None,
        watch: bytes | None = None,
        patience: int = 0,
        time: Time = UNTIMED,
        spoken: Versions = SPOKEN,
    ) -> None:
        table = me(0, luck).key.public
        games = known(game)
        wanted = game.options() if options is None else options
        offer = Offer(
            *(game, wanted, seats, quorum),
            deck=deck,
            absence=absence,
            spectators=watch is not None,
            patience=patience,
            time=time,
        )
        self.tables = [
            Table(
                *(table, games, me(seat, luck, spoken)),
                *(offer if seat == 0 else None, watch),
            )
            for seat in range(seats)
        ]
        self.tables += [Table(table, games, watch=watch) for _ in range(spectators)]
        self.games = games
        self.events: list[list[TableEvent]] = [[] for _ in self.tables]
        self.said: list[tuple[int, bytes]] = []
        #: Called before each step; False says that it has touched no table.
        self.meddle: Callable[[], bool | None] | None = None
        self.notes: list[tuple[int, bytes]] = []
        self.silent: set[int] = set()
        self._wire: list[tuple[int, bytes]] = []
        #: What was sent to whom, and how often it had to come again.
        self._tries: dict[tuple[int, bytes], int] = {}
        #: Seats that had nothing to do, and whose tables nothing has touched since.
        self._idle: set[int] = set()
        self._chance = chance
        self._decide = decide
        self._tamper = tamper
        self._forge = forge
        self._luck = luck

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Run until nothing moves any more, or ``until`` says so."""
        moved = True
        self._idle.clear()
        while moved and not until():
            moved = False
            if self.meddle is not None and self.meddle() is not False:
                self._idle.clear()
            for seat in range(len(self.tables)):
                if seat not in self._idle:
                    moved |= self._work(seat)
            moved |= self._arrive() or self._sync()

    def _work(self, seat: int) -> bool:
        """Let one table do one piece of work and decide what it is asked."""
        if seat in self.silent:
            return False
        table = self.tables[seat]
        busy, raw = table.advance()
        if raw is not None:
            raw = self._forged(seat, raw)
            self.said.append((seat, raw))
            self.send(seat, table.receive(raw))
        while table.events:
            event = table.events.popleft()
            self.events[seat].append(event)
            if isinstance(event, Asked) and self._decide is not None:
                self.notes.append((seat, table.own.propose(self._decide(event.view))))
                self._idle.clear()  # whoever decides may do other things, too
                busy = True
        if not busy:
            self._idle.add(seat)
        return busy

    def _forged(self, seat: int, raw: bytes) -> bytes:
        if self._forge is None:
            return raw
        said = payloads.decode(Entry.read(raw).payload)
        payload, play = self._forge(seat, said), self.tables[seat].play
        if payload != said and play is not None:  # it opens what it has not sealed
            play.ahead._own.is_astray = lambda *_: False  # type: ignore[method-assign]
        self._idle.clear()
        data = payload if isinstance(payload, bytes) else payloads.encode(payload)
        players = [player.author for player in self.tables[seat].players]
        key = me(seat, self._luck).key
        return self.tables[seat].history.write(key, data, among=players).raw

    def _retry(self, receiver: int, raw: bytes) -> None:
        """Let an entry come once more: it may have overtaken its author's hello."""
        tries = self._tries.get((receiver, raw), 0)
        if tries < 20:
            self._tries[receiver, raw] = tries + 1
            self._wire.append((receiver, raw))

    def _sync(self) -> bool:
        """Let everybody have what it lacks, as peers do when a gap stays."""
        news = False
        for receiver, table in enumerate(self.tables):
            if receiver in self.silent or not table.history.lacking:
                continue
            for other in self.tables:
                for raw in other.history.missing(table.history.heads()):
                    before = len(table.entries), len(table.history.forks)
                    self._idle.discard(receiver)
                    with suppress(UnknownAuthor):
                        self.send(receiver, table.receive(raw))
                    news |= before != (len(table.entries), len(table.history.forks))
        return news

    def send(self, sender: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            for receiver in range(len(self.tables)):
                if receiver != sender and (receiver, entry.raw) not in self._tries:
                    self._tries[receiver, entry.raw] = 0
                    raws: Sequence[bytes] = (entry.raw,)
                    if self._tamper is not None:
                        raws = self._tamper(sender, receiver, entry.raw)
                    self._wire += [(receiver, raw) for raw in raws]

    def _arrive(self) -> bool:
        if not self._wire:
            return False
        index = 0 if self._chance is None else self._chance.randrange(len(self._wire))
        receiver, raw = self._wire.pop(index)
        self._idle.discard(receiver)
        if receiver not in self.silent:
            try:
                news = self.tables[receiver].receive(raw)
            except UnknownAuthor:
                self._retry(receiver, raw)
            else:
                self.send(receiver, news)
        return True
