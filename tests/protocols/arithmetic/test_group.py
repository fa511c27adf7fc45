from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha512, shake_256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import rbcl
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic import group
from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)

ROOT = Path(__file__).parents[3]
PROTOCOLS = sorted((ROOT / "protocols").rglob("*.py"))

scalars = st.integers(0, ORDER - 1).map(Scalar)
elements = st.binary(min_size=64, max_size=64).map(Element.derive)

P, Q = Scalar(2) * G, hash_to_group(b"test", b"Q")
ZERO, ONE = Scalar(0), Scalar(1)


@given(scalars, scalars)
def test_scalars_compute_modulo_the_order(k: Scalar, l: Scalar) -> None:
    assert (k + l).value == (k.value + l.value) % ORDER
    assert (k - l).value == (k.value - l.value) % ORDER
    assert (k * l).value == k.value * l.value % ORDER
    assert -k + k == ZERO


@given(scalars)
def test_a_scalar_times_its_inverse_is_one(k: Scalar) -> None:
    if k == ZERO:
        with pytest.raises(ValueError):
            k.inverse()
    else:
        assert k * k.inverse() == ONE


@given(scalars)
def test_a_scalar_survives_the_wire(k: Scalar) -> None:
    assert Scalar.decode(k.encode()) == k


@pytest.mark.parametrize("value", [-1, ORDER])
def test_a_scalar_out_of_range_cannot_be_made(value: int) -> None:
    with pytest.raises(AssertionError):
        Scalar(value)


def test_a_scalar_does_not_show_itself() -> None:
    assert "12345" not in f"{Scalar(12345)} {Scalar(12345)!r}"


@pytest.mark.pitfall(19)
def test_a_random_scalar_comes_from_twice_the_bytes_it_needs() -> None:
    data = shake_256(b"entropy").digest(64)
    wide = int.from_bytes(data, "little") % ORDER
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return data

    assert Scalar.random(entropy) == Scalar(wide)
    assert asked == [64]


@pytest.mark.pitfall(19)
@pytest.mark.parametrize("size", [0, 32, 63, 65])
def test_fewer_or_more_uniform_bytes_make_neither_scalar_nor_element(size: int) -> None:
    with pytest.raises(ValueError):
        Scalar.reduce(bytes(size))
    with pytest.raises(ValueError):
        Element.derive(bytes(size))


@given(scalars, scalars, elements)
def test_the_group_is_a_module_over_the_scalars(
    k: Scalar, l: Scalar, R: Element
) -> None:
    assert k * R + l * R == (k + l) * R
    assert k * R - l * R == (k - l) * R
    assert k * (l * R) == (k * l) * R
    assert k * (R + G) == k * R + k * G
    assert -(k * R) == -k * R


@given(elements, elements, elements)
def test_addition_is_that_of_a_commutative_group(
    R: Element, S: Element, T: Element
) -> None:
    assert R + S == S + R
    assert (R + S) + T == R + (S + T)
    assert R - S == R + -S


@given(elements)
def test_an_element_survives_the_wire(R: Element) -> None:
    assert Element.decode(R.encode(), identity=R.is_identity) == R


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("R", [G, P, Q], ids=["base", "multiple", "hashed"])
def test_the_identity_is_an_operand_like_any_other(R: Element) -> None:
    assert R + IDENTITY == IDENTITY + R == R - IDENTITY == R
    assert IDENTITY - R == -R
    assert R - R == R + -R == ZERO * R == IDENTITY
    assert (R - R).is_identity
    assert not R.is_identity
    assert Scalar(ORDER - 1) * R == -R


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("k", [ZERO, ONE, Scalar(ORDER - 1)])
def test_every_multiple_of_the_identity_is_the_identity(k: Scalar) -> None:
    assert k * IDENTITY == IDENTITY
    assert -IDENTITY == IDENTITY + IDENTITY == IDENTITY - IDENTITY == IDENTITY


def test_the_base_has_one_multiple_however_it_is_reached() -> None:
    k = Scalar(2**200 + 1)
    assert k * G == k * Element.decode(G.encode()) == k * ONE.inverse() * G
    assert (k * Scalar(2).inverse()) * P == k * G


@given(st.lists(st.tuples(scalars, elements), max_size=5))
def test_a_sum_is_what_its_terms_add_up_to(terms: list[tuple[Scalar, Element]]) -> None:
    expected = IDENTITY
    for k, R in terms:
        expected += k * R
    ks, Rs = [k for k, _ in terms], [R for _, R in terms]
    assert multiply_sum(ks, Rs) == expected


@pytest.mark.pitfall(12)
@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([], IDENTITY),
        ([(ZERO, P)], IDENTITY),
        ([(ONE, IDENTITY)], IDENTITY),
        ([(ZERO, P), (ONE, Q)], Q),
        ([(ONE, Q), (ONE, IDENTITY), (ZERO, P)], Q),
        ([(ONE, P), (-ONE, P)], IDENTITY),
        ([(ONE, P), (-ONE, P), (ONE, Q)], Q),
    ],
)
def test_a_sum_skips_what_adds_nothing(
    terms: list[tuple[Scalar, Element]], expected: Element
) -> None:
    assert multiply_sum([k for k, _ in terms], [R for _, R in terms]) == expected


