"""Whatever peers call themselves and say, a terminal shows text and nothing else."""

from __future__ import annotations

import dataclasses
import json
import unicodedata
from collections.abc import Iterable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace

from p2pgame.cli.terminal import layout
from p2pgame.cli.terminal.scene import Line, Picture, Scene
from p2pgame.cli.text import findings, reading, words
from p2pgame.cli.text.plain_drawing import plainly_drawn
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.replaying import replay
from p2pgame.engine import AnyGame, Drawing, start
from p2pgame.games.registry import GAMES
from p2pgame.session import Me, Offer, Refuted, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import InvalidPayload
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.entries.shown import is_name, shown, shown_name
from p2pgame.session.lobby.events import Declined, Joined
from p2pgame.session.table.verify import describe, verify
from p2pgame.tabletop.drawn.rows import width_of
from tests.english import english
from tests.session.tables import TABLE, Net, known, me

GAME = GAMES["tictactoe"]

#: What a terminal, a pager or a log takes for more than text.
CONTROLS = [
    *("\x1b[2J", "\x1b[31m", "\x1b]8;;http://evil\x1b\\x", "\x1b]52;c;eA==\a"),
    *("\x1bP+q544e\x1b\\", "\x1b]0;title\a", "\x9b2J", "\x9d8;;u\x9c", "\x90q\x9c"),
    *("\n12:00 INFO Ben cheated", "\rBen", "\b\b\b", "\x00", "\x07", "\t", "\x7f"),
    *("\u202egnp", "\u2066x\u2069", "\u200f", "\u061c", "\u200b", "\u200d", "\ufeff"),
    *("\u2028x", "\u2029", "\U000e0041", "\u00ad", "\ue000", "\x1b", "\v\f", "\x85"),
    *("e\u0301", "\ufff9", "\x1bc"),
]
#: What is text for a terminal, and may be more for whoever writes to it.
TEXTS = [
    *("[red]", "[/a]", "[link=http://evil]x", "[blink]", "[[", "]", ":smile:"),
    *("[@click=x]", "%s%n", "{0}", "${HOME}", "$(id)", "`id`", "'; DROP", "<b>"),
    *("&lt;", '"', "\\n", "\\x1b[", "../x", "/etc/passwd", "CON", "NUL", "~", "-rf"),
    *("*", "C:\\x", "a/b", "player 0", "player 1", "Z\u0335\u0321\u0337a\u0334"),
    *("\U0001f468", "Ａnna", "аdmin", "你好", "שלום", "ß", "P2PGAME:"),
]
AROUND = [("", ""), ("Ben", ""), ("", "Ben"), ("B", "n")]
NAMES = [a + what + z for what, (a, z) in product([*CONTROLS, *TEXTS], AROUND)]
NAMES += ["", " ", "x" * 25, "x" * 300, " Ben", "Ben ", "\u0301" * 24]


def is_clean(text: str) -> bool:
    """Return whether a terminal shows every character of a text as one."""
    return all(
        c == "\n" or (c.isprintable() and not unicodedata.category(c).startswith("C"))
        for c in text
    )


def named(seat: int, name: str) -> Me:
    return dataclasses.replace(me(seat), name=name)


def played(name: str, host: str = me(0).name) -> Net:
    """Return a game in which a guest has this name."""
    net = Net(GAME, 2)
    offer = Offer(GAME, GAME.options(), 2)
    net.tables = [
        Table(TABLE, known(GAME), named(0, host), offer),
        Table(TABLE, known(GAME), named(1, name)),
    ]
    net.play()
    assert net.tables[0].complete
    return net


@pytest.mark.attack(58)
@pytest.mark.attack(59)
def test_a_name_that_is_more_than_text_is_refused_or_mended() -> None:
    assert len(NAMES) >= 200
    for what, (before, after) in product(CONTROLS, AROUND):
        name = before + what + after
        assert not is_name(name), ascii(name)
        hello = named(1, "Ben").hello(TABLE)
        word = payloads.encode(replace(hello, name=name))
        try:
            payloads.decode(word)
        except InvalidPayload:
            continue
        # A program with another table of Unicode may think otherwise: told mended.
        assert is_clean(shown(name)), ascii(name)
        assert is_name(shown_name(name)), ascii(name)


SEATED = [name for name in NAMES if is_name(name) and shown_name(name) == name]


@pytest.mark.attack(58)
@pytest.mark.attack(59)
def test_whatever_name_has_a_seat_is_told_as_it_is(tmp_path: Path) -> None:
    """In the table's story, in the verdict and in the JSON."""
    path = tmp_path / "game.p2pgame"
    for name in SEATED[::3]:
        net = played(name)
        path.write_bytes(net.tables[0].transcript())
        told = [*reading.story(replay(path))]
        verified = checking.verify(path)
        told += findings.lines(verified)
        assert all(map(is_clean, told)), told
        assert name in told[0]
        shown = json.loads(findings.as_json(verified))
        assert shown["players"][1]["name"] == name
        assert [e.name for e in net.events[0] if isinstance(e, Joined)][1] == name


