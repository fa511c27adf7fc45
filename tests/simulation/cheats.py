"""Players who cheat: the real program, with a hand in what it signs or sends."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from p2pgame.engine import Choose, Deal, Open, Shuffle, Together
from p2pgame.log import AuthorKey, Behind, Entry
from p2pgame.protocols.arithmetic.group import G, Scalar
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer, Genesis, Hello
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Brief, Entries
from p2pgame.transport.link import Link
from tests.simulation.faults import ORDERS
from tests.simulation.order_cheats import OrderForger, open_anything
from tests.simulation.program import me

if TYPE_CHECKING:
    from tests.simulation.world import World

NONSENSE = (b"zz9", b"\xff", b"", b"a" * 300, b"check check")


class Forger:
    """Signs something else than its program says, from some word on."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self._chance = world.chance.of("cheat")
        self._honest = table.history.write
        self._kind = world.plan.cheat
        self._chances = 0
        self._orders = OrderForger(world, table) if self._kind in ORDERS else None
        table.history.write = self._write  # type: ignore[method-assign]

    def _write(
        self, key: AuthorKey, payload: bytes, *, among: Iterable[bytes] | None = None
    ) -> Entry:
        said = payloads.decode(payload)
        if self._orders is not None:
            payload = payloads.encode(self._orders.forged(said))
        elif isinstance(said, Answer):
            payload = payloads.encode(self._forged(said))
        if self._kind == "withhold" and not isinstance(said, Hello | Genesis):
            self._withhold(key)
        return self._honest(key, payload, among=among)

    def _withhold(self, key: AuthorKey) -> None:
        """Say nothing more, from some entry on."""
        said = len(self._table.history.feeds[key.public])
        if said >= 2 + 2 * self._world.plan.cheats_at:
            if not self._world.has_cheated:
                self._world.cheated()
            raise Behind("silent")

    def _forged(self, answer: Answer) -> Answer:
        play = self._table.play
        if play is None or answer.turn != play.id or self._world.has_cheated:
            return answer
        message = self._message(answer, play.turn)
        if message is None or message == answer.message:
            return answer
        self._world.cheated()
        open_anything(play.ahead._own)
        return Answer(answer.turn, answer.round, message)

    def _message(self, answer: Answer, turn: object) -> bytes | None:
        said = answer.message
        match self._kind, turn:
            case "illegal move", Choose():
                return self._chance.choice(NONSENSE)
            case "illegal move", Together() if answer.round > 0:
                return self._chance.choice(NONSENSE)
            case "bad proof", Shuffle() if len(said) > 64 and self._is_time():
                at = len(said) - 1 - self._chance.randrange(len(said) // 2)
                return said[:at] + bytes([said[at] ^ 1]) + said[at + 1 :]
            case "bad reveal", Deal() | Open() if len(said) >= 64:
                wrong = (Scalar(2 + self._chance.randrange(99)) * G).encode()
                return wrong + said[32:]
            case "copied commitment", Together() if answer.round == 0:
                return self._copied(answer)
        return None

    def _is_time(self) -> bool:
        """Return whether to lie now: about keys, or later, about cards."""
        self._chances += 1
        return self._chances > self._world.plan.cheats_at % 2

    def _copied(self, answer: Answer) -> bytes | None:
        """Return what somebody else has committed to in this turn, if it is here."""
        mine = me(self._world.plan.seed, self._world.plan.cheater or 0).key.public
        for entry in self._table.entries:
            said = payloads.decode(entry.payload)
            if entry.author == mine or not isinstance(said, Answer):
                continue
            if (said.turn, said.round) == (answer.turn, 0):
                return said.message
        return None


class TwoFaced:
    """A link over which some hear another story than the rest, from some entry on."""

    def __init__(self, world: World, table: Table, link: Link, receiver: int) -> None:
        self._world = world
        self._table = table
        self._link = link
        self._receiver = receiver

    async def send(self, frame: bytes) -> None:
        await self._link.send(self._told(frame))

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()

    def _told(self, frame: bytes) -> bytes:
        world, keys = self._world, self._table.epochs.keys
        if not keys or self._receiver != world.victim:
            return frame
        envelope = Envelope({0: world.epoch_key, **keys})
        epoch, plaintext = envelope.open(frame)
        match frames.decode(plaintext):
            case Entries(raws):
                pass
            case Brief(seat, sequence):
                raws = self._whole(seat, sequence)
            case _:
                return frame
        told = Entries(tuple(map(self._other, raws)))
        if told.raws == raws:
            return frame
        world.cheated()
        entropy = world.entropy(world.plan.cheater or 0)
        return envelope.seal(frames.encode(told), entropy, epoch=epoch)

    def _whole(self, seat: int, sequence: int) -> tuple[bytes, ...]:
        """Return the entry that a brief of ours is short for."""
        author = self._table.players[seat].author
        return (self._table.history.feeds[author].entries[sequence].raw,)

    def _other(self, raw: bytes) -> bytes:
        world = self._world
        player = me(world.plan.seed, world.plan.cheater or 0)
        entry = Entry.read(raw)
        if entry.author != player.key.public:
            return raw
        known = world.stories.get(entry.sequence)
        if known is None and not world.stories and self._may_differ(entry):
            known = twin(player.key, entry, same=world.plan.cheat == "twin")
            world.stories[entry.sequence] = known
        return raw if known is None else known

    def _may_differ(self, entry: Entry) -> bool:
        late = entry.sequence >= 3 + self._world.plan.cheats_at
        if self._world.plan.cheat == "twin":
            return late and bool(entry.seen)
        return late and isinstance(payloads.decode(entry.payload), Answer)


def twin(key: AuthorKey, entry: Entry, *, same: bool) -> bytes:
    """Return another entry in the place of one: that says the ``same``, or not."""
    payload = entry.payload
    said = payloads.decode(payload)
    if not same and isinstance(said, Answer):
        changed = Answer(said.turn, said.round, said.message + b"!")
        payload = payloads.encode(changed)
    return Entry.write(
        key,
        entry.table,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=entry.seen[1:] if payload == entry.payload else entry.seen,
        payload=payload,
    ).raw


def victim(world: World, chance: Random) -> int:
    """Return who is told another story."""
    others = [s for s in range(world.plan.seats) if s != world.plan.cheater]
    return chance.choice(others)
