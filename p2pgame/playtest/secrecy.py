"""This module tests three promises of :mod:`.conformance`: a game keeps its secrets.

An all-knowing dealer plays beside the peers of a real table, each of which knows
only its own part. A peer's view must equal what the game's zones let its seat see
of everything. If only facts hidden from a seat differ, its view must not differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise
from typing import TypeAlias

import msgspec

from p2pgame.engine import (
    EMPTY,
    IllegalMove,
    Place,
    Roll,
    Shuffle,
    State,
    Turn,
    Zone,
    advance,
    digest,
    sanitise,
    start,
    view,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.engine.state import encode

from .case import Case
from .chance import Chance
from .dealer import Dealer, Faces, Secrets, Untrue
from .playout import Playout, follow

#: The most other secrets tried until some agree with all cards opened and proved.
TRIES = 8
#: Placements tried until one agrees with the cells that were opened.
PLACEMENTS = 50
#: The first events after which all that is shown is compared; later one in so many.
CLOSELY, SELDOM = 40, 16

#: A state's bytes, the faces that a seat knows, and all that it is shown, if looked at.
Picture: TypeAlias = tuple[bytes, Faces, bytes]


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

    That view is what the zones let its seat see of everything.  Both follow from the
    zones and the secrets alone, so they are looked at where one of these is new.
    """
    game, playout = case.game, case.playout
    state = start(game, case.seats, case.options).state
    last: tuple[tuple[Zone, ...], Secrets] | None = None
    for n, everything in enumerate(playout.secrets):
        if n:
            state = advance(game, state, playout.events[n - 1]).state
        expected = digest(playout.steps[n].state)
        assert digest(state) == expected, f"peers are elsewhere after {n} events"
        turn, zones = turn_of(game, state), game.zones(state)
        if last is not None and last[0] == zones and last[1] is everything:
            continue
        last = zones, everything
        for seat in case.viewers:
            known = everything.known_to(seat)
            assert known.items() <= everything.faces.items(), (
                f"after {n} events seat {seat} takes a face for another"
            )
            peer = view(game, state, seat, known, turn)
            allowed = sanitise(zones, everything.faces, seat)
            assert peer.zones == allowed, (
                f"after {n} events seat {seat} sees {peer.zones}, and may see {allowed}"
            )
            assert peer.faces.items() <= known.items()


def hides_secrets(case: Case) -> None:
    """Check that deals which differ only in secrets look alike to a seat.

    After every event the state and the seat's faces are the same bytes.  Everything
    that is shown follows from these, unless the rules look elsewhere: so view, text
    and what is offered are compared, too, at :func:`_closely` chosen moments.  Most
    games show everything in the end, so a game is also looked at up to moments at
    which much was hidden from the seat.
    """
    viewers, ours = case.viewers, list[list[Picture]]()
    untils = [moments(case.playout, seat) for seat in viewers]
    close = [partial(_closely, n, until) for n, until in enumerate(untils)]
    for n_th, seat in enumerate(viewers):
        for until in untils[n_th]:
            found = _other_game(case, seat, until)
            if found is None:
                continue
            if not ours:
                deal = follow(case.playout, _dealer(case, {}))
                looks = [*zip(viewers, close, strict=True)]
                ours = [*_pictures(case, deal, looks)]
            others = _pictures(case, found[1], [(seat, close[n_th])])
            for n, (other,) in enumerate(others):
                same = ours[n][n_th] == other
                assert same, f"after {n} events seat {seat} sees a secret"


def _closely(n_th: int, until: Sequence[int], n: int) -> bool:
    """Return whether a viewer's picture after ``n`` events is taken whole.

    These are the first events, those at which its looks end, and one in so many others.
    """
    return n < CLOSELY or n in until or (n + n_th) % SELDOM == 0


def has_secrets(case: Case) -> bool:
    """Return whether :func:`hides_secrets` can tell two deals of this case apart."""
    return any(
        other_deal(case, seat, until) is not None
        for seat in case.viewers
        for until in moments(case.playout, seat)
    )


def moments(playout: Playout, seat: int | None) -> list[int]:
    """Return how far to look: while most is hidden, while 2/3 of it are, to the end."""
    known = {id(each): len(_known(each, seat)) for each in _apart(playout.secrets)}
    hidden = [secrets.laid - known[id(secrets)] for secrets in playout.secrets]
    most, numbered = max(hidden), [*enumerate(hidden)]
    lasts = {max(n for n, h in numbered if 3 * h >= k * most) for k in (2, 3)}
    return sorted(lasts | {len(playout.events)})


