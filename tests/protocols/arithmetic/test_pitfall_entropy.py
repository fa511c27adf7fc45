"""Where randomness comes from, and that every bit of a challenge counts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from p2pgame.protocols.arithmetic import equations, group
from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import ORDER, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import dleq
from tests.protocols.proofs.verified import CASES
from tests.protocols.truths import BATCH, SHUFFLED, x

PROTOCOLS = sorted((Path(__file__).parents[3] / "protocols").rglob("*.py"))

#: Whoever draws anything but nonces hashed from statement, secret and fresh bytes.
#: Nonces are what a repetition gives secrets away by; none of these is one.
DRAWS = {
    "coin.flip": "a throw, which is shown in the end",
    "group.Scalar.random": "for those below",
    "laps.Seed.draw": "a seed, hashed with the history",
    "laps.Seed.keys": "from the seed and the history",
    "laps.Seed.mixing": "from the seed and the history",
    "permutation._below": "for those who draw an order",
    "placing.roll": "the player's own part of a die",
    "sealed.open_ahead": "shows what hid a move",
    "sealed.seal": "hides a move, and is shown in the end",
    "sealed.seal_ahead": "hides a move, and is shown in the end",
    "sealed.unseal": "the same again, to find the move that it hides",
    "stage._hedged": "hashed with the history",
    "transcript.Transcript.nonces": "hashed with history and secret",
    "witness.draw": "an order and masks, from _hedged",
}


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield every function of the protocols, by module and name."""
    for path in PROTOCOLS:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for function in inside:
                if isinstance(function, ast.FunctionDef):
                    yield f"{path.stem}.{owner}{function.name}", function


def called(function: ast.FunctionDef) -> set[str]:
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return {ast.unparse(call.func) for call in calls}


@pytest.mark.pitfall(18)
def test_what_is_drawn_and_no_nonce_is_known_by_name() -> None:
    drawing = {
        name
        for name, function in functions()
        if called(function) & {"entropy", "Scalar.random", "permutation"}
    }
    assert drawing == DRAWS.keys()


@pytest.mark.pitfall(19)
def test_scalars_are_made_of_bytes_in_two_ways_only() -> None:
    """Reading one, which must be canonical, and reducing 64 bytes."""
    made = {
        name
        for name, function in functions()
        if "int.from_bytes" in called(function) and name.startswith("group.")
    }
    assert made == {"group.Scalar.decode", "group.Scalar.reduce"}
    numbers = {
        name: function
        for name, function in functions()
        if "int.from_bytes" in called(function) and not name.startswith("group.")
    }
    for name, function in numbers.items():
        assert not called(function) & {"Scalar", "cls", "group.Scalar"}, name


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], list[bytes]]:
    """Return what flips one bit of the nth challenge from now on, and notes them."""
    honest = Transcript.challenge

    def turn(number: int, bit: int) -> list[bytes]:
        asked, left = list[bytes](), count()

        def challenge(self: Transcript, label: bytes) -> Scalar:
            value = honest(self, label).value
            asked.append(label)
            if next(left) == number:
                value = (value ^ (1 << bit)) % ORDER
            return Scalar(value)

        monkeypatch.setattr(Transcript, "challenge", challenge)
        return asked

    return turn


PROOFS = [name for name, case in CASES.items() if "place" in case.given]


@pytest.mark.pitfall(19)
@pytest.mark.parametrize("name", PROOFS)
@pytest.mark.parametrize("bit", [0, 127, 251])
def test_every_bit_of_every_challenge_counts(
    turned: Callable[[int, int], list[bytes]], name: str, bit: int
) -> None:
    """A true proof is refused if but one bit of the verifier's challenge differs."""
    case, tried = CASES[name], 0
    for number in count():
        asked = turned(number, bit)
        refused = False
        try:
            case.verify(**case.given)
        except ProtocolError:
            refused = True
        if number >= len(asked):
            assert not refused
            break
        if asked[number] in {b"weight of an equation", b"weights"}:
            continue  # a true equation is true whatever it is multiplied by
        tried += 1
        assert refused, f"{name} does without a bit of {asked[number]!r}"
    assert tried


def wide(weights: list[Scalar]) -> None:
    """Check that each value has the whole range, and no two are the same."""
    assert len({*weights}) == len(weights) >= 64
    tops = {weight.value >> 248 for weight in weights}
    lows = {weight.value & 15 for weight in weights}
    assert tops == lows == {*range(16)}


@pytest.mark.pitfall(19)
@pytest.mark.pitfall(27)
def test_the_weights_of_a_batch_have_the_whole_range() -> None:
    batch = dleq.Batch(BATCH.A, BATCH.pairs * 60)
    wide(dleq._weights(batch, Transcript(b"weights")))


@pytest.mark.pitfall(19)
@pytest.mark.pitfall(27)
def test_the_weight_of_equations_has_the_whole_range() -> None:
    terms = [[(x, G), (Scalar(1), -x * G)]]
    wide([equations.check(terms, Transcript(b"%d" % i)).weight for i in range(180)])


@pytest.mark.pitfall(19)
@pytest.mark.pitfall(27)
def test_the_weights_that_stand_in_a_check_are_those_that_were_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the curve is asked to multiply by is as wide as what was hashed."""
    factors: list[Scalar] = []
    multiply_sum = group.multiply_sum

    def note(scalars: list[Scalar], elements: list[group.Element]) -> group.Element:
        factors.extend(scalars)
        return multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", note)
    batch = dleq.Batch(BATCH.A, tuple((k * G, (x * k) * G) for k in ks(90)))
    proof = dleq.prove_batch(batch, x, Transcript(b"p"), bytes)
    dleq.verify_batch(batch, proof, Transcript(b"p"))
    wide(factors)
    factors.clear()
    for _ in range(4):
        SHUFFLED.verify()
    assert max(factor.value for factor in factors) >> 251


def ks(n: int) -> list[Scalar]:
    return [Scalar(2**100 + i) for i in range(n)]
