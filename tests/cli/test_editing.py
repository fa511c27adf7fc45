"""A line is edited as people are used to, key by key."""

from __future__ import annotations

import pytest

from cli.terminal.editing import Line


def typed(*keys: str) -> Line:
    line = Line()
    for key in keys:
        line.press(key)
        assert line.finished() is None
    return line


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("raise 60", "raise 60"),
        ("raisf\x7fe", "raise"),
        ("rase\x1b[D\x1b[Di", "raise"),
        ("aise\x01r\x05 60", "raise 60"),
        ("aise\x1b[Hr\x1b[F 60", "raise 60"),
        ("aise\x1b[1~r\x1b[4~ 60", "raise 60"),
        ("aise\x1bOHr\x1bOF 60", "raise 60"),
        ("rraise\x01\x1b[3~", "raise"),
        ("rraise\x01\x04", "raise"),
        ("raise 60\x02\x02\x0b", "raise "),
        ("raise 60\x02\x02\x15", "60"),
        ("raise 60\x17\x17fold", "fold"),
        ("raise 60\x1750", "raise 50"),
        ("\x1b[D\x1b[D\x7f\x1b[3~\x1b[Cx\x1b[Cy", "xy"),
        ("a\x07\tb\x1b[5~\x1b[200~c\x1bxd", "abcd"),
        ("x" * 5000, "x" * 1000),
    ],
)
def test_a_key_does_what_it_does_elsewhere(keys: str, text: str) -> None:
    assert typed(keys).text == text
    assert typed(*keys).text == text  # however the keys come in


def test_enter_ends_a_line_and_what_follows_waits() -> None:
    line = typed("fo")
    line.press("ld\rcall\nra")
    assert [line.finished(), line.finished(), line.finished()] == ["fold", "call", None]
    assert line.text == "ra"


def test_lines_past_come_back_by_the_arrows() -> None:
    line = typed()
    for past in ("one\n", "two\n", "two\n", "  \n"):
        line.press(past)
        line.finished()
    seen = []
    for key in ("\x1b[A", "\x1b[A", "\x1b[A", "\x1b[B", "\x1b[B", "\x1b[B", "\x1bOA"):
        line.press(key)
        assert line.finished() is None
        seen.append(line.text)
    assert seen == ["two", "one", "one", "two", "", "", "two"]


def test_the_end_of_input_ends_an_empty_line_only() -> None:
    assert typed("a\x04").text == "a"
    line = typed()
    line.press("\x04")
    with pytest.raises(EOFError):
        line.finished()


def test_a_line_put_aside_is_forgotten_with_its_keys_but_not_the_lines_past() -> None:
    line = typed()
    line.press("one\n")
    line.finished()
    line.press("two\nthr\x1b")
    line.clear()
    line.press("\x1b[A")
    assert line.finished() is None
    assert line.text == "one"


def test_a_line_is_drawn_with_its_cursor_and_in_one_row() -> None:
    assert typed("fold").drawn("> ", 80) == "\r\x1b[K> fold"
    assert typed("fold\x01").drawn("> ", 80) == "\r\x1b[K> fold\x1b[4D"
    assert typed("0123456789").drawn("> ", 8) == "\r\x1b[K> 56789"
    assert typed("0123456789\x01").drawn("> ", 8) == "\r\x1b[K> 01234\x1b[5D"


def test_wide_characters_take_two_cells() -> None:
    assert typed("日本語\x1b[D").drawn("> ", 80) == "\r\x1b[K> 日本語\x1b[2D"
    assert typed("日本語").drawn("> ", 8) == "\r\x1b[K> 本語"
