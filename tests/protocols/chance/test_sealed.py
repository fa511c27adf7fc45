import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic import commitment
from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.chance.sealed import LIMIT, seal
from p2pgame.protocols.rounds import Protocol, Run
from tests.protocols.table import Entropy, Seat, Table, instead, lies, prg

MOVES = {0: b"rock", 2: b"", 3: b"scissors"}
SEATS = [0, 1, 2, 3, None]


def table(
    moves: dict[int, bytes] = MOVES, context: bytes = b"hand 1", seed: str = "table"
) -> Table[dict[int, bytes]]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[dict[int, bytes]]:
        move = None if me is None else moves.get(me)
        return seal(me, moves.keys(), context, move, entropy)

    return Table(SEATS, protocol, seed)


def honest(context: bytes = b"hand 1") -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context=context)
    honest_table.play()
    return honest_table.said


@given(
    moves=st.dictionaries(st.integers(0, 3), st.binary(max_size=40)),
    order=st.integers(0, 2**32),
)
def test_everybody_and_every_spectator_learn_all_moves(
    moves: dict[int, bytes], order: int
) -> None:
    assert table(moves).play(order) == dict.fromkeys(SEATS, moves)


def test_no_opening_is_said_before_every_seal_is_heard() -> None:
    run = Run(seal(0, MOVES.keys(), b"hand 1", MOVES[0], prg("0")))
    run.step()
    for player in (0, 2):
        run.receive(player, 0, bytes(32))
    run.receive(2, 1, bytes(32))
    assert not run.ready
    assert run.waiting_for == {3}


@pytest.mark.parametrize("player", MOVES)
def test_a_seal_hides_even_how_long_a_move_is(player: int) -> None:
    seals = {honest()[player, 0], table_said(player, b""), table_said(player, b"x" * 9)}
    assert {len(seal) for seal in seals} == {commitment.SIZE}
    assert len(seals) == 3


def table_said(player: int, move: bytes) -> bytes:
    other = table({**MOVES, player: move}, seed="other")
    other.play()
    return other.said[player, 0]


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("player", MOVES)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_opens_something_else_than_it_sealed_is_named(
    player: int, round: int
) -> None:
    for lie in lies(honest()[player, round]):
        tampered = table()
        assert tampered.play(tamper=instead(player, round, lie)) == {}
        assert tampered.blamed == dict.fromkeys(SEATS, player)


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("player", MOVES)
@pytest.mark.parametrize("size", [0, 31, 33, 4096])
def test_a_seal_of_another_length_is_refused_before_anybody_opens(
    player: int, size: int
) -> None:
    tampered = table()
    tampered.play(tamper=instead(player, 0, bytes(size)))
    assert tampered.blamed == dict.fromkeys(SEATS, player)
    assert {round for _, round in tampered.said} == {0}


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("player", MOVES)
def test_an_opening_longer_than_any_move_is_not_even_hashed(player: int) -> None:
    tampered = table()
    tampered.play(tamper=instead(player, 1, bytes(32 + LIMIT + 1)))
    assert tampered.blamed == dict.fromkeys(SEATS, player)
    kinds = {type(error) for error in tampered.errors.values()}
    assert kinds == {InvalidEncoding}


@pytest.mark.pitfall(24)
def test_a_copied_seal_can_never_be_opened() -> None:
    said = honest()

    def copy(player: int, round: int, message: bytes) -> bytes:
        return said[0, round] if player == 3 else message

    copied = table()
    assert copied.play(tamper=copy) == {}
    assert copied.blamed == dict.fromkeys(SEATS, 3)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("context", [b"hand 2", b"hand 1 ", b""])
def test_a_seal_is_void_on_another_occasion(context: bytes) -> None:
    said = honest(context)
    replayed = table()
    replayed.play(
        tamper=lambda player, round, message: (
            said[player, round] if player == 2 else message
        )
    )
    assert replayed.blamed == dict.fromkeys(SEATS, 2)


@pytest.mark.pitfall(3)
def test_a_seal_is_void_among_other_choosers() -> None:
    among_two = table({player: MOVES[player] for player in (0, 2)})
    among_two.play()
    replayed = table()
    replayed.play(
        tamper=lambda player, round, message: (
            among_two.said[player, round] if player == 2 else message
        )
    )
    assert replayed.blamed == dict.fromkeys(SEATS, 2)


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("player", MOVES)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_says_nothing_is_the_one_waited_for(player: int, round: int) -> None:
    silent = table()
    assert silent.play(tamper=instead(player, round, None)) == {}
    for run in silent.runs.values():
        assert (run.round, *run.waiting_for) == (round, player)


def test_the_longest_move_passes() -> None:
    moves = {0: b"x" * LIMIT, 1: b""}
    assert table(moves).play() == dict.fromkeys(SEATS, moves)


@pytest.mark.parametrize(
    ("me", "move"), [(0, None), (1, b"rock"), (None, b"rock"), (0, b"x" * (LIMIT + 1))]
)
def test_only_choosers_choose(me: Seat, move: bytes | None) -> None:
    with pytest.raises(ValueError, match="a move"):
        Run(seal(me, {0}, b"hand 1", move, prg("0"))).step()


def sparing(spare: bool = True) -> Table[dict[int, bytes]]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[dict[int, bytes]]:
        move = None if me is None else MOVES.get(me)
        return seal(me, MOVES.keys(), b"hand 1", move, entropy, spare=spare)

    return Table(SEATS, protocol)


@pytest.mark.parametrize("gone", [{2: 0}, {2: 1}, {0: 1, 3: 0}, {0: 0, 2: 1, 3: 1}])
def test_the_others_moves_stand_when_somebody_has_gone(gone: dict[int, int]) -> None:
    table = sparing()
    results = table.play(gone=gone)
    left = {player: move for player, move in MOVES.items() if player not in gone}
    for seat in table.runs.keys() - gone.keys():
        assert results[seat] == left


@pytest.mark.parametrize("gone", [{2: 0}, {2: 1}])
def test_without_leave_to_spare_somebody_all_wait(gone: dict[int, int]) -> None:
    table = sparing(spare=False)
    assert table.play(gone=gone) == {}
    assert all(run.waiting_for == {2} for run in table.runs.values())


def test_who_was_lost_before_it_sealed_is_not_asked_to_open() -> None:
    run = sparing().runs[0]
    said = run.step() or b""
    run.receive(0, 0, said)
    run.receive(3, 0, honest()[3, 0])
    assert run.lose(frozenset({2}))
    run.step()
    assert run.hear == {0, 3}