@pytest.mark.parametrize("lengths", [(1, 2), (2, 1), (0, 1)])
def test_a_sum_wants_as_many_scalars_as_elements(lengths: tuple[int, int]) -> None:
    with pytest.raises(ValueError):
        multiply_sum([ONE] * lengths[0], [P] * lengths[1])


def test_hashing_to_the_group_is_framed_and_domain_separated() -> None:
    framed = b"p2pgame v1 hash to group" + (4).to_bytes(8, "little") + b"testQ"
    assert Element.derive(sha512(framed).digest()) == Q


@pytest.mark.pitfall(21)
def test_hashing_to_the_group_keeps_label_and_data_apart() -> None:
    hashed = {hash_to_group(b"abc"[:i], b"abc"[i:]) for i in range(4)}
    assert len(hashed) == 4


@pytest.mark.pitfall(15)
def test_hashed_elements_have_no_small_relation() -> None:
    hashed = [hash_to_group(b"card", bytes([i])) for i in range(8)]
    multiples = {Scalar(k) * R for R in [G, *hashed] for k in range(2, 9)}
    assert multiples.isdisjoint(hashed)
    assert len({*hashed}) == 8


def wrong(*_: bytes) -> bytes:
    return bytes(32)


@pytest.mark.parametrize(
    ("name", "replacement", "promise"),
    [
        ("_multiply_base", wrong, "multiplies the base"),
        ("_multiply", wrong, "multiplies"),
        ("_add", wrong, "adds"),
        ("_subtract", wrong, "subtracts"),
        ("_from_hash", wrong, "derives an element"),
        ("_is_valid", lambda data: False, "knows an element"),
        ("_is_valid", lambda data: True, "refuses what is no element"),
    ],
)
def test_a_library_that_misbehaves_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    replacement: Callable[..., object],
    promise: str,
) -> None:
    group._self_test()
    monkeypatch.setattr(group, name, replacement)
    with pytest.raises(ImportError, match=f"no longer {promise}$"):
        group._self_test()


def test_the_library_is_tried_on_import(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_from_file_location(
        "p2pgame.protocols.arithmetic.group_again", group.__file__
    )
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look their module up while they are made.
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(rbcl, "crypto_core_ristretto255_add", wrong)
    with pytest.raises(ImportError, match="no longer adds"):
        spec.loader.exec_module(module)


@pytest.mark.pitfall(10)
def test_a_product_that_fails_is_not_taken_for_the_identity(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(k: bytes, R: bytes) -> bytes:
        raise RuntimeError("no reason given")

    monkeypatch.setattr(group, "_multiply", fail)
    assert ZERO * Q == ONE * IDENTITY == IDENTITY
    with pytest.raises(RuntimeError, match="no reason given"):
        ONE * Q


@pytest.mark.attack(18)
@pytest.mark.pitfall(9)
def test_a_door_that_lets_an_alias_in_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Element, "decode", Element)
    with pytest.raises(ImportError, match="bit 255"):
        group._self_test()


def names(path: Path) -> set[str]:
    """Every name, attribute and import in a source file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Import(names=aliases):
                found |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=module, names=aliases):
                found |= {module or "", *(alias.name for alias in aliases)}
    return found


@pytest.mark.pitfall(13)
@pytest.mark.parametrize("path", PROTOCOLS, ids=lambda path: path.stem)
def test_only_the_group_touches_a_curve_library(path: Path) -> None:
    libraries = {name for name in names(path) if "rbcl" in name or "nacl" in name}
    assert libraries == ({"rbcl"} if path.stem == "group" else set())


@pytest.mark.pitfall(13)
@pytest.mark.parametrize("path", PROTOCOLS, ids=lambda path: path.stem)
def test_no_protocol_computes_in_a_group_with_a_cofactor(path: Path) -> None:
    assert not [name for name in names(path) if "25519" in name]


@pytest.mark.pitfall(10)
@pytest.mark.parametrize("path", PROTOCOLS, ids=lambda path: path.stem)
def test_only_the_group_makes_elements_without_decoding(path: Path) -> None:
    if path.stem == "group":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="Element")):
                pytest.fail(f"{path.name}:{node.lineno} calls Element(…)")


# Encodings of the points of small order on edwards25519, with both signs: adding
# one of them to a card would mark it.  RFC 8032 arithmetic; see also ed25519-speccheck.
SMALL_ORDER = """
    0100000000000000000000000000000000000000000000000000000000000000
    ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
    0000000000000000000000000000000000000000000000000000000000000080
    26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05
    26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85
    c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a
    c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa
"""


@pytest.mark.pitfall(13)
@pytest.mark.parametrize("point", SMALL_ORDER.split())
def test_a_point_of_small_order_is_no_element(point: str) -> None:
    with pytest.raises(InvalidEncoding):
        Element.decode(bytes.fromhex(point), identity=True)


@pytest.mark.attack(73)
def test_the_library_leaves_no_file_behind(tmp_path: Path) -> None:
    code = "import p2pgame.protocols.arithmetic.group"
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, timeout=60
    )
    assert list(tmp_path.iterdir()) == []
