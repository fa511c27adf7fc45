"""The prime-order group every protocol here works in: ristretto255.

Written additively, in capitals for elements and small letters for scalars, as
in the papers: ``P + Q``, ``k * P``.  Decoding is where peers lie, so bytes
become a value only through ``decode``, which takes the one canonical encoding
and nothing else.  Elements that come out of the arithmetic are valid because
what went in was.

No other module touches the library underneath.  That library, libsodium
1.0.18 behind rbcl, ignores bit 255 of an element, takes a scalar modulo 2²⁵⁵,
turns an invalid summand into the identity without a word, and raises where a
product is the identity; all of it ends here.

libsodium multiplies in constant time; scalar arithmetic is Python's, which
does not.  Nothing here branches on a secret scalar, but for zero.

Source: RFC 9496; libsodium commit 8b6f5ef5 (bit 255).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha512
from importlib import import_module
from pathlib import Path

from . import workers
from .errors import InvalidEncoding

try:
    # It unpacks its library into the temporary folder, and loads it from there.
    import rbcl
except OSError as error:
    raise ImportError(
        "the library of the group can't be unpacked and loaded: TMPDIR must name a "
        "folder with 3 MB of room, from which programs may be run"
    ) from error

#: Order of the group (RFC 9496, section 4).
ORDER = 2**252 + 27742317777372353535851937790883648493

#: Something like :func:`secrets.token_bytes`; tests pass a deterministic one.
Entropy = Callable[[int], bytes]

# At every import rbcl writes its library to a new temporary file and leaves it
# there.  Once loaded, the library no longer needs it (but for Windows, where it
# cannot be removed before the program ends).
with suppress(OSError):
    Path(import_module("rbcl._sodium").lib_path).unlink()

_is_valid: Callable[[bytes], bool] = rbcl.crypto_core_ristretto255_is_valid_point
_from_hash: Callable[[bytes], bytes] = rbcl.crypto_core_ristretto255_from_hash
_add: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_add
_subtract: Callable[[bytes, bytes], bytes] = rbcl.crypto_core_ristretto255_sub
_multiply: Callable[[bytes, bytes], bytes] = rbcl.crypto_scalarmult_ristretto255
_multiply_base: Callable[[bytes], bytes] = rbcl.crypto_scalarmult_ristretto255_base

_set = object.__setattr__  # what is frozen is set once

_ZERO = bytes(32)
_BASE = bytes.fromhex(  # RFC 9496, section 4
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """An integer modulo :data:`ORDER`, perhaps a secret one: its repr is mute."""

    value: int = field(repr=False)

    # By hand, because a proof makes thousands, and this way they take 20 % less.
    def __init__(self, value: int) -> None:
        assert 0 <= value < ORDER, "a scalar out of range"
        _set(self, "value", value)

    @classmethod
    def decode(cls, data: bytes) -> Scalar:
        """Read 32 little-endian bytes.

        Raises:
          InvalidEncoding: Another length, or ORDER and above, which would give
            one scalar many encodings and one proof many copies.
        """
        value = int.from_bytes(data, "little")
        if len(data) != 32 or value >= ORDER:
            raise InvalidEncoding("not a canonical scalar")
        return cls(value)

    @classmethod
    def reduce(cls, data: bytes) -> Scalar:
        """Map 64 uniform bytes to a scalar, uniform but for 2⁻²⁵⁹."""
        if len(data) != 64:
            raise ValueError("a uniform scalar takes 64 bytes")
        return cls(int.from_bytes(data, "little") % ORDER)

    @classmethod
    def random(cls, entropy: Entropy) -> Scalar:
        return cls.reduce(entropy(64))

    def encode(self) -> bytes:
        return self.value.to_bytes(32, "little")

    def inverse(self) -> Scalar:
        """Return 1 / self; ValueError for zero."""
        return Scalar(pow(self.value, -1, ORDER))

    def __add__(self, other: Scalar) -> Scalar:
        return Scalar((self.value + other.value) % ORDER)

    def __sub__(self, other: Scalar) -> Scalar:
        return Scalar((self.value - other.value) % ORDER)

    def __neg__(self) -> Scalar:
        return Scalar(-self.value % ORDER)

    def __mul__(self, other: Scalar) -> Scalar:
        if type(other) is not Scalar:  # Element.__rmul__ knows what to do
            return NotImplemented
        return Scalar(self.value * other.value % ORDER)


@dataclass(frozen=True, slots=True)
class Element:
    """A group element, kept as its canonical 32 bytes.

    Call :meth:`decode`, never the constructor, which checks nothing.
    """

    data: bytes

    @classmethod
    def decode(cls, data: bytes, *, identity: bool = False) -> Element:
        """Read 32 bytes; the identity only where ``identity`` says so.

        Raises:
          InvalidEncoding: Not the canonical encoding of an element.

        Cost: 4 µs, a tenth of a scalar multiplication.
        """
        # libsodium 1.0.18 ignores the top bit, so every element had an alias.
        if len(data) != 32 or data[31] > 0x7F or not _is_valid(data):
            raise InvalidEncoding("not a canonical group element")
        if data == _ZERO and not identity:
            raise InvalidEncoding("the identity is not allowed here")
        return cls(data)

    @classmethod
    def derive(cls, data: bytes) -> Element:
        """Map 64 uniform bytes to a uniform element of unknown logarithm.

        Source: RFC 9496, section 4.3.4.
        """
        if len(data) != 64:
            raise ValueError("a uniform element takes 64 bytes")
        return cls(_from_hash(data))

    @property
    def is_identity(self) -> bool:
        return self.data == _ZERO

    def encode(self) -> bytes:
        return self.data

    def __add__(self, other: Element) -> Element:
        data = _add(self.data, other.data)
        if data == _ZERO:
            _refuse_invalid(self, other)
        return Element(data)

    def __sub__(self, other: Element) -> Element:
        data = _subtract(self.data, other.data)
        if data == _ZERO:
            _refuse_invalid(self, other)
        return Element(data)

    def __neg__(self) -> Element:
        return IDENTITY - self

    def __rmul__(self, k: Scalar) -> Element:
        try:
            if self.data == _BASE:
                return Element(_multiply_base(k.encode()))
            return Element(_multiply(k.encode(), self.data))
        except RuntimeError:  # libsodium's answer when the product is the identity
            _refuse_invalid(self)
            if k.value != 0 and not self.is_identity:
                raise
            return IDENTITY


def _refuse_invalid(*elements: Element) -> None:
    # The identity is also libsodium's answer to an operand that is no element.
    for element in elements:
        if not _is_valid(element.data):
            raise RuntimeError("an element was made without Element.decode")


IDENTITY = Element(_ZERO)
G = Element(_BASE)


def multiply_sum(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """Return ``scalars[0] * elements[0] + …``; the identity if there are none.

    A long sum is cut among the :mod:`p2pgame.protocols.arithmetic.workers`, if any are
    lent.

    Raises:
      ValueError: Not as many scalars as elements.

    Cost: 1 multiplication and 1 addition for each pair.
    """
    pairs = [*zip(scalars, elements, strict=True)]
    first, *rest = workers.pieces(_sum, pairs)
    return sum(rest, start=first)


def _sum(pairs: Sequence[tuple[Scalar, Element]]) -> Element:
    # In bytes: an object for each product and each sum would cost 3 % more.
    total = _ZERO
    for k, P in pairs:
        if k.value == 0 or P.data == _ZERO:
            continue
        factor = k.encode()
        base = P.data == _BASE
        term = _multiply_base(factor) if base else _multiply(factor, P.data)
        total = term if total == _ZERO else _add(total, term)
    return Element(total)


def hash_to_group(label: bytes, data: bytes) -> Element:
    """Return an element whose discrete logarithm no one knows.

    ``label`` says what the element is for; another label, another element.
    """
    length = len(label).to_bytes(8, "little")
    message = b"p2pgame v1 hash to group" + length + label + data
    return Element.derive(sha512(message).digest())


def _self_test() -> None:
    """Refuse to run on a library that breaks this module's promises."""
    for promise, kept in _promises():
        if not kept:
            raise ImportError(f"the ristretto255 library no longer {promise}")


def _promises() -> Iterator[tuple[str, bool]]:
    # Source of the values: RFC 9496, appendix A.
    two = bytes.fromhex(
        "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"
    )
    three = bytes.fromhex(
        "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259"
    )
    not_square = bytes.fromhex(
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371"
    )
    coffee = b"Ristretto is traditionally a short shot of espresso coffee"
    derived = bytes.fromhex(
        "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    )
    k = Scalar(2).encode()
    alias = _BASE[:31] + bytes([_BASE[31] | 0x80])
    yield "knows an element", _is_valid(three)
    yield "refuses what is no element", not _is_valid(not_square)
    yield "refuses an alias with bit 255 set", _is_refused(alias)
    yield "multiplies the base", _multiply_base(k) == two
    yield "multiplies", _multiply(k, _BASE) == two
    yield "adds", _add(_BASE, two) == three
    yield "subtracts", _subtract(three, two) == _BASE
    yield "derives an element", _from_hash(sha512(coffee).digest()) == derived
    yield "multiplies by zero", Scalar(0) * Element(two) == Scalar(0) * G == IDENTITY


def _is_refused(data: bytes) -> bool:
    try:
        Element.decode(data)
    except InvalidEncoding:
        return True
    return False


_self_test()
