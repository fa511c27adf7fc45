"""Step 10, tokens: the rounds of a Deal or an Open, and who stands in for the gone."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Slots
from .errors import Unfinished, blaming, demand
from .group import Element, Reader, combine
from .hearing import Hearing
from .keys import Keys
from .proofs import Transcript, lagrange, same_factors


def agree(hearing: Hearing, loses: bool) -> None:
    """Hear the round in which three or more sign the history before they show cards."""
    if len(hearing.there) < 3:
        return
    for said in hearing.hear(hearing.there, loses).values():
        with blaming(said.author):
            demand(not said.message, "an agreement says something", "encoding")


def tokens(
    hearing: Hearing, owed: dict[int, list[int]], keys: Keys, slots: Slots, quorum: int
) -> None:
    """Hear those who owe tokens, and those who stand in for the gone among them."""
    if not owed:
        return
    agree(hearing, loses=True)
    here = [seat for seat in owed if seat in hearing.there]
    for seat, said in hearing.hear(here, loses=True).items():
        with blaming(said.author):
            shown = _read(
                hearing, seat, seat, keys.shares[seat], owed[seat], slots, said.message
            )
        for slot, token in zip(owed[seat], shown, strict=True):
            slots[slot].tokens[seat] = token
    gone = sorted(
        s for s in owed if any(s not in slots[slot].tokens for slot in owed[s])
    )
    if gone:
        _stand_in(hearing, gone, owed, keys, slots, quorum)


def _read(
    hearing: Hearing, seat: int, owner: int, A: Element, owed: Sequence[int],
    slots: Slots, message: bytes,
) -> list[Element]:  # fmt: skip
    reader = Reader(message, len(owed) + 3)
    shown = reader.elements(len(owed))
    S, c, z = reader.element(), reader.scalar(), reader.scalar()
    t = Transcript("reveal tokens")
    t.append(
        "occasion", hearing.turn, seat, owner, owed, [slots[s].origin for s in owed]
    )
    pairs = [(slots[s].halves[0], token) for s, token in zip(owed, shown, strict=True)]
    same_factors(t, A, pairs, S, c, z)
    return shown


def _stand_in(
    hearing: Hearing, gone: Sequence[int], owed: dict[int, list[int]], keys: Keys,
    slots: Slots, quorum: int,
) -> None:  # fmt: skip
    parts: dict[int, dict[int, list[Element]]] = {owner: {} for owner in gone}
    demand(bool(keys.commitments), "nobody can stand in for those who have gone")
    heard = hearing.hear(hearing.there, loses=True)
    if len(heard) < quorum:
        raise Unfinished("too few are left to open cards")
    for seat, said in heard.items():
        with blaming(said.author):
            sizes = [32 * (len(owed[owner]) + 3) for owner in gone]
            demand(len(said.message) == sum(sizes), "a stand-in's length", "encoding")
            at = 0
            for owner, size in zip(gone, sizes, strict=True):
                part, at = said.message[at : at + size], at + size
                A = keys.share_key(seat, owner)
                parts[owner][seat] = _read(
                    hearing, seat, owner, A, owed[owner], slots, part
                )
    places = sorted(heard)[:quorum]
    weights = lagrange(places)
    for owner in gone:
        for number, slot in enumerate(owed[owner]):
            shown = [parts[owner][place][number] for place in places]
            slots[slot].tokens[owner] = combine(weights, shown)
