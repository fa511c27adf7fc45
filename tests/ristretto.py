"""The group, written from RFC 9496 with Python's integers and no library.

With this in the place of libsodium the second reader shares nothing with the
program, not even the group.  It is slow, and not in constant time.

Source: RFC 9496, section 4; Hisil, Wong, Carter and Dawson, "Twisted Edwards
Curves Revisited" (ASIACRYPT 2008), for the addition.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

#: Extended coordinates: X, Y, Z, T.
Point: TypeAlias = tuple[int, int, int, int]

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
SQRT_AD_MINUS_ONE = (
    25063068953384623474111414158702152701244531502492656460079210482610430750235
)
INVSQRT_A_MINUS_D = (
    54469307008909316920995813868745141605393597292927456921205312896311721017578
)
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) ** 2 % P

NEUTRAL: Point = (0, 1, 1, 0)


def is_negative(a: int) -> bool:
    return a % P % 2 == 1


def magnitude(a: int) -> int:
    return -a % P if is_negative(a) else a % P


def sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """Return whether u / v is a square, and a root of that or of SQRT_M1 times it."""
    r = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    check = v * r * r % P
    if check in (-u % P, -u * SQRT_M1 % P):
        r = r * SQRT_M1 % P
    return check in (u % P, -u % P), magnitude(r)


@lru_cache(maxsize=4096)
def decode(data: bytes) -> Point:
    """Return a point of the element, or raise ValueError."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or is_negative(s):
        raise ValueError("no canonical field element")
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-D * u1 * u1 - u2 * u2) % P
    was_square, invsqrt = sqrt_ratio(1, v * u2 * u2 % P)
    den_x = invsqrt * u2 % P
    x = magnitude(2 * s * den_x)
    y = u1 * invsqrt * den_x * v % P
    if not was_square or is_negative(x * y) or y == 0:
        raise ValueError("no element")
    return x, y, 1, x * y % P


def encode(point: Point) -> bytes:
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, invsqrt = sqrt_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = invsqrt * u1 % P, invsqrt * u2 % P
    z_inv = den1 * den2 * t % P
    den_inv = den2
    if is_negative(t * z_inv):
        x, y, den_inv = y * SQRT_M1, x * SQRT_M1, den1 * INVSQRT_A_MINUS_D
    if is_negative(x * z_inv):
        y = -y
    return magnitude(den_inv * (z - y)).to_bytes(32, "little")


def add_points(one: Point, other: Point) -> Point:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def map_to_point(t: int) -> Point:
    r = SQRT_M1 * t * t % P
    u, v = (r + 1) * ONE_MINUS_D_SQ % P, (-1 - r * D) * (r + D) % P
    was_square, s = sqrt_ratio(u, v)
    c = -1
    if not was_square:
        s, c = -magnitude(s * t), r
    n = c * (r - 1) * D_MINUS_ONE_SQ - v
    w0, w1, w2, w3 = 2 * s * v, n * SQRT_AD_MINUS_ONE, 1 - s * s, 1 + s * s
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


# What the second reader takes of the library, under the same contracts.


def is_valid(data: bytes) -> bool:
    try:
        decode(data)
    except ValueError:
        return False
    return True


def add(one: bytes, other: bytes) -> bytes:
    return encode(add_points(decode(one), decode(other)))


def subtract(one: bytes, other: bytes) -> bytes:
    x, y, z, t = decode(other)
    return encode(add_points(decode(one), (-x % P, y, z, -t % P)))


def multiply(k: bytes, element: bytes) -> bytes:
    point, total = decode(element), NEUTRAL
    for bit in bin(int.from_bytes(k, "little"))[2:]:
        total = add_points(total, total)
        if bit == "1":
            total = add_points(total, point)
    return encode(total)


def from_hash(data: bytes) -> bytes:
    halves = (
        int.from_bytes(half, "little") % 2**255 for half in (data[:32], data[32:])
    )
    return encode(add_points(*(map_to_point(half % P) for half in halves)))
