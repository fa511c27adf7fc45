"""Real games to spoil: short ones, some that somebody left, some with a cheat.

Every game is at a table of its own, so every author has signed at one only, and
who is at fault in it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from random import Random

from msgspec.structs import replace

from p2pgame.engine import AnyGame
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import GAMES
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import AuthorKey, Entry, decode_archive
from p2pgame.session import InvalidPayload, Report
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, End, Payload
from p2pgame.session.table.evidence import gather
from p2pgame.session.table.verify import verify
from tests.session.tables import Forge, Net, any_offer, first_offer, known, me

TITLE = b"p2pgame transcript 2\n"
REGISTRY = known(TicTacToe(), KuhnPoker(), GAMES["rps"])
CHEAT = 1
_BY_NAME: Mapping[str, tuple[AnyGame, int]] = {
    "tictactoe": (TicTacToe(), 2),
    "kuhn": (KuhnPoker(), 2),
    "rps": (GAMES["rps"], 3),
}


@dataclass(frozen=True)
class Played:
    """A game at its own table, as its first player holds it.

    ``entries`` are in causal order.  ``guilty`` are the authors who cheated, and
    ``evidence`` shows it.  ``report`` is what verifying says of a complete game.
    """

    name: str
    table: bytes
    entries: tuple[Entry, ...]
    seeds: Mapping[bytes, bytes]
    quorum: int
    data: bytes
    guilty: frozenset[bytes] = frozenset()
    evidence: bytes = b""

    @cached_property
    def keys(self) -> Mapping[bytes, AuthorKey]:
        return {author: AuthorKey(seed) for author, seed in self.seeds.items()}

    @cached_property
    def report(self) -> Report | None:
        return None if self.guilty else verify(self.data, REGISTRY)

    @cached_property
    def said(self) -> tuple[bytes, ...]:
        """All payloads, right or wrong."""
        return tuple(entry.payload for entry in self.entries)

    @cached_property
    def words(self) -> tuple[Payload, ...]:
        """All payloads that mean something."""
        good = []
        for data in self.said:
            with suppress(InvalidPayload):
                good.append(payloads.decode(data))
        return tuple(good)


def assemble(
    table: bytes, raws: Sequence[bytes], count: int | None = None, touched: int = 0
) -> bytes:
    """Return a transcript file of these bytes, in this order, whatever they are.

    ``count`` is what it says to hold; ``touched`` is added to the sum's last byte.
    """
    number = len(raws) if count is None else count
    parts = [TITLE, table, b"\0\1\1" + bytes(32), number.to_bytes(4)]
    for raw in raws:
        parts += len(raw).to_bytes(4), raw
    return summed(b"".join(parts), touched)


def summed(body: bytes, touched: int = 0) -> bytes:
    """Return a file with the checksum that fits it, or nearly."""
    total = blake2b(body, digest_size=32, person=b"p2pgame archive").digest()
    return body + total[:-1] + bytes([(total[-1] + touched) % 256])


def in_order(entries: Sequence[Entry]) -> list[bytes]:
    """Return the bytes of entries in the order of a file."""
    return [e.raw for e in sorted(entries, key=lambda e: (e.author, e.sequence))]


def of_net(name: str, net: Net, luck: bytes) -> Played:
    table, seats = net.tables[0], len(net.tables)
    players = [me(seat, luck) for seat in range(seats)]
    seeds = {player.key.public: player.derive(b"author key") for player in players}
    data = table.transcript()
    play, stopped = table.play, table.stopped
    quorum = 0 if play is None else play.start.quorum
    entries = tuple(decode_archive(data)[1])
    if stopped is None:
        assert table.complete, name
        return Played(name, table.id, entries, seeds, quorum, data)
    guilty, shown = frozenset({stopped.culprit}), gather(table, stopped)
    return Played(name, table.id, entries, seeds, quorum, data, guilty, shown)


def _net(
    name: str, luck: bytes, quorum: int | None = 0, forge: Forge | None = None
) -> Net:
    game, seats = _BY_NAME[name]
    options = game.options(rounds=1) if name == "rps" else None
    decide = any_offer(Random(luck)) if forge is None else first_offer
    return Net(
        game, seats, options, quorum=quorum, decide=decide, forge=forge, luck=luck
    )


def _whole(name: str, luck: bytes, quorum: int = 0) -> Played:
    net = _net(name, luck, quorum)
    net.play()
    return of_net(name, net, luck)


def _left(name: str, luck: bytes) -> Played:
    """Return a game that its last player leaves, after its first words in it."""
    net = _net(name, luck, 0)
    leaver = len(net.tables) - 1
    net.play(until=lambda: len(net.said) > 8)
    net.tables[leaver].leave()
    net.play()
    return of_net(name, net, luck)


def _vanished(luck: bytes) -> Played:
    """Return a game of three whose last player falls silent before it opens."""
    net = _net("rps", luck, 2)
    net.play(until=lambda: len(net.said) > 8)
    net.silent = {2}
    for _ in range(12):
        net.play()
        for table in net.tables[:2]:
            table.lose_patience()
    net.play()
    return of_net("rps", net, luck)


def _cheated(name: str, luck: bytes, fault: Fault) -> Played:
    net = _net(name, luck, forge=_forge(fault))
    if fault is Fault.FORK:
        net.meddle = _forks(net, luck)
    if fault is Fault.SEEN:
        net.meddle = _names_a_stranger(net, luck)
    net.play()
    return of_net(f"{name}: {fault}", net, luck)


def _forge(fault: Fault) -> Forge:
    def forge(seat: int, payload: Payload) -> Payload | bytes:
        if seat != CHEAT:
            return payload
        match payload:
            case Answer(_, number, message) if message:
                return _lie(fault, payload, number, message)
            case End() if fault is Fault.END:
                return replace(payload, state=bytes(32))
        return payload

    return forge


def _lie(fault: Fault, payload: Answer, number: int, message: bytes) -> Payload | bytes:
    changed = message[:-1] + bytes([message[-1] ^ 1])
    match fault:
        case Fault.PAYLOAD:
            return b"no payload"
        case Fault.ENCODING:
            return replace(payload, message=message + b"x")
        case Fault.OPENING if number == 1:
            return replace(payload, message=changed)
        case Fault.PROOF if len(message) > 64:
            return replace(payload, message=changed)
        case Fault.RULES:
            return replace(payload, message=b"10")
    return payload


def _forks(net: Net, luck: bytes) -> Callable[[], None]:
    """Let the cheat sign a sibling of its first answer, when that is out."""

    def meddle() -> None:
        table = net.tables[0]
        feed = table.history.feeds.get(me(CHEAT, luck).key.public)
        if feed is None or len(feed) < 3 or table.stopped is not None:
            return
        twin = sibling(feed.entries[2], me(CHEAT, luck).key)
        net.send(CHEAT, table.receive(twin.raw))

    return meddle


def _names_a_stranger(net: Net, luck: bytes) -> Callable[[], None]:
    """Let the cheat name an entry of somebody who has come and got no seat."""
    cheat, stranger = me(CHEAT, luck), me(7, luck)

    def meddle() -> None:
        heard = net.tables[CHEAT].history
        if len(net.said) < 8 or stranger.key.public in heard.feeds:
            return
        hello = payloads.encode(stranger.hello(heard.table))
        theirs = heard.write(stranger.key, hello, among=())
        for table in net.tables:
            table.receive(theirs.raw)
        word = payloads.encode(Answer(bytes(32), 0, b""))
        entry = heard.write(cheat.key, word, among=[stranger.key.public])
        net.send(CHEAT, net.tables[CHEAT].receive(entry.raw))

    return meddle


def sibling(entry: Entry, key: AuthorKey) -> Entry:
    """Return another entry in the place of this one."""
    return Entry.write(
        key,
        entry.table,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=entry.seen,
        payload=payloads.encode(Answer(bytes(32), 0, b"")),
    )


@cache
def games() -> tuple[Played, ...]:
    """Return the games that came to an end."""
    return (
        *(_whole("tictactoe", b"t%d" % n) for n in range(6)),
        _whole("rps", b"r"),
        _whole("rps", b"q", 2),
        _left("tictactoe", b"l"),
        _vanished(b"v"),
        _whole("kuhn", b"k"),
    )


@cache
def cheated() -> tuple[Played, ...]:
    """Return games in which the second player cheats, each in another way."""
    return (
        *(
            _cheated("tictactoe", b"c" + fault.encode(), fault)
            for fault in (Fault.RULES, Fault.PAYLOAD, Fault.END, Fault.FORK)
        ),
        _cheated("tictactoe", b"cs", Fault.SEEN),
        _cheated("rps", b"co", Fault.OPENING),
        _cheated("rps", b"ce", Fault.ENCODING),
        _cheated("kuhn", b"cp", Fault.PROOF),
    )
