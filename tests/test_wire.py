"""docs/wire.md is enough: a second reader, written from it, reads real tables.

Here alone the second reader meets the program: what it is given was made by
tables at work.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from games.kuhn import KuhnPoker
from games.tictactoe import TicTacToe
from p2pgame.engine import (
    Amount,
    AnyGame,
    Chosen,
    ChosenTogether,
    Event,
    Game,
    Opened,
    Options,
    Rolled,
    State,
    Turn,
    turns,
)
from p2pgame.log import Store
from p2pgame.session import Offer, Table, evidence
from p2pgame.session.payloads import Answer, Payload
from p2pgame.session.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import invite as program_invite
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from tests import (
    wire_briefs,
    wire_ends,
    wire_games,
    wire_invite,
    wire_player,
    wire_table,
)
from tests import wire_reader as reader
from tests import wire_turns as second
from tests.session.peers import Hall
from tests.session.tables import TABLE, Deck, Net, known, me
from tests.wire_values import Bytes, Malformed, Value

INVITE = program_invite.Invite(TABLE, bytes(range(16)), ("example.net:4400",))
PARTS = (
    "wire_values",
    "wire_reader",
    "wire_briefs",
    "wire_invite",
    "wire_group",
    "wire_sealed",
    "wire_shuffles",
    "wire_proofs",
    "wire_shares",
    "wire_absence",
    "wire_classic",
    "wire_motions",
    "wire_recall",
    "wire_turns",
    "wire_table",
    "wire_keys",
    "wire_masked",
    "wire_ends",
    "wire_player",
    "wire_games",
)


class Inner(State, frozen=True):
    number: int
    flag: bool


class Sampled(State, frozen=True):
    step: int = 0
    faces: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    blob: bytes = b""
    inner: tuple[Inner, ...] = ()


#: Whatever has an encoding of its own in a state.
NUMBERS = tuple(
    number
    for bits in (5, 7, 8, 15, 16, 31, 32, 63)
    for number in (2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1)
    if number >= -(2**63)
)
INNER = (Inner(-1, True),) * 17
SIX = ("a", "b", "c", "d", "d", "é" * 40)


class Sampler(Game[Sampled, Options]):
    """One turn of every kind, in every shape that changes who says what when."""

    name = "sampler"
    version = 7
    seats = range(3, 4)
    options = Options
    only_deals = True

    def setup(self, seats: int, options: Options) -> Sampled:
        return Sampled()

    def turn(self, state: Sampled) -> Turn:
        script: tuple[Turn, ...] = (
            turns.Shuffle(SIX, (0, 1, 2)),
            turns.Deal(((0, (0, 1)), (1, (2,)))),
            turns.Open((3, 2)),
            turns.Open((2,)),
            turns.Shuffle(("x", "y", "z"), (2, 0)),
            turns.Deal(((2, (1,)),)),
            turns.Open((1, 0)),
            turns.Together(
                (turns.Choose(2, ("up", "down")), turns.Choose(0, ("left", "right")))
            ),
            turns.Roll(6, 9),
            turns.Choose(1, (Amount("raise", 10, 200), "pass")),
            turns.Over((3, -1, -2)),
        )
        return script[state.step]

    def apply(self, state: Sampled, event: Event) -> Sampled:
        match event:
            case Opened(faces):
                state = replace(state, faces=state.faces + faces)
            case ChosenTogether(moves):
                state = replace(state, moves=moves, numbers=NUMBERS, blob=bytes(300))
            case Rolled(values):
                state = replace(state, dice=values)
            case Chosen(_, move):
                state = replace(state, moves=(*state.moves, move), inner=INNER)
        return replace(state, step=state.step + 1)

    def show(self, state: Sampled, faces: Mapping[int, str]) -> str:
        return f"step {state.step}"


def sampler() -> second.Rules:
    """The same rules for the second reader."""
    up, left = (moves.__contains__ for moves in (("up", "down"), ("left", "right")))
    yield [0, [], [], [], [], b"", []], second.Shuffle(SIX, (0, 1, 2))
    yield [1, [], [], [], [], b"", []], second.Deal({0: 0, 1: 0, 2: 1})
    faces = [*(yield [2, [], [], [], [], b"", []], second.Open((3, 2)))]
    faces += yield [3, [*faces], [], [], [], b"", []], second.Open((2,))
    deck = second.Shuffle(("x", "y", "z"), (2, 0))
    yield [4, [*faces], [], [], [], b"", []], deck
    yield [5, [*faces], [], [], [], b"", []], second.Deal({1: 2})
    faces += yield [6, [*faces], [], [], [], b"", []], second.Open((1, 0))
    both = second.Together((second.Choose(2, up), second.Choose(0, left)))
    moves = yield [7, [*faces], [], [], [], b"", []], both
    rest: list[Value] = [[*NUMBERS], bytes(300)]
    dice = yield [8, [*faces], [*moves], [], *rest, []], second.Roll(6, 9)
    turn = second.Choose(1, lambda move: move == "pass" or is_raise(move))
    moves = [*moves, *(yield [9, [*faces], [*moves], [*dice], *rest, []], turn)]
    inner: list[Value] = [[-1, True]] * 17
    yield [10, [*faces], [*moves], [*dice], *rest, [*inner]], second.Over((3, -1, -2))


def is_raise(move: str) -> bool:
    return move in {f"raise {number}" for number in range(10, 201)}


Sample = tuple[AnyGame, int, Callable[[], second.Rules]]
DECKS: list[Deck] = ["commutative", "proved"]
#: The field of a state that holds the faces opened.
OPENED = {"kuhn": "opened", "sampler": "faces"}
SAMPLES: dict[str, Sample] = {
    "kuhn": (KuhnPoker(), 2, wire_games.kuhn),
    "tictactoe": (TicTacToe(), 2, wire_games.tictactoe),
    "sampler": (Sampler(), 3, sampler),
}


class Flip:
    """Flips a bit in the nth answer of one seat that says anything."""

    def __init__(self, seat: int, number: int, at: int) -> None:
        self._seat, self._number, self._at = seat, number, at
        self.done = False

    def __call__(self, seat: int, payload: Payload) -> Payload:
        if seat != self._seat or not isinstance(payload, Answer) or not payload.message:
            return payload
        self._number -= 1
        if self._number != -1:
            return payload
        self.done = True
        message = bytearray(payload.message)
        message[self._at % len(message)] ^= 1
        return replace(payload, message=bytes(message))


def played(
    name: str, forge: Flip | None = None, quorum: int = 0, deck: Deck = "masked"
) -> Net:
    game, seats, _ = SAMPLES[name]
    net = Net(game, seats, forge=forge)
    offer = Offer(game, game.options(), seats, quorum, deck=deck)
    net.tables[0] = Table(TABLE, known(game), me(0), offer)
    net.play()
    return net


def read(data: bytes, name: str) -> wire_ends.Game:
    """Read a file and play it, as the page says."""
    table, entries = reader.read_file(data)
    assert table == wire_invite.read_invite(INVITE.encode()).table
    return wire_player.Player(wire_table.Table(table, entries)).play(SAMPLES[name][2]())


def test_the_second_reader_shares_no_code_with_the_program() -> None:
    for part in PARTS:
        tree = ast.parse(Path(__file__).with_name(f"{part}.py").read_text())
        for node in ast.walk(tree):
            modules = [alias.name for alias in getattr(node, "names", ())]
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            if isinstance(node, ast.Import | ast.ImportFrom):
                ours = {module.split(".")[0] for module in modules}
                assert not ours & {"p2pgame", "protocols", "games", "cli"}
                shared = {module for module in modules if module.startswith("tests")}
                assert shared <= {"tests", *(f"tests.{part}" for part in PARTS)}


@pytest.mark.parametrize(
    ("name", "quorum"), [*((name, 0) for name in SAMPLES), ("sampler", 2)]
)
def test_a_real_game_reads_as_the_page_says(name: str, quorum: int) -> None:
    net = played(name, quorum=quorum)
    game = read(net.tables[0].transcript(), name)
    play = net.tables[0].play
    assert play is not None
    assert game.turns[-1] == play.id
    assert game.name == SAMPLES[name][0].name
    assert game.players == tuple(player.name for player in play.players)
    assert isinstance(play.turn, turns.Over)
    assert game.payoffs == play.turn.payoffs


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", ["kuhn", "sampler"])
def test_a_real_game_with_another_deck_reads_as_the_page_says(
    name: str, deck: Deck
) -> None:
    net = played(name, deck=deck)
    game = read(net.tables[0].transcript(), name)
    play = net.tables[0].play
    assert play is not None
    assert isinstance(play.turn, turns.Over)
    assert (game.turns[-1], game.payoffs) == (play.id, play.turn.payoffs)
    assert sum(game.opened, ()) == getattr(play.view.state, OPENED[name])


@pytest.mark.parametrize("at", [0, 40, -1])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(7))
def test_what_is_said_falsely_of_another_deck_is_refused_by_the_page_too(
    deck: Deck, number: int, at: int
) -> None:
    flip = Flip(0, number, at)
    table = played("sampler", flip, deck=deck).tables[0]
    assert flip.done
    assert table.stopped is not None
    with pytest.raises(Malformed) as caught:
        read(table.transcript(), "sampler")
    assert "has not answered" not in str(caught.value)


def test_cards_open_to_the_faces_that_the_page_gives_them() -> None:
    net = played("sampler")
    play = net.tables[0].play
    assert play is not None
    state = play.view.state
    opened = read(net.tables[0].transcript(), "sampler").opened
    assert [len(faces) for faces in opened] == [2, 1, 2]
    assert sum(opened, ()) == state.faces


def test_every_box_of_a_real_genesis_holds_the_same_key() -> None:
    net = played("sampler")
    game = read(net.tables[0].transcript(), "sampler")
    keys = {
        reader.open_box(box, me(seat).box_secret) for seat, box in enumerate(game.boxes)
    }
    assert keys == {net.tables[0].epoch_key}
    assert {reader.hash_of("p2pgame epoch", key) for key in keys} == {game.epoch}
    with pytest.raises(Malformed):
        reader.open_box(game.boxes[0], me(1).box_secret)


@pytest.mark.parametrize("at", [0, 40, -1])
@pytest.mark.parametrize(
    ("name", "quorum", "seat", "number"),
    [
        *(("kuhn", 0, 1, number) for number in range(5)),
        *(("sampler", 0, 0, number) for number in range(10)),
        ("sampler", 2, 0, 1),
        *(("sampler", 2, 0, number) for number in (9, 10)),
    ],
)
def test_what_is_said_falsely_is_refused_by_the_page_too(
    name: str, quorum: int, seat: int, number: int, at: int
) -> None:
    flip = Flip(seat, number, at)
    data = played(name, flip, quorum).tables[0].transcript()
    assert flip.done
    with pytest.raises(Malformed) as caught:
        read(data, name)
    assert "has not answered" not in str(caught.value)


def test_evidence_reads_as_the_page_says() -> None:
    table = played("kuhn", Flip(1, 2, 40)).tables[0]
    assert table.stopped is not None
    data = evidence.gather(table, table.stopped)
    shown = reader.read_evidence(data)
    assert (shown.table, shown.author) == (TABLE, table.stopped.culprit)
    assert (shown.fault, shown.fork) == (table.stopped.fault, [])
    with pytest.raises(Malformed) as caught:
        read(shown.game, "kuhn")
    assert "has not answered" not in str(caught.value)


def test_a_file_that_was_touched_is_refused_by_the_page_too() -> None:
    data = played("tictactoe").tables[0].transcript()
    body = data[:-32]
    for at in range(0, len(body), 41):
        touched = body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]
        with pytest.raises(Malformed):
            read(touched + data[-32:], "tictactoe")
        total = reader.hash_of("p2pgame archive", touched)
        with pytest.raises((Malformed, AssertionError)):
            read(touched + total, "tictactoe")


class Spy:
    """A link that keeps what goes through it."""

    def __init__(self, link: Link, frames: list[bytes]) -> None:
        self._link, self._frames = link, frames

    async def send(self, frame: bytes) -> None:
        self._frames.append(frame)
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


async def sat(folder: Path) -> tuple[list[list[bytes]], bytes]:
    """Let two peers play; return the frames of each, and the transcript."""
    game, frames = KuhnPoker(), [list[bytes](), list[bytes]()]
    peers = []
    for seat in range(2):
        offer = Offer(game, game.options(), 2) if seat == 0 else None
        table = Table(TABLE, known(game), me(seat), offer)
        store = Store.create(folder / f"seat{seat}" / "log")
        peers.append(Peer(table, store, Envelope({0: INVITE.epoch_key})))
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, peers)
        await hall.start()
        for peer, link, sent in zip(peers, memory_pair(), frames, strict=True):
            nursery.start_soon(peer.attach, Spy(link, sent))
        await hall.finished()
        for peer in peers:
            await peer.flush()
        nursery.cancel_scope.cancel()
    for peer in peers:
        peer.close()
    return frames, peers[0].table.transcript()


def kind_of(raw: bytes) -> str:
    kind = reader.read_payload(reader.read_entry(raw).payload)[0]
    assert isinstance(kind, str)
    return kind


async def test_real_frames_open_as_the_page_says(tmp_path: Path) -> None:
    frames, data = await sat(tmp_path)
    invite = wire_invite.read_invite(INVITE.encode())
    game = read(data, "kuhn")
    epoch_key = reader.open_box(game.boxes[1], me(1).box_secret)
    kinds: dict[int, set[str]] = {0: set(), 1: set()}
    wholes = wire_briefs.Wholes()
    keys = {0: invite.key, 1: epoch_key}
    said = [message(frame, keys) for sent in frames for frame in sent]
    wholes.read(plaintext for _, plaintext in said)
    for epoch, plaintext in said:
        kinds[epoch] |= kinds_in(plaintext)
    assert kinds == {0: {"have", "hello", "genesis"}, 1: {"accept", "answer", "end"}}
    assert wholes.raws == {*raws_of(data)}
    assert 7 in {plaintext[0] for _, plaintext in said}


def kinds_in(plaintext: bytes) -> set[str]:
    if plaintext[0] == 7:
        kind = reader.read_payload(wire_briefs.read_brief(plaintext).payload)[0]
        return {kind} if isinstance(kind, str) else set()
    said = reader.read_message(plaintext)
    return {kind_of(raw) for raw in said if isinstance(raw, bytes)} or {"have"}


def message(frame: bytes, keys: Mapping[int, bytes]) -> tuple[int, bytes]:
    opened = reader.open_frame(frame, keys)
    assert opened is not None
    return opened


def raws_of(data: bytes) -> list[bytes]:
    fields = Bytes(data[len(reader.TITLE) + 32 : -32])
    return [fields.take(fields.number(4)) for _ in range(fields.number(4))]


async def test_a_have_comes_first_and_names_real_entries(tmp_path: Path) -> None:
    frames, data = await sat(tmp_path)
    key = wire_invite.read_invite(INVITE.encode()).key
    known = {entry.id: entry for entry in reader.read_file(data)[1]}
    for sent in frames:
        plaintexts = [reader.open_frame(frame, {0: key}) for frame in sent]
        assert plaintexts[0] is not None
        reader.read_heads(plaintexts[0][1])
        for opened in plaintexts:
            if opened is not None and opened[1][0] == 1:
                for author, sequence, id in reader.read_heads(opened[1]):
                    assert (known[id].author, known[id].sequence) == (author, sequence)
