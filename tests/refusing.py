"""Tools for making transcripts that a verifier must refuse, from good ones.

A case is one change of a file of tests/archive, or of what one player says in the same
game.  Everything comes from fixed seeds, so the same case makes the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import TypeAlias
from unittest.mock import patch

from p2pgame.log import AuthorKey, Entry, decode_archive
from p2pgame.session.entries import identity, payloads
from p2pgame.session.entries.payloads import Answer, Payload
from tests.archiving import ARCHIVE, LEFT, SUFFIX, Whole
from tests.session.tables import Deck, Forge, Net, me
from tests.wire_values import Value, read_cbor, write_cbor

#: Bytes of a file before its number of entries: title, table, part, last, before.
START = len(b"p2pgame transcript 2\n") + 32 + 35
DOMAIN = b"p2pgame entry"

Make: TypeAlias = Callable[[], bytes]
Change: TypeAlias = Callable[[bytes], bytes]

#: The verdicts of docs/wire.md.
COMPLETE, SO_FAR = "fair and complete", "fair so far"
NOT_FAIR, NOT_HERE = "not fair", "can't be said here"


@dataclass(frozen=True)
class Case:
    """A file, made by a change of the good file ``good``: what was ``done`` to it.

    ``fault`` is what misbehaviour it shows, and ``seat`` whose; None: it shows none.
    ``verdict`` is what a verifier says of it.
    """

    good: str
    done: str
    make: Make
    fault: str | None = None
    seat: int | None = None
    verdict: str = NOT_FAIR


# Files


@dataclass(frozen=True)
class File:
    """A file taken apart: what is before the number of entries, and the entries."""

    start: bytes
    raws: tuple[bytes, ...]

    def data(self, *, count: int | None = None, more: bytes = b"") -> bytes:
        """Return the file with a checksum that is right."""
        number = len(self.raws) if count is None else count
        body = self.start + number.to_bytes(4)
        body += b"".join(len(raw).to_bytes(4) + raw for raw in self.raws) + more
        return body + summed(body)

    def with_start(self, start: bytes) -> File:
        return replace(self, start=start)

    def with_entries(self, raws: Sequence[bytes]) -> File:
        return replace(self, raws=tuple(raws))

    def but(self, at: int, raw: bytes) -> File:
        """Return the file with another entry in this place."""
        return self.with_entries([*self.raws[:at], raw, *self.raws[at + 1 :]])

    def and_one(self, raw: bytes) -> File:
        """Return the file with one entry more, in the place where it belongs."""
        return self.with_entries(sorted((*self.raws, raw), key=_place))

    @property
    def entries(self) -> list[Entry]:
        return [*map(Entry.read, self.raws)]


def file_of(*entries: Entry) -> File:
    """Return the file of these entries, whatever is in them."""
    title = b"p2pgame transcript 2\n"
    start = title + entries[0].table + b"\0\1\1" + bytes(32)
    return File(start, tuple(sorted((one.raw for one in entries), key=_place)))


def _place(raw: bytes) -> tuple[bytes, int]:
    entry = Entry.kept(raw)
    return entry.author, entry.sequence


def summed(body: bytes) -> bytes:
    return blake2b(body, digest_size=32, person=b"p2pgame archive").digest()


@cache
def bytes_of(name: str) -> bytes:
    return (ARCHIVE / f"{name}{SUFFIX}").read_bytes()


def good(name: str) -> File:
    data, raws, at = bytes_of(name), list[bytes](), START + 4
    while at < len(data) - 32:
        end = at + 4 + int.from_bytes(data[at : at + 4])
        raws.append(data[at + 4 : end])
        at = end
    return File(data[:START], tuple(raws))


def seat_of(author: bytes) -> int | None:
    """Return whose key this is at the tables here."""
    return next((n for n in range(16) if me(n).key.public == author), None)


# Entries


def last(file: File) -> int:
    """Return the place of an entry on which no other builds: some player's end.

    Of several it is the one that has seen most.
    """
    entries = file.entries
    named = {id for one in entries for id in (one.previous, *one.seen)}
    ends = [n for n, one in enumerate(entries) if one.id not in named]
    return max(ends, key=lambda n: len(entries[n].seen))


def fields_of(raw: bytes) -> list[Value]:
    """Return the fields of an entry's body."""
    match read_cbor(raw):
        case [bytes(body), bytes()]:
            fields = read_cbor(body)
            assert isinstance(fields, list)
            return fields
    raise AssertionError(raw)


def key_of(raw: bytes) -> AuthorKey:
    seat = seat_of(Entry.kept(raw).author)
    assert seat is not None
    return me(seat).key


