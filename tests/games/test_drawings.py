"""Every game that draws itself keeps to its room, its styles and its secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from wcwidth import wcswidth

from games.registry import GAMES
from p2pgame.engine import Drawing, Game, Look, State, sanitise
from p2pgame.engine.drawing import STYLES
from p2pgame.playtest import Playout, play
from p2pgame.playtest.dealer import Secrets
from p2pgame.text import Catalogue
from tests.english import english

#: The games whose authors drew them.
DRAWN = [name for name in GAMES if type(GAMES[name]).draw is not Game.draw]
#: Who plays: names may be anything that a person types, and worse.
NAMES = (
    "Ann",
    "\x1b[31mred\x1b[2J",
    "日本語の名前" * 3,
    "\u202eenog era uoy\u202c",
    "שלום עולם",
    "A name of just forty characters, no less",
    "e\u0301\u0301\u0301\u0301",
    "❤\ufe0f\ufe0f🇩🇪👨\u200d👩\u200d👧",
    "a\nb\tc\rd",
    "",
)
ROOMS = ((60, 14), (60, 20), (80, 24), (100, 30), (120, 40))
#: Rooms in which not all needs to be seen, but nothing may break.
SMALL = ((40, 10), (20, 5), (8, 3))
#: The games with few options that change what is drawn, and those.
MORE: Mapping[str, list[tuple[int, dict[str, object]]]] = {
    "holdem": [(n, {}) for n in range(2, 10)]
    + [(6, {"hands": 4, "stack": 300, "ante": 3, "raise_every": 1})],
    "goofspiel": [(3, {"cards": 20})],
    "memory": [(6, {"pairs": 20}), (3, {"pairs": 3})],
    "crazy-eights": [(4, {"cards": 11})],
    "hearts": [(4, {"goal": 30, "proof": False})],
    "rps": [(4, {"rounds": 99})],
}
#: The most states that are looked at in one playthrough.
STATES = 24

each_game = pytest.mark.parametrize("name", DRAWN)


def look(seat: int | None, room: tuple[int, int], names: tuple[str, ...]) -> Look:
    return Look(seat, names, *room, say=lambda said: english(said, names))


def playouts(name: str) -> Iterator[Playout]:
    game = GAMES[name]
    tables = [(game.seats[0], {}), (min(game.seats[-1], len(NAMES)), {})]
    for seats, options in [*tables, *MORE.get(name, [])]:
        yield play(game, seats, game.options(**options), seed=3)


def moments(playout: Playout) -> Iterator[tuple[State, Secrets]]:
    """Yield some states of a playthrough with who knows what, the last one too."""
    every = -(-len(playout.steps) // STATES)
    for n in {*range(0, len(playout.steps), every), len(playout.steps) - 1}:
        yield playout.steps[n].state, playout.secrets[n]


def viewers(playout: Playout) -> list[int | None]:
    return [None, *range(playout.seats)]


def seen(
    playout: Playout, state: State, secrets: Secrets, viewer: int | None
) -> dict[int, str]:
    zones = sanitise(playout.game.zones(state), secrets.faces, viewer)
    visible = {
        slot: face
        for zone in zones
        for slot, face in zip(zone.slots, zone.faces, strict=True)
        if face is not None
    }
    return {**visible, **secrets.known_to(viewer)}


def drawings(
    playout: Playout, room: tuple[int, int]
) -> Iterator[tuple[str, Drawing]]:
    for n, (state, secrets) in enumerate(moments(playout)):
        for viewer in viewers(playout):
            drawn = playout.game.draw(
                state, secrets.known_to(viewer), look(viewer, room, NAMES)
            )
            assert drawn is not None
            yield f"state {n}, seat {viewer} of {playout.seats}, {room}", drawn


@each_game
def test_a_drawing_keeps_to_the_room_and_the_styles_that_there_are(name: str) -> None:
    for playout in playouts(name):
        for room in (*ROOMS, *SMALL):
            for where, drawn in drawings(playout, room):
                assert len(drawn) <= room[1], where
                for row in drawn:
                    text = "".join(span.text for span in row)
                    assert text.isprintable(), (where, text)
                    assert 0 <= wcswidth(text) <= room[0], (where, text)
                    for span in row:
                        assert {*span.style.split()} <= STYLES.keys(), (where, span)


@each_game
def test_a_drawing_is_one_rectangle_whatever_the_names(name: str) -> None:
    """A name that breaks out would move the right edge of its row."""
    for playout in playouts(name):
        for where, drawn in drawings(playout, (80, 24)):
            widths = [wcswidth("".join(span.text for span in row)) for row in drawn]
            assert len({*widths}) == 1, (where, widths)


@each_game
def test_a_drawing_shows_nothing_that_its_seat_does_not_know(name: str) -> None:
    """Whoever knows more than a seat is not asked: only what it knows is drawn."""
    for playout in playouts(name):
        for state, secrets in moments(playout):
            for viewer in viewers(playout):
                known = secrets.known_to(viewer)
                at = look(viewer, (80, 24), NAMES)
                drawn = playout.game.draw(state, known, at)
                more = {slot: face for slot, face in known.items()}
                assert playout.game.draw(state, more, at) == drawn


@each_game
def test_whoever_is_to_move_is_marked(name: str) -> None:
    from p2pgame.tabletop.drawn_seats import movers

    for playout in playouts(name):
        for n, step in enumerate(playout.steps[:: max(1, len(playout.steps) // 9)]):
            turn = playout.game.turn(step.state)
            drawn = playout.game.draw(step.state, {}, look(0, (80, 24), NAMES)) or ()
            marked = [s for row in drawn for s in row if "to-move" in s.style.split()]
            if movers(turn):
                assert marked, n


@each_game
def test_every_word_of_a_drawing_is_a_message_with_a_sentence(name: str) -> None:
    """Said in a language without sentences, only names, faces and numbers are left."""
    bare = Catalogue("xx")
    asked = set[str]()
    for playout in playouts(name):
        for state, secrets in moments(playout):
            at = Look(0, NAMES, 80, 24, lambda said: asked.add(said.id) or "")
            playout.game.draw(state, secrets.known_to(0), at)
    del bare
    assert all(id.startswith((f"{name}-", "seat-", "duel-")) for id in asked), asked
