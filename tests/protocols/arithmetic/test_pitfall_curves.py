"""No card is a point of a curve with a cofactor, and what one would show there."""

from __future__ import annotations

import ast
from hashlib import sha512
from pathlib import Path

import pytest
from nacl import bindings as sodium

from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.arithmetic.group import Element, G
from tests.sources import MODULES, read

#: The only question about points of Ed25519 that is asked: may this be a key?
ALLOWED = "crypto_core_ed25519_is_valid_point"
#: The beginnings of names under which libsodium computes in that group.
RAW = ("crypto_core_ed25519", "crypto_scalarmult_ed25519")

#: A point of order 8: whoever adds it to a point marks it.
TORSION = bytes.fromhex(
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
)


def raw(text: str) -> set[str]:
    """Return what a module names of the functions that compute in that group."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                names.add(name.rpartition(".")[2])
            case ast.Constant(value=str() as text) if text.isidentifier():
                names.add(text)  # for getattr
    return {name for name in names if name.startswith(RAW)}


@pytest.mark.pitfall(13)
def test_nothing_computes_with_points_of_ed25519() -> None:
    found = {
        path: names
        for path in MODULES
        if any(start in read(path) for start in RAW) and (names := raw(read(path)))
    }
    assert found == {Path("p2pgame/log/keys.py"): {ALLOWED}}
    assert raw("from nacl.bindings import crypto_core_ed25519_add")
    assert raw("getattr(sodium, 'crypto_scalarmult_ed25519')")


def multiply(k: int, point: bytes) -> bytes:
    """Return ``k * point`` on the whole curve, by doubling and adding."""
    total = (1).to_bytes(32, "little")
    for bit in bin(k)[2:]:
        total = sodium.crypto_core_ed25519_add(total, total)
        if bit == "1":
            total = sodium.crypto_core_ed25519_add(total, point)
    return total


@pytest.mark.pitfall(13)
def test_a_point_of_ed25519_would_keep_a_mark_through_every_lock() -> None:
    """``k*(P + T) - k*P`` is one of eight points, and with odd locks never 0."""
    card = sodium.crypto_scalarmult_ed25519_base_noclamp((7).to_bytes(32, "little"))
    marked = sodium.crypto_core_ed25519_add(card, TORSION)
    eight = {multiply(i, TORSION) for i in range(8)}
    assert len(eight) == 8
    for i in range(3):
        lock = int.from_bytes(sha512(b"%d" % i).digest()[:31], "little") | 1
        card, marked = multiply(lock, card), multiply(lock, marked)
        mark = sodium.crypto_core_ed25519_sub(marked, card)
        assert mark in eight - {multiply(0, TORSION)}


@pytest.mark.pitfall(13)
def test_a_mark_of_small_order_gets_through_no_door_here() -> None:
    with pytest.raises(InvalidEncoding):
        Element.decode(TORSION, identity=True)
    marked = sodium.crypto_core_ed25519_add(
        sodium.crypto_scalarmult_ed25519_base_noclamp((7).to_bytes(32, "little")),
        TORSION,
    )
    with pytest.raises(InvalidEncoding):
        Element.decode(marked)
    Element.decode(G.encode())
