"""Which cards, and in which order, does not show in how much work it takes.

Python's own arithmetic is not constant-time, and no test here says that it is.
What these show is that the curve is asked for the same operations, in the same
order, whatever the secret: the part that takes all the time, and that somebody
who watches from afar could measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from p2pgame.protocols.arithmetic import group
from p2pgame.protocols.arithmetic.elgamal import Masked, mask, remask
from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.classic import laps
from p2pgame.protocols.classic.commutative_deck import card_points
from p2pgame.protocols.deck import cards, stage
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.proofs import same_scalar, shuffle
from p2pgame.protocols.proofs.witness import Witness
from tests.protocols.classic import locked
from tests.protocols.deck.cards_at_hand import FACES, SECRETS, shuffled
from tests.protocols.proofs.shuffled import KEY, PLACE, honest, start_deck
from tests.protocols.table import prg

#: What is asked of the curve, in order; "equal" is a comparison of two elements.
Work = list[str]

N = 4
ORDERS = [*permutations(range(N))]
FACTORS = tuple(Scalar.random(prg(f"factor {i}")) for i in range(N))


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    done: Work = []

    def note(owner: object, name: str, word: str) -> None:
        do: Callable[..., object] = getattr(owner, name)

        def note_and_do(*args: object) -> object:
            done.append(word)
            return do(*args)

        monkeypatch.setattr(owner, name, note_and_do)

    for name in ("_is_valid", "_from_hash", "_add", "_subtract", "_multiply"):
        note(group, name, name)
    note(group, "_multiply_base", "_multiply_base")
    note(Element, "__eq__", "equal")
    return done


def alike(traces: Sequence[Work]) -> None:
    assert traces[0]
    assert all(trace == traces[0] for trace in traces)


@pytest.mark.pitfall(31)
@pytest.mark.parametrize(
    "before", [start_deck(N), honest(N).after], ids=["open", "hid"]
)
def test_a_shuffle_is_proved_alike_whatever_the_order(
    work: Work, before: tuple[Masked, ...]
) -> None:
    traces = []
    for order in ORDERS:
        after = [remask(before[i], KEY, r) for i, r in zip(order, FACTORS, strict=True)]
        work.clear()
        witness = Witness(order, FACTORS)
        shuffle.prove(before, after, KEY, witness, Transcript(PLACE), prg("prover"))
        traces.append([*work])
    alike(traces)


@pytest.mark.attack(67)
@pytest.mark.pitfall(31)
def test_a_player_s_turn_is_the_same_work_whatever_it_draws(work: Work) -> None:
    now = stage.Stage(KEY, honest(N).after, bytes(32))
    traces = []
    for seed in range(12):
        work.clear()
        stage.mix(now, 1, prg(f"seed {seed}"))
        traces.append([*work])
    alike(traces)


@pytest.mark.pitfall(31)
def test_a_lap_is_proved_alike_whatever_the_order(work: Work) -> None:
    points, s = card_points(FACES), FACTORS[0]
    traces = []
    for order in ORDERS:
        work.clear()
        after = laps.mix(points, s, order)
        statement = same_scalar.Statement(points, after, s * group.G)
        same_scalar.prove(statement, s, order, Transcript(PLACE), prg("prover"))
        traces.append([*work])
    alike(traces)


@pytest.mark.pitfall(31)
def test_a_masked_card_is_read_alike_whatever_its_face(work: Work) -> None:
    table, _ = shuffled()
    traces, faces = [], set()
    for card in table.slots.values():
        tokens = {player: SECRETS[player] * card.masked.C1 for player in card.players}
        work.clear()
        faces.add(card.read(tokens))
        traces.append([*work])
    assert faces == {*FACES}
    alike(traces)


@pytest.mark.pitfall(31)
def test_a_private_die_is_read_alike_whatever_it_shows(work: Work) -> None:
    faces, x = tuple(map(str, range(6))), FACTORS[0]
    points, traces = [*map(face_point, faces)], []
    for face, point in zip(faces, points, strict=True):
        masked = mask(point, x * group.G, FACTORS[1])
        die = cards.Card(masked, (0,), faces, b"", shift=2)
        token = x * masked.C1
        work.clear()
        assert die.read({0: token}) == str((int(face) + 2) % 6)
        traces.append([*work])
    alike(traces)


@pytest.mark.pitfall(31)
def test_a_locked_card_is_read_alike_whatever_its_face(work: Work) -> None:
    game, _ = locked.shuffled()
    keys = {
        mine.seed.player: mine.keys
        for mine in game.secrets.values()
        if mine is not None
    }
    traces, faces = [], set()
    for slot in range(len(game.deck.cards)):
        work.clear()
        faces.add(game.deck.unlock(slot, {p: mine[slot] for p, mine in keys.items()}))
        traces.append([*work])
    assert faces == {*locked.FACES}
    alike(traces)
