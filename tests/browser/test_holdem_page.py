"""Tables of poker in the page: what lies where, and what a screen reader is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.visiting import ALL
from tests.web.drawing_page import Drawn
from tests.web.frames import recording


def test_a_screen_reader_is_told_what_others_see(chromium: Any) -> None:
    table = Drawn(chromium, recording("holdem", 3, 0, seed=2), width=800)
    asked = next(n for n, frame in enumerate(table.frames()) if frame["choice"])
    table.show(asked)
    told = table.page.locator("main").aria_snapshot()
    for words in ("pot 25", "Ann has 995 chips", "Chloé has the button", "to move"):
        assert words in told, words
    table.show(len(table.frames()) - 1)
    told = table.page.locator("main").aria_snapshot()
    assert "Björn has 1500 chips, seven of diamonds, king of clubs" in told
    assert "two pair, jacks and eights" in told
    table.close()


#: Pairs of things that lie on one another, of which a bet is one.
_COVERED = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter(
    (one) => one.checkVisibility({visibilityProperty: true}));
  const told = (one) => `${one.className} ${one.textContent}`;
  const rows = ['.scene-spread', '.scene-stack', '.ring-cards'];
  const cards = all(rows.map((row) => `${row} > *`).join());
  const bets = all('.ring-spot .chips').filter((one) => !one.hidden);
  const plates = all('.ring-plate, .ring-note, .scene-chips');
  const things = [...cards, ...bets, ...plates];
  return bets.flatMap((bet) => {
    const one = bet.getBoundingClientRect();
    if (!one.width) return [];
    return things.filter((thing) => thing !== bet).filter((other) => {
      const two = other.getBoundingClientRect();
      return two.width && one.left < two.right - 1 && two.left < one.right - 1
        && one.top < two.bottom - 1 && two.top < one.bottom - 1;
    }).map((other) => `${told(bet)} on ${told(other)}`);
  });
}"""


WINDOWS = [(4, 375), (10, 768), (10, 1280)]
FURTHER = [(2, 375), (6, 375), (10, 375), (4, 768), (6, 1280)] if ALL else []


@pytest.mark.parametrize(("seats", "width"), WINDOWS + FURTHER)
def test_no_bet_lies_on_a_plate_or_a_card(
    chromium: Any, seats: int, width: int
) -> None:
    told = recording("holdem", seats, 0, hands=2)
    table = Drawn(chromium, told, width=width)
    states = [frame["view"]["state"] for frame in told["frames"]]
    betting = [n for n, state in enumerate(states) if any(state["bets"])]
    assert betting
    covered = {}
    for number in betting[:: max(1, len(betting) // 6)]:
        table.show(number)
        if found := table.page.evaluate(_COVERED):
            covered[number] = found
    assert not covered
    table.close()


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
@pytest.mark.parametrize("width", [375, 768, 1280])
def test_no_bet_of_a_small_poker_lies_on_a_card(
    chromium: Any, game: str, width: int
) -> None:
    told = recording(game, 2, 0)
    table = Drawn(chromium, told, width=width)
    table.show(len(told["frames"]) - 1)
    assert table.page.locator(".ring-spot .chips").count() == 2
    assert table.page.evaluate(_COVERED) == []
    table.close()
