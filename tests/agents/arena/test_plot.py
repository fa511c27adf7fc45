"""The plot is one file of SVG, the same for the same table, for light and dark."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from p2pgame.agents.arena import Job, Result, Standings, Tally, standings
from p2pgame.agents.arena.plot import NAME_LENGTH, WIDTH, plot

SVG = "{http://www.w3.org/2000/svg}"


def table(*contestants: str, won: int = 3, games: int = 8) -> Standings:
    """Return a table in which the first contestant won so many of its games in four."""
    job = Job("kuhn", 1, contestants, 2, games, seed="<&>")
    tally = Tally(job)
    for number in range(job.games):
        first = 1 if number % 8 < 2 * won else -1
        payoffs = tuple(first if one == 0 else -first for one in job.seating(number))
        tally.add(Result(number, payoffs))
    return standings(tally)


def drawn(of: Standings) -> ElementTree.Element:
    return ElementTree.fromstring(plot(of))


def test_the_same_table_gives_the_same_bytes() -> None:
    assert plot(table("balanced-ben", "random")) == plot(
        table("balanced-ben", "random")
    )


def test_points_are_where_the_axis_says() -> None:
    picture = drawn(table("balanced-ben", "random"))
    texts: dict[str | None, float] = {}
    for text in picture.iter(f"{SVG}text"):
        texts.setdefault(text.text, float(text.get("x", "")))
    (first, zero) = (float(c.get("cx", "")) for c in picture.iter(f"{SVG}circle"))
    assert zero == texts["0"]
    ticks = {int(t): x for t, x in texts.items() if t and t[0] in "+-" and "±" not in t}
    (low, left), *_, (high, right) = sorted(ticks.items())
    per_elo = (right - left) / (high - low)
    assert first - zero == pytest.approx(190.85 * per_elo, abs=0.3)
    said = f"+191 ± {table('balanced-ben', 'random').lines[0].margin:.0f}"
    assert said in texts


def test_it_is_readable_on_light_and_on_dark() -> None:
    text = plot(table("balanced-ben", "random"))
    light, dark = text.split("@media(prefers-color-scheme:dark)")
    for kind in ("page", "ink", "soft", "grid", "zero", "bar", "dot"):
        assert f".{kind}{{" in light
        assert f".{kind}{{" in dark.split("</style>")[0]


@pytest.mark.parametrize("won", [0, 1, 4])
def test_all_that_is_drawn_lies_in_the_picture(won: int) -> None:
    picture = drawn(table("balanced-ben", "random", won=won))
    height = float(picture.get("height", ""))
    for line in picture.iter(f"{SVG}line"):
        for name, end in (("x1", WIDTH), ("x2", WIDTH), ("y1", height), ("y2", height)):
            assert 0 <= float(line.get(name, "")) <= end
    is_split = won in (0, 4)
    assert ("Some took nothing" in plot(table("a", "b", won=won))) == is_split


def test_names_are_text_and_long_ones_are_cut() -> None:
    shown = [text.text for text in drawn(table("<b>" * 20, "a & b")).iter(f"{SVG}text")]
    assert "a & b" in shown
    assert ("<b>" * 20)[: NAME_LENGTH - 1] + "…" in shown
