"""Replicates histories: a peer tells its heads, and gets the entries that it lacks.

Heads are unsigned and prove nothing.  A false head only makes its sender get too much
or too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .entry import Entry
from .graph import Graph

#: The two conflicting entries of each proven forker.
Forks = Mapping[bytes, tuple[bytes, bytes]]


class Head(NamedTuple):
    """The newest entry of one author that a peer has delivered.

    Two heads of one author with the same sequence say: I can prove its fork.
    """

    author: bytes
    sequence: int
    id: bytes


def heads(graph: Graph, forks: Forks) -> list[Head]:
    """Return the delivered head of each author, and two heads for each forker."""
    proofs = [Entry.kept(raw) for pair in forks.values() for raw in pair]
    newest = [
        feed.entries[-1]
        for author, feed in graph.feeds.items()
        if len(feed) > 0 and author not in forks
    ]
    return sorted(
        Head(entry.author, entry.sequence, entry.id) for entry in proofs + newest
    )


def news(
    graph: Graph, forks: Forks, heads: Iterable[tuple[bytes, int, bytes]]
) -> Iterator[bytes]:
    """Return what a peer with these heads lacks, in an order it can deliver.

    A peer on another branch of a feed gets our entry that contradicts its head.  A peer
    that does not show two heads of a forker gets the proof.  Entries that name a
    forker's entry bring it along.

    What is lacking is found at once; old entries are read one by one.
    """
    theirs: dict[bytes, list[Head]] = {}
    for author, sequence, id in heads:
        theirs.setdefault(author, []).append(Head(author, sequence, id))
    fresh: list[tuple[int, bytes, int]] = []
    proofs: list[bytes] = []
    disputed: set[bytes] = set()
    for author in sorted(graph.feeds.keys() | forks.keys()):
        known = theirs.get(author, [])
        if len(known) > 1:
            disputed.add(author)
            continue
        rival = _rival(graph, author, known)
        if rival is None:
            fresh += _tail(graph, author, known)
        proof = (*((rival.raw,) if rival else ()), *forks.get(author, ()))
        if proof:
            disputed.add(author)
            proofs += proof
    fresh.sort()
    return _read(graph, fresh, proofs, disputed)


def _read(
    graph: Graph,
    fresh: list[tuple[int, bytes, int]],
    proofs: list[bytes],
    disputed: set[bytes],
) -> Iterator[bytes]:
    """Yield what was found to be lacking, each once."""
    if not disputed:  # then nothing comes twice
        for _, author, sequence in fresh:
            yield graph.feeds[author].entries.raw(sequence)
        return
    raws = [
        raw
        for _, author, sequence in fresh
        for raw in _with_named(graph, author, sequence, disputed)
    ]
    yield from dict.fromkeys(raws + proofs)


def in_order(graph: Graph, forks: Forks, raws: Iterable[bytes]) -> list[bytes]:
    """Return entries in an order in which a peer can deliver them.

    What has not been delivered here comes last.
    """
    wanted = dict.fromkeys(sorted(raws))
    if forks:
        news_for_all = (raw for raw in news(graph, forks, ()) if raw in wanted)
        return list({**dict.fromkeys(news_for_all), **wanted})
    places = {raw: graph.place_of(raw) for raw in wanted}
    known = [(place, raw) for raw, place in places.items() if place is not None]
    return [raw for _, raw in sorted(known)] + [
        raw for raw, place in places.items() if place is None
    ]


def _rival(graph: Graph, author: bytes, known: list[Head]) -> Entry | None:
    """Return our entry that contradicts a peer's head, if there is one."""
    feed = graph.feeds.get(author)
    if feed is None or not known or not 0 <= known[0].sequence < len(feed):
        return None
    mine = feed.entries[known[0].sequence]
    return mine if mine.id != known[0].id else None


def _tail(
    graph: Graph, author: bytes, known: list[Head]
) -> Iterator[tuple[int, bytes, int]]:
    """Yield our entries of one author after the peer's newest, by their places."""
    feed = graph.feeds.get(author)
    start = max(0, known[0].sequence + 1) if known else 0
    for sequence in range(start, 0 if feed is None else len(feed)):
        yield graph.place(author, sequence), author, sequence


def _with_named(
    graph: Graph, author: bytes, sequence: int, disputed: set[bytes]
) -> Iterator[bytes]:
    """Yield an entry, then the forkers' entries without which it would wait.

    They follow it, because a peer certainly keeps entries that another one waits for.
    """
    entries = graph.feeds[author].entries
    yield entries.raw(sequence)
    for id in entries[sequence].seen:
        named = graph[id]
        if named.author in disputed:
            yield named.raw
