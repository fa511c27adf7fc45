"""A whole transcript, read step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import container, end, entries, feeds, lobby, payloads
from .errors import Refused, Unfinished, Unknown
from .graph import Graph
from .states import digest
from .table import Table, check_checkpoints
from .trace import Trace
from .turns import Rules

Known: TypeAlias = Mapping[str, Rules[Any]]


@dataclass(frozen=True, slots=True)
class Result:
    """What a good file says; ``opened`` are the faces of each turn that opens some."""

    name: str
    players: tuple[str, ...]
    epoch: bytes
    boxes: tuple[bytes, ...]
    turns: tuple[bytes, ...]
    opened: tuple[tuple[str, ...], ...]
    payoffs: tuple[int, ...]
    trace: tuple[str, ...]


def verify(data: bytes | Sequence[bytes], rules: Known) -> Result:
    """Return the result of the complete game in a transcript file, or in its parts.

    Raises:
      Refused: The file is damaged, or a player at fault; with the trace so far.
    """
    trace = Trace()
    with _ending(trace):
        file = container.read([data] if isinstance(data, bytes) else data)
        parts = [[*map(entries.decode, part)] for part in file.parts]
        return _read(file.table, parts, rules, trace)


def judge(table: bytes, said: Iterable[entries.Entry], rules: Known) -> Result:
    """Return the result of entries that have been decoded, in the order of a file.

    Raises:
      Refused: As :func:`verify`.
    """
    trace = Trace()
    with _ending(trace):
        return _read(table, [[*said]], rules, trace)


@contextmanager
def _ending(trace: Trace) -> Iterator[None]:
    """Let a trace end with why a file is not fair and complete."""
    try:
        yield
    except Refused as refused:
        ends = {Unfinished: "unfinished", Unknown: "unknown"}
        trace.add(ends.get(type(refused), "refused"), refused)
        refused.lines = tuple(trace.lines)
        raise


def _read(
    id: bytes, parts: list[list[entries.Entry]], rules: Known, trace: Trace
) -> Result:
    said = entries.feeds(id, parts)
    graph = Graph(said)
    lobby.check_hellos(said)
    offer = lobby.find(id, said, graph)
    game, first = None, b""
    if lobby.is_accepted(offer, said, graph):
        game, first = _game(offer, rules)
        trace.add("table", offer.entry.table)
        trace.genesis(offer)
        trace.turn(offer.first_turn, first, "start", offer.entry.id)
    authors = (id,) if game is None else offer.players
    speeches = [feeds.listen(said[author], graph, offer, first) for author in authors]
    if game is None:
        feeds.check_allowance(said[id], (), offer, graph)
        raise Unfinished("not all players have accepted")
    table = Table(offer, graph, speeches, game, trace)
    try:
        table.play()
    except Unfinished as unfinished:
        end.check_words(table, said, is_open=unfinished.is_open)
        raise
    payoffs = table.payoffs or ()
    trace.add("over", *payoffs)
    if table.cards.unaudited:
        trace.add("unaudited", *table.cards.unaudited)
    check_checkpoints(table)
    end.check_words(table, said)
    ends = end.signed(table)
    trace.add("signed")
    end.check_nothing_else(said, graph, ends)
    graph.check_parts(parts)
    return Result(
        offer.payload.text("game"),
        tuple(_name(said[author][0]) for author in offer.players),
        offer.payload.data("epoch"),
        offer.payload.ids("boxes"),
        tuple(trace.turns),
        tuple(trace.opened),
        payoffs,
        tuple(trace.lines),
    )


def _name(hello: entries.Entry) -> str:
    return payloads.decode(hello.payload).text("name")


def _game(offer: lobby.Offer, rules: Known) -> tuple[Rules[Any], bytes]:
    """Return the rules of a game that all have accepted, asked in the page's order.

    With them comes the digest of its first state.
    """
    lobby.check_wire(offer)
    name, version = offer.payload.text("game"), offer.payload.number("version")
    game = rules.get(f"{name}@{version}", rules.get(name))
    if game is None or game.version != version:
        raise Unknown(f"this reader has no {name} {version}")
    if offer.payload.data("rules"):
        raise Unknown(f"this reader has no such rules of {name}")
    start = game.start(len(offer.players), offer.payload.fields["options"])  # type: ignore[arg-type]
    if start is None:
        raise Refused("this game has no such options, or not so many seats")
    lobby.check_terms(offer, game.only_deals())
    return game, digest(game.fields(start))