def _known(secrets: Secrets, seat: int | None) -> set[int]:
    """Return the cards whose faces ``seat`` knows."""
    cards, known = secrets.cards, secrets.known_to(seat)
    return {cards[slot] for slot in known if slot in cards}


def _apart(secrets: Iterable[Secrets]) -> Iterable[Secrets]:
    """Return each object once: a decision changes no secrets."""
    return {id(each): each for each in secrets}.values()


def other_deal(case: Case, seat: int | None, until: int) -> Faces | None:
    """Return other faces that agree with all that ``seat`` sees so far, if found."""
    found = _other_game(case, seat, until)
    return None if found is None else found[0]


def _other_game(
    case: Case, seat: int | None, until: int
) -> tuple[Faces, list[tuple[State, Secrets]]] | None:
    """Return the faces of :func:`other_deal`, and the game that is played with them."""
    for attempt in range(TRIES):
        chance = Chance(f"others {case.seed} {seat} {attempt}")
        swapped = _swapped(case, seat, until, chance)
        if not swapped:
            continue
        try:
            game = follow(case.playout, _dealer(case, swapped))
            return swapped, [*islice(game, until + 1)]
        except (Untrue, IllegalMove):
            continue
    return None


def _swapped(
    case: Case, seat: int | None, until: int, chance: Chance
) -> dict[int, str]:
    """Return other faces for some cards that ``seat`` does not get to know so far."""
    playout, so_far = case.playout, case.playout.secrets[: until + 1]
    learnt = set[int]().union(*(_known(each, seat) for each in _apart(so_far)))
    swapped: dict[int, str] = {}
    for n, (before, after) in enumerate(pairwise(so_far)):
        if before.laid == after.laid:
            continue  # nothing has come into the game
        state, turn = playout.steps[n].state, playout.turns[n]
        laid = {card: after.faces[slot] for slot, card in after.cards.items()}
        fresh = {card: laid[card] for card in range(before.laid, after.laid)}
        known = {card: face for card, face in fresh.items() if card in learnt}
        if isinstance(turn, Place):
            others = _placed(case, state, turn, known, fresh, chance)
        else:
            hidden = {card: face for card, face in fresh.items() if card not in learnt}
            others = _others(turn, hidden, chance)
        swapped.update({c: face for c, face in others.items() if face != laid[c]})
    return swapped


def _others(turn: Turn, hidden: Faces, chance: Chance) -> Faces:
    match turn:
        case Roll(sides):
            return {card: str(chance.below(sides)) for card in hidden}
        case Shuffle():
            faces = chance.shuffled(list(hidden.values()))
            return dict(zip(hidden, faces, strict=True))
    return {}


def _placed(
    case: Case, state: State, turn: Place, known: Faces, fresh: Faces, chance: Chance
) -> Faces:
    """Return another placement that agrees with the faces ``known``, if found."""
    for _ in range(PLACEMENTS):
        faces = _dealer(case, {}).placed(state, turn, chance)
        other = dict(zip(fresh, faces, strict=True))
        if known.items() <= other.items() and other != fresh:
            return other
    return {}


def _pictures(
    case: Case,
    game: Iterable[tuple[State, Secrets]],
    viewers: Sequence[tuple[int | None, Callable[[int], bool]]],
) -> Iterator[list[Picture]]:
    """Yield, after each event of ``game``, what each viewer's picture follows from.

    Where it is asked for, everything that the viewer can look at comes with it.
    """
    for n, (state, secrets) in enumerate(game):
        common = encode(state)
        yield [
            (common, known, _shown(case, state, at, known) if is_close(n) else b"")
            for at, is_close in viewers
            for known in (secrets.known_to(at),)
        ]


def _shown(case: Case, state: State, seat: int | None, known: Faces) -> bytes:
    look = view(case.game, state, seat, known, turn_of(case.game, state))
    return msgspec.msgpack.encode(
        (look.zones, sorted(look.faces.items()), look.text, look.choice)
    )


def _dealer(case: Case, swapped: Mapping[int, str]) -> Dealer:
    return Dealer(case.game, f"cards {case.seed}", case.place, swapped)
