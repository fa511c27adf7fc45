"""A verifier of transcript files, written from docs/wire.md alone, by its steps.

It shares no code with the program, and is what to read for somebody who writes a
verifier: each module is a step of the page, or a part of one.

    container, cbor, entries, signatures     1 to 3    the file, and who signed what
    payloads, graph, lobby                   4 to 6    before the game
    states, turns, feeds, hearing, table     7, 8      turns and their answers
    moves, sealed, beacon                    9         turns in the open
    proofs, keys, shuffle, cards, reveal     10        masked cards
    placing, commutative, audit, room        10        other hidden things
    absence, end, trace                      11, 12    who has gone, and the result
"""

from __future__ import annotations

from .errors import Refused, Unfinished, Unknown
from .reading import Result, judge, verify

__all__ = ["Refused", "Result", "Unfinished", "Unknown", "judge", "verify"]
