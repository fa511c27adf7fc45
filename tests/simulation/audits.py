"""Slower checks of a game that is over, of which a sample of games gets each.

Whoever checks knows everybody's secrets: that is what simulations are for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING

from p2pgame.engine import digest
from p2pgame.log import (
    Entry,
    Feed,
    UnknownAuthor,
    decode_archive,
    encode,
    encode_archive,
)
from p2pgame.protocols.arithmetic.group import Element, Entropy, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck.cards import face_point
from p2pgame.session import Refuted, Table
from p2pgame.session.entries.errors import Fault
from p2pgame.session.table.evidence import TITLE, Unproven, check
from p2pgame.session.table.verify import events, verify
from tests.simulation import fickle, second_end
from tests.simulation.checkers import logged
from tests.simulation.ledger import Ledger, records_of
from tests.simulation.program import REGISTRY, me

if TYPE_CHECKING:
    from tests.simulation.world import World

#: Of so many games, one gets the check.
REPLAYED, SEARCHED, PREFIXES, DECKS = 3, 5, 8, 1


def at_end(world: World) -> None:
    """Make those checks whose turn it is in this game."""
    if fickle.is_played(world.plan):
        fickle.at_end(world)
        return
    seed = world.plan.seed
    _verified(world)
    if seed % REPLAYED == 0:
        _replayed(world)
    if seed % SEARCHED == 0:
        _secret(world)
    if seed % PREFIXES == 0:
        _prefixes(world)
    if seed % DECKS == 0:
        _decks(world)
    if world.plan.stranger == "forged evidence":
        _forged(world)
    second_end.at_end(world)


def _tables(world: World) -> Iterator[tuple[int, Table]]:
    for seat in world.honest:
        peer = world.peer(seat)
        if peer is not None:
            yield seat, peer.table


def _fair_file(world: World) -> bytes | None:
    """Return the transcript of a game that was played to its end by all."""
    for _, table in _tables(world):
        if table.complete and not table.cheats:
            return table.transcript()
    return None


def _verified(world: World) -> None:
    """I13: whoever reads the file comes to what was told at the table."""
    data = _fair_file(world)
    if data is None:
        return
    world.count("audit: verified")
    try:
        report = verify(data, REGISTRY)
    except Refuted as error:
        world.ledger.accuse("I13", f"the transcript is refuted: {error}")
        return
    told = {
        seat: world.payoffs[seat] for seat, table in _tables(world) if table.complete
    }
    if {*told.values()} != {report.payoffs}:
        world.ledger.accuse("I13", f"told {told}, verified {report.payoffs}")


def refolded(world: World, table: bytes, raws: Iterator[bytes]) -> Table:
    """Return a table of somebody who looks on and has heard just this."""
    fresh = Table(table, REGISTRY)
    fresh.history.may_append = lambda entry: True
    for raw in raws:
        with suppress(UnknownAuthor):
            fresh.receive(raw)
    for _ in events(fresh):
        pass
    return fresh


def _replayed(world: World) -> None:
    """I6: the log, read from its beginning, gives the state that was running."""
    ledger = world.ledger
    for seat, table in _tables(world):
        records = world.disks[seat].content(world.new_log_of(seat)) or b""
        raws = (raw for raw in records_of(records) if ledger.read(raw) is not None)
        fresh = refolded(world, table.id, raws)
        world.count("audit: replayed")
        # A fork of somebody's last word stops a game that is not over by then.
        forked_late = table.complete and table.cheats
        if _state(fresh) != _state(table) and not forked_late:
            ledger.accuse(
                "I6", f"{seat}: {_state(fresh)} from the log, not {_state(table)}"
            )


def _state(table: Table) -> tuple[object, ...]:
    play, stopped = table.play, table.stopped
    if stopped is not None:
        return "stopped", stopped.culprit.hex()[:8]
    where = (
        None if play is None else (play.id.hex()[:8], digest(play.view.state).hex()[:8])
    )
    return where, table.complete, sorted(table.cheats)


def _secret(world: World) -> None:
    """I7: no key, seed or share is in what was sent, or on somebody else's disk."""
    world.count("audit: searched")
    said = b"\0".join(one for sent in world.ledger.plain.values() for one in sent)
    disks = {
        seat: b"\0".join(sorted(logged(world, seat))) for seat in range(world.seats)
    }
    for seat in world.honest:
        for name, secret in _secrets(world, seat):
            if secret in said:
                world.ledger.accuse("I7", f"{name} of {seat} was sent")
            if any(secret in disk for disk in disks.values()):
                world.ledger.accuse("I7", f"{name} of {seat} is in a log")