@pytest.mark.attack(35)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("\u0410nna", "\ufffd\u0410nna"),  # in Cyrillic and Latin
        ("\u0421\u043e\u0441\u043e", "\u0421\u043e\u0441\u043e (2)"),  # in Cyrillic
        ("Coco\u3164", "Coco\ufffd (2)"),
        ("\u3164\u2800", "\ufffd\ufffd"),
        ("Coco" + "\u0334" * 20, "Coco\ufffd (2)"),
    ],
)
def test_a_name_that_may_pass_for_another_is_told_with_a_mark(
    name: str, told: str, tmp_path: Path
) -> None:
    """No entry is refused for its name: which they are hangs on tables of Unicode."""
    path = tmp_path / "game.p2pgame"
    net = played(name, "Coco")
    path.write_bytes(net.tables[0].transcript())
    story = list(reading.story(replay(path)))
    verified = json.loads(findings.as_json(checking.verify(path)))
    assert told in story[0]
    assert [one["name"] for one in verified["players"]] == ["Coco", told]


def drawn(text: str, width: int, _: int) -> Drawing:
    return plainly_drawn(text, width)


@pytest.mark.attack(58)
@pytest.mark.attack(59)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_a_window_shows_names_and_lines_as_text_and_nothing_else(
    size: tuple[int, int],
) -> None:
    """What is drawn has no control characters, whatever a peer has sent."""
    assert len(NAMES) > 200
    for name in NAMES:
        scene = Scene(f"kuhn · {name}", status=f"waiting for {name}")
        scene.log += [Line(f"{name}: {name}"), Line(name)]
        scene.picture = Picture(name, partial(drawn, name))
        rows = layout.rows(scene, *size)
        assert len(rows) == size[1]
        for span in (span for row in rows for span in row):
            assert is_clean(span.text), ascii(name)
            assert "\n" not in span.text
        assert width_of(rows) <= size[0]


@pytest.mark.attack(58)
def test_what_is_waited_for_is_shown_by_name() -> None:
    assert len(SEATED) > 100
    for name in SEATED:
        scene = Scene("kuhn", status=f"waiting for {name}")
        assert f"waiting for {name}" in layout.text_of(layout.rows(scene, 80, 24))


def sentences(net: Net) -> Iterable[str]:
    """Yield what people are told of a game that somebody has spoilt."""
    for table, events in zip(net.tables, net.events, strict=True):
        if table.stopped is not None:
            told = words.told(table.stopped)
            yield told
            yield describe(table, table.stopped, told)
        for event in events:
            if isinstance(event, Declined):
                yield words.told(event.error)
    try:
        verify(net.tables[0].transcript(), known(GAME))
    except Refuted as refuted:
        yield words.told(refuted)


@pytest.mark.attack(58)
@pytest.mark.attack(59)
def test_whatever_move_is_made_up_what_is_said_of_it_is_text() -> None:
    for what in [*CONTROLS, *TEXTS[::3]]:

        def forge(seat: int, payload: Payload, data: bytes = what.encode()) -> Payload:
            if seat == 1 and isinstance(payload, Answer):
                return replace(payload, message=data)
            return payload

        net = Net(GAME, 2, forge=forge)
        net.play()
        told = [*sentences(net)]
        assert told, ascii(what)
        for text in told:
            assert is_clean(text), ascii(text)
            assert "\n" not in text


FREE = [
    (game, field.name)
    for game in GAMES.values()
    for field in structs.fields(game.options)
    if field.type is str
]


@pytest.mark.attack(58)
@pytest.mark.attack(59)
@pytest.mark.parametrize(("game", "option"), FREE, ids=[game.name for game, _ in FREE])
def test_whatever_option_is_offered_what_is_shown_of_it_is_text(
    game: AnyGame, option: str
) -> None:
    """The opener chooses the options, and a level is a text of its own."""
    for what in [*CONTROLS, *TEXTS]:
        for text in (what, f"level x\n{what}", f"level {what}\ngrid\n  {what}"):
            options = structs.replace(game.options(), **{option: text})
            for seats in game.seats:
                wrong = game.why_not(seats, options)
                if wrong is None:
                    begun = start(game, seats, options)
                    shown = game.show(begun.state, {})
                else:
                    shown = english(wrong)
                assert is_clean(shown), ascii(shown)


def test_every_game_whose_options_hold_text_is_tried() -> None:
    assert len(FREE) >= 5
