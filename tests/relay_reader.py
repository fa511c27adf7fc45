"""A second reader of what peers and relays say, written from the page of the protocol.

It shares no code with the program: what both read alike, the page says.
"""

from __future__ import annotations

from tests.wire_values import Bytes, Malformed, need

#: A message is its kind and its fields, in the page's order.
Fields = tuple[int | bytes | str, ...]

#: The page, a letter for each field: t topic, k key, g signature, n nonce, w answer,
#: numbers by their bytes, s text,
#: v versions, c 0 or 1, h tag; and what goes on to the end: f frame, b body.
FROM_PEER = {
    **{1: "t8", 2: "t", 3: "kg", 4: "t4f", 5: "w", 6: "2", 7: "4", 8: "4b"},
    **{9: "44b", 10: "vh"},
}
FROM_RELAY = {
    **{65: "vnc181ss", 66: "t8f", 67: "t88", 68: "t48", 69: "42", 70: "4"},
    **{71: "44b", 72: "4b", 73: "42"},
}
FRAMES = (256, 1024, 4096, 16384, 65536, 262144)
SIZES = {"t": 16, "k": 32, "g": 64, "n": 16, "w": 8, "h": 32}
BODY = 4096
TEXT = 512
VERSION = 2


def read(data: bytes, kinds: dict[int, str]) -> Fields:
    """Return kind and fields of a message.

    Raises:
      Malformed: The page does not allow it.
    """
    rest = Bytes(data)
    kind = rest.number(1)
    need(kind in kinds, "kind")
    if kind == 65 and len(data) > 2 and not data[1] <= VERSION <= data[2]:
        # Of a relay of other versions only these and the nonce are read.
        return kind, _field(rest, "v"), _field(rest, "n")
    fields = tuple(_field(rest, letter) for letter in kinds[kind])
    rest.end()
    return kind, *fields


def _field(rest: Bytes, letter: str) -> int | bytes | str:
    if letter.isdigit():
        return rest.number(int(letter))
    if letter in SIZES:
        return rest.take(SIZES[letter])
    if letter == "v":
        need(len(rest.rest) > 1 and 0 < rest.rest[0] <= rest.rest[1], "versions")
        return rest.take(2)
    if letter == "c":
        need(rest.rest[:1] in (b"\0", b"\1"), "closed or open")
        return rest.number(1)
    if letter == "s":
        return _text(rest)
    size = len(rest.rest)
    need(size in FRAMES if letter == "f" else size <= BODY, "length")
    return rest.take(size)


def _text(rest: Bytes) -> str:
    size = rest.number(2)
    need(size <= TEXT, "length")
    try:
        return rest.take(size).decode("utf-8", "strict")
    except UnicodeDecodeError:
        raise Malformed("text") from None
