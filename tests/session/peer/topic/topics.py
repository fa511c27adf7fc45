"""A topic, and the histories of those who read it, with pauses as a test draws them."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgame.log import AuthorKey, Entry, History
from p2pgame.session.peer.topic.pauses import PAUSE
from p2pgame.session.peer.topic.topic import Topic

LEAST, MOST = PAUSE
TABLE = b"T" * 32
ANNA, BEN = AuthorKey(b"a" * 32), AuthorKey(b"b" * 32)


def least(size: int) -> bytes:
    """Return the entropy of the shortest pauses."""
    return bytes(size)


def most(size: int) -> bytes:
    """Return the entropy of the longest pauses."""
    return b"\xff" * size


def game(count: int = 6, size: int = 9) -> tuple[History, list[Entry]]:
    """Return a history in which two talk by turns, and its entries in order."""
    history, entries = History(TABLE), []
    for number in range(count):
        key = (ANNA, BEN)[number % 2]
        entries.append(history.write(key, bytes([number]) * size))
        history.receive(entries[-1])
    return history, entries


def raws(entries: Iterable[Entry]) -> list[bytes]:
    return [entry.raw for entry in entries]


def part(entries: Iterable[Entry]) -> History:
    """Return the history of somebody who has just these."""
    history = History(TABLE)
    for entry in entries:
        history.receive(entry)
    return history


def live(history: History, entries: Iterable[Entry] = (), at: float = 100.0) -> Topic:
    """Return a topic that had these entries when we came, and nothing to be said."""
    topic = Topic()
    topic.begin()
    topic.come(raws(entries), history, at - 50, least)
    topic.go_live(history, at, least, whole=True)
    topic.to_say(history, at + LEAST, least)
    return topic


def ask(topic: Topic, asker: History, history: History, at: float) -> None:
    heads = tuple(asker.heads())
    topic.hear_have(heads, history, at, least, is_for=lambda raw: True)
