"""This module tests three promises of :mod:`.conformance`: a game keeps its secrets.

An all-knowing dealer plays beside the peers of a real table, each of which knows
only its own part. A peer's view must equal what the game's zones let its seat see
of everything. If only facts hidden from a seat differ, its view must not differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from p2pgame.engine import (
    EMPTY,
    IllegalMove,
    Place,
    Roll,
    Shuffle,
    Turn,
    advance,
    digest,
    sanitise,
    start,
    view,
)

from .case import Case
from .chance import Chance
from .dealer import Dealer, Faces, Untrue
from .playout import Playout, follow

#: The most other secrets tried until some agree with all cards opened and proved.
TRIES = 8


def keeps_every_component(case: Case) -> None:
    """Check that each live slot lies in exactly one zone, in every state.

    Before a new deck is shuffled, the old one may be removed already.
    """
    playout = case.playout
    for n, (state, secrets) in enumerate(
        zip(playout.states, playout.secrets, strict=True)
    ):
        lying = [
            slot
            for zone in case.game.zones(state)
            for slot in zone.slots
            if slot != EMPTY
        ]
        if not lying and isinstance(playout.turns[n], Shuffle):
            continue
        twice = {slot for slot, times in Counter(lying).items() if times > 1}
        missing = secrets.faces.keys() - {*lying}
        unknown = {*lying} - secrets.faces.keys()
        for slots, trouble in (
            (twice, "lie in two places"),
            (missing, "are in no zone"),
            (unknown, "are in a zone, but not in the game"),
        ):
            assert not slots, f"after {n} events slots {sorted(slots)} {trouble}"


def agrees_with_the_all_knowing(case: Case) -> None:
    """Check that each peer, told its own part, holds the same state and its view.

    That view is what the zones let its seat see of everything.
    """
    game, playout = case.game, case.playout
    for seat in case.viewers:
        state = start(game, case.seats, case.options).state
        for n, everything in enumerate(playout.secrets):
            if n:
                state = advance(game, state, playout.events[n - 1]).state
            expected = digest(playout.steps[n].state)
            assert digest(state) == expected, f"seat {seat} is elsewhere after {n}"
            known = everything.known_to(seat)
            assert known.items() <= everything.faces.items(), (
                f"after {n} events seat {seat} takes a face for another"
            )
            peer = view(game, state, seat, known).zones
            allowed = sanitise(game.zones(state), everything.faces, seat)
            assert peer == allowed, (
                f"after {n} events seat {seat} sees {peer}, and may see {allowed}"
            )
            assert view(game, state, seat, known).faces.items() <= known.items()


def hides_secrets(case: Case) -> None:
    """Check that deals which differ only in secrets look alike to a seat.

    State, view, text and what is offered are the same bytes, so sizes are too.
    """
    ours = [*_pictures(case, {}, case.viewers)]
    for n_th, seat in enumerate(case.viewers):
        for n, other in enumerate(_other_pictures(case, seat)):
            assert ours[n][n_th] == other, f"after {n} events seat {seat} sees a secret"


def _other_pictures(case: Case, seat: int | None) -> list[bytes]:
    """Return the views of ``seat`` when the facts that it never learns differ."""
    for attempt in range(TRIES):
        chance = Chance(f"others {case.seed} {seat} {attempt}")
        swapped = _swapped(case.playout, seat, chance)
        try:
            return [looks for (looks,) in _pictures(case, swapped, (seat,))]
        except (Untrue, IllegalMove):
            continue
    return []


def _swapped(playout: Playout, seat: int | None, chance: Chance) -> dict[int, str]:
    """Return other faces for the cards that ``seat`` never learns."""
    learnt = {
        secrets.cards[slot]
        for secrets in playout.secrets
        for slot in secrets.known_to(seat)
        if slot in secrets.cards
    }
    swapped: dict[int, str] = {}
    for turn, (before, after) in zip(
        playout.turns, pairwise(playout.secrets), strict=False
    ):
        laid = {card: after.faces[slot] for slot, card in after.cards.items()}
        hidden = [n for n in range(before.laid, after.laid) if n not in learnt]
        swapped.update(_others(turn, {card: laid[card] for card in hidden}, chance))
    return swapped


def _others(turn: Turn, hidden: Faces, chance: Chance) -> Faces:
    match turn:
        case Roll(sides):
            return {card: str(chance.below(sides)) for card in hidden}
        case Shuffle() | Place():
            faces = chance.shuffled(list(hidden.values()))
            return dict(zip(hidden, faces, strict=True))
    return {}


def _pictures(
    case: Case, swapped: Mapping[int, str], viewers: Sequence[int | None]
) -> Iterator[list[bytes]]:
    """Yield, after each event, all that each viewer can see."""
    dealer = Dealer(case.game, f"cards {case.seed}", case.place, swapped)
    for state, secrets in follow(case.playout, dealer):
        seen = [view(case.game, state, at, secrets.known_to(at)) for at in viewers]
        yield [
            msgspec.msgpack.encode(
                (state, look.zones, sorted(look.faces.items()), look.text, look.choice)
            )
            for look in seen
        ]
