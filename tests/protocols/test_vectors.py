"""Our vectors, and the RFC's group, against implementations that share nothing.

The program and a second reader, written from the documents, work out the same
bytes; and they do so again with a group that is Python's integers and no library.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from hashlib import sha512
from pathlib import Path

import pytest

from p2pgame.protocols.arithmetic.group import ORDER, Element, Entropy, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from tests import ristretto, second_vectors, vectors, wire_group
from tests.second_inputs import Inputs, shown
from tests.wire_values import Malformed, Value

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "vectors.md").read_text("utf-8")
FILES = sorted(path.stem for path in vectors.FOLDER.iterdir())
SECOND = (
    "second_*.py",
    "wire_group.py",
    "wire_proofs.py",
    "wire_sealed.py",
    "wire_shuffles.py",
    "wire_values.py",
    "ristretto.py",
)
LIBRARIES = {
    *("__future__", "collections", "dataclasses", "functools", "hashlib"),
    *("itertools", "types", "typing", "rbcl"),
}

each_file = pytest.mark.parametrize("name", FILES)


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the second reader the group of tests/ristretto.py."""
    for name, function in {
        "_is_valid": ristretto.is_valid,
        "_add": ristretto.add,
        "_subtract": ristretto.subtract,
        "_multiply": ristretto.multiply,
        "_map": ristretto.from_hash,
    }.items():
        monkeypatch.setattr(wire_group, name, function)


def read(name: str) -> dict[str, Value]:
    whole = json.loads((vectors.FOLDER / f"{name}.json").read_text("utf-8"))
    assert isinstance(whole, dict)
    assert [*whole] == ["about", "inputs", "values"]
    return whole


def test_every_vector_has_a_file_and_every_file_a_vector() -> None:
    assert FILES == sorted(vectors.VECTORS) == sorted(second_vectors.FILES)
    assert len(FILES) == 13


@each_file
def test_the_program_says_a_file_again_byte_for_byte(name: str) -> None:
    assert (vectors.FOLDER / f"{name}.json").read_text("utf-8") == vectors.made(name)


@each_file
@pytest.mark.usefixtures("no_library")
def test_a_second_implementation_without_a_library_works_out_the_same(
    name: str,
) -> None:
    whole = read(name)
    found = second_vectors.FILES[name](Inputs(whole["inputs"]))
    assert shown(found) == whole["values"]


def test_the_second_implementation_has_nothing_of_the_program() -> None:
    modules = [path for pattern in SECOND for path in (ROOT / "tests").glob(pattern)]
    assert len(modules) == 11
    ours = tuple(f"tests.{name}" for name in ("second_", "wire_", "ristretto"))
    for path in modules:
        for module in imported(path):
            assert module.split(".")[0] in LIBRARIES or module.startswith(ours)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module="tests", names=names):
                yield from (f"tests.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str() as module):
                yield module


@each_file
def test_the_page_has_every_name_of_a_file(name: str) -> None:
    assert f"## {name}\n" in PAGE
    section = PAGE.split(f"## {name}\n")[1].split("\n## ")[0]
    common = PAGE.split("## Names")[1].split("\n## ")[0]
    whole = read(name)
    for field in {*names(whole["inputs"]), *names(whole["values"])}:
        assert f"`{field}`" in section + common, field


def names(value: Value) -> Iterator[str]:
    match value:
        case dict():
            for name, one in value.items():
                yield name
                yield from names(one)
        case list():
            for one in value:
                yield from names(one)


@each_file
def test_no_file_has_a_number_that_floats_may_lose(name: str) -> None:
    assert all(abs(number) < 2**53 for number in numbers(read(name)))


def numbers(value: Value) -> Iterator[int]:
    match value:
        case dict():
            for one in value.values():
                yield from numbers(one)
        case list():
            for one in value:
                yield from numbers(one)
        case int():
            yield value


@each_file
def test_a_file_that_says_anything_else_is_noticed(name: str) -> None:
    whole = read(name)
    for place in places(whole["values"]):
        said = json.loads(json.dumps(whole["values"]))
        change(said, place)
        assert [*vectors.differences(said, whole["values"])]
        assert [*vectors.differences(whole["values"], said)]


def places(value: Value, *above: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value that is no list or object."""
    match value:
        case dict():
            for name, one in value.items():
                yield from places(one, *above, name)
        case list():
            for i, one in enumerate(value):
                yield from places(one, *above, i)
        case _:
            yield above


def change(value: Value, place: tuple[str | int, ...]) -> None:
    *above, last = place
    for step in above:
        value = inside(value, step)
    old = inside(value, last)
    new: Value = old + 1 if isinstance(old, int) else [old]
    match value, last:
        case dict(), str():
            value[last] = new
        case list(), int():
            value[last] = new


def inside(value: Value, step: str | int) -> Value:
    match value, step:
        case dict(), str():
            return value[step]
        case list(), int():
            return value[step]
    raise AssertionError(step)


def test_a_program_that_hashes_something_else_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    append = Transcript.append

    def forgetful(self: Transcript, label: bytes, *items: Item) -> None:
        append(self, label, *(() if label == b"dleq response" else items))

    monkeypatch.setattr(Transcript, "append", forgetful)
    with pytest.raises(ValueError, match="drawn"):
        vectors.made("dleq_batch")


def test_a_prover_that_draws_other_nonces_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nonces = Transcript.nonces

    def late(self: Transcript, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
        entropy(1)
        return nonces(self, secret, entropy)

    monkeypatch.setattr(Transcript, "nonces", late)
    for name in ("ownership", "shuffle", "membership", "non_membership", "laps"):
        with pytest.raises(ValueError, match="drawn"):
            vectors.made(name)


def test_a_witness_that_is_false_makes_no_vector() -> None:
    inputs = read("membership")["inputs"]
    assert isinstance(inputs, dict)
    with pytest.raises(Malformed):
        second_vectors.membership(Inputs({**inputs, "places": [0, 0]}))


def test_a_card_that_is_refused_makes_no_vector() -> None:
    inputs, faces = read("non_membership")["inputs"], read("membership")["inputs"]
    assert isinstance(inputs, dict)
    assert isinstance(faces, dict)
    cards = {"cards": faces["cards"], "secret": faces["secret"]}
    with pytest.raises(Malformed, match="holds one"):
        second_vectors.non_membership(Inputs({**inputs, **cards}))


# The group of the second reader


@pytest.mark.parametrize("k", [1, 2, 3, 15, 2**251 + 12345, ORDER - 1])
def test_both_groups_multiply_add_and_subtract_alike(k: int) -> None:
    P = Element.derive(sha512(b"P").digest())
    one, other = (Scalar(k) * G).encode(), P.encode()
    assert ristretto.multiply(k.to_bytes(32, "little"), G.encode()) == one
    assert ristretto.add(one, other) == (Element(one) + P).encode()
    assert ristretto.subtract(one, other) == (Element(one) - P).encode()
    assert ristretto.subtract(one, one) == bytes(32)