def _secrets(world: World, seat: int) -> Iterator[tuple[str, bytes]]:
    player = me(world.plan.seed, seat)
    yield "the seed", player.seed
    yield "the author key", player.derive(b"author key")
    yield "the box key", player.box_secret
    for epoch, key in world.ledger.keys.items():
        yield f"the key of epoch {epoch}", key
    starts = {
        t.play.start.id: t.play.id for _, t in _tables(world) if t.play is not None
    }
    for start, turn in starts.items():
        yield "the key share", player.share(start).encode()
        yield "a turn's seed", player.derive(b"turn", turn)


def _prefixes(world: World) -> None:
    """I14: what has been signed up to any moment is a game that is not over."""
    data = _fair_file(world)
    if data is None:
        return
    table, entries = decode_archive(data)
    chance = world.chance.of("prefixes")
    for _ in range(3):
        part = _file(table, entries[: chance.randrange(len(entries))])
        world.count("audit: prefix")
        try:
            verify(part, REGISTRY)
        except Refuted as error:
            if "cheated" in str(error) or "damaged" in str(error):
                world.ledger.accuse("I14", f"a prefix: {error}")
        else:
            world.ledger.accuse("I14", "a part of a game passes for all of it")


def _file(table: bytes, entries: list[Entry]) -> bytes:
    feeds: dict[bytes, Feed] = {}
    for entry in entries:
        feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())


def _decks(world: World) -> None:
    """I16: what lies in a shuffled deck is what was put in, each once."""
    for seat, table in _tables(world):
        play = table.play
        cards = None if play is None else play.dealer.held.cards
        if play is None or cards is None or not cards.slots:
            continue
        shares = {
            number: me(world.plan.seed, world.machine_of(player.author)).share(
                play.start.id
            )
            for number, player in enumerate(play.start.players)
        }
        deck = [card for card in cards.slots.values() if len(card.players) > 1]
        found = [
            _opened(card.masked.C1, card.masked.C2, shares, card.players)
            for card in deck
        ]
        wanted = [face_point(face) for face in (deck[0].faces if deck else ())]
        world.count("audit: deck")
        if sorted(p.encode() for p in found) != sorted(p.encode() for p in wanted):
            world.ledger.accuse("I16", f"{seat} holds a deck of other cards")


def _opened(
    C1: Element, C2: Element, shares: dict[int, Scalar], players: tuple[int, ...]
) -> Element:
    for player in players:
        C2 = C2 - shares[player] * C1
    return C2


def _forged(world: World) -> None:
    """I2: what honest players signed is evidence against none of them."""
    for _, table in _tables(world):
        if table.play is None:
            return
        for data in forged(world, table):
            world.count("stranger: forged evidence")
            try:
                proven = check(data, REGISTRY)
            except Unproven:
                continue
            if world.ledger.is_honest(bytes.fromhex(proven.author)):
                world.ledger.accuse("I2", f"forged evidence convinces: {proven}")
        return


def forged(world: World, table: Table) -> Iterator[bytes]:
    """Yield files that accuse the honest of what they have not done."""
    chance, game = world.chance.of("forged"), table.transcript()
    id, entries = decode_archive(game)
    author = chance.choice([world.ledger.authors[seat] for seat in world.honest])
    mine = [entry for entry in entries if entry.author == author]
    if len(mine) < 2:
        return
    first, second = chance.sample(mine, 2)
    part = _file(id, entries[: chance.randrange(len(entries))])
    other = chance.choice(entries)
    resigned = encode([b"", bytes(64)])
    for fault, fork, archive in (
        (Fault.FORK, (first.raw, second.raw), game),
        (Fault.FORK, (first.raw, first.raw), game),
        (Fault.FORK, (first.raw, other.raw), part),
        (Fault.FORK, (first.raw, resigned), game),
        (Fault.FORK, (), game),
        (chance.choice([*Fault]), (), part),
        (Fault.END, (), part),
        (Fault.SEEN, (), part),
        (Fault.PROOF, (first.raw,), game),
    ):
        yield TITLE + encode([id, author, fault.value, [*fork], archive])


@contextmanager
def nonces_watched(ledger: Ledger) -> Iterator[None]:
    """I8: see that no two proofs are made with one nonce."""
    honest = Transcript.nonces
    known: dict[bytes, bytes] = {}

    def nonces(self: Transcript, secret: object, entropy: Entropy) -> Iterator[Scalar]:
        history, again = self._hash.digest(), honest(self, secret, entropy)  # type: ignore[arg-type]
        first = next(islice(again, 0, 1))
        if known.setdefault(first.encode(), history) != history:
            ledger.accuse("I8", "one nonce in two proofs")
        yield first
        yield from again

    Transcript.nonces = nonces  # type: ignore[method-assign]
    try:
        yield
    finally:
        Transcript.nonces = honest  # type: ignore[method-assign]