def signed(key: AuthorKey, body: bytes, domain: bytes = DOMAIN) -> bytes:
    """Return the entry with this body, whatever is in it."""
    return write_cbor([body, key.sign(domain, body)])


def changed(raw: bytes, **fields: Value) -> bytes:
    """Return an entry with other fields, signed anew by its author."""
    body = fields_of(raw)
    for name, value in fields.items():
        body[_FIELDS.index(name)] = value
    return signed(key_of(raw), write_cbor(body))


_FIELDS = (
    *("kind", "version", "table", "author", "sequence", "previous", "seen"),
    "payload",
)


def with_last(name: str, change: Change) -> bytes:
    """Return a good file in which the last entry, on which no other builds, differs."""
    file = good(name)
    at = last(file)
    return file.but(at, change(file.raws[at])).data()


def causal(data: bytes) -> list[Entry]:
    return decode_archive(data)[1]


def payload_of(raw: bytes) -> Payload:
    return payloads.decode(Entry.kept(raw).payload)


# Games


class Forged(Whole):
    """A game of the archive in which a player says something else."""

    forge: Forge | None = None

    def by(self, forge: Forge) -> Forged:
        self.forge = forge
        return self

    def net(self) -> Net:
        net = super().net()
        net._forge = self.forge
        return net

    def stopped(self) -> bytes:
        """Return what player 0, who is honest, has of the game."""
        net = self.net()
        net.play()
        return net.tables[0].transcript()


def nth(seat: int, number: int, change: Change) -> Forge:
    """Change the message of a player's nth answer that has one, counted from 0."""
    left = number

    def forge(speaker: int, payload: Payload) -> Payload:
        nonlocal left
        if speaker != seat or not isinstance(payload, Answer) or not payload.message:
            return payload
        left -= 1
        if left != -1:
            return payload
        return Answer(payload.turn, payload.round, change(payload.message))

    return forge


def flipped(at: int) -> Change:
    def flip(message: bytes) -> bytes:
        data = bytearray(message)
        data[at] ^= 1
        return bytes(data)

    return flip


@contextmanager
def trusting() -> Iterator[None]:
    """Let tables take any identity, and any proof of it, in a hello."""
    with (
        patch.object(identity, "admit", lambda public: None),
        patch.object(identity, "verify", lambda *of: None),
    ):
        yield


# Games of the archive

#: Plays a game of the archive in which a player says something else.
Play: TypeAlias = Callable[[Forge], bytes]
#: The seat of that player.
CHEAT = 1


def tictactoe(forge: Forge) -> bytes:
    return Forged("tictactoe", 2, {}, quorum=0).by(forge).stopped()


def kuhn(forge: Forge, deck: Deck = "masked") -> bytes:
    return Forged("kuhn", 2, {}, deck=deck, quorum=0).by(forge).stopped()


def locked(forge: Forge) -> bytes:
    return kuhn(forge, "commutative")


def proved(forge: Forge) -> bytes:
    return kuhn(forge, "proved")


def rps(forge: Forge) -> bytes:
    return Forged("rps", 3, {"rounds": 1}, quorum=0).by(forge).stopped()


def pig(forge: Forge) -> bytes:
    return Forged("pig", 3, {"goal": 20}, quorum=0).by(forge).stopped()


def battleship(forge: Forge) -> bytes:
    options = {"size": 4, "ships": "2 1"}
    return Forged("battleship", 2, options, quorum=0).by(forge).stopped()


def evicted(forge: Forge) -> bytes:
    net = Forged("goofspiel", 3, {"cards": 4}).by(forge).silenced(2)
    return net.tables[0].transcript()


def left(forge: Forge) -> bytes:
    cards = Forged("goofspiel", 3, {"cards": 4}, deck="commutative", quorum=0)
    return cards.by(forge).left(*LEFT).tables[0].transcript()


NAMES: Mapping[Play, str] = {
    tictactoe: "tictactoe-1-masked",
    kuhn: "kuhn-1-masked",
    locked: "kuhn-1-commutative",
    proved: "kuhn-1-proved",
    rps: "rps-1-masked",
    pig: "pig-1-masked",
    battleship: "battleship-1-masked",
    evicted: "goofspiel-1-evicted",
    left: "goofspiel-1-left-audited",
}


def of_answer(play: Play, number: int, fault: str, done: str, change: Change) -> Case:
    """Return the case of a change to player 1's nth answer that says anything."""

    def make() -> bytes:
        return play(nth(CHEAT, number, change))

    return Case(NAMES[play], done, make, fault, CHEAT)
