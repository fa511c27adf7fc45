"""The page's hold'em table: who wins with what, and how people bet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.poker.ranking import DECK, describe, score
from games.registry import find
from p2pgame.client.words import learn, say
from p2pgame.playtest import Chance
from tests.browser.visiting import ALL
from tests.sources import ROOT
from tests.web.drawing_page import Drawn
from tests.web.frames import recording

POKER = ROOT / "games" / "poker"


@pytest.fixture(scope="module")
def drawn(chromium: Any) -> Iterator[Drawn]:
    table = Drawn(chromium, recording("holdem", 6, 0, hands=4))
    yield table
    table.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_hands_are_called_as_the_rules_call_them(chromium: Any, language: str) -> None:
    learn(find("holdem"))
    table = Drawn(chromium, recording("holdem", 2, 0), language=language)
    chance = Chance("hands for the page")
    hands = [chance.shuffled(DECK)[:7] for _ in range(150)]
    hands += [chance.shuffled([c for c in DECK if c[1] == "h"])[:7] for _ in range(50)]
    called: list[str] = table.page.evaluate(
        """async (hands) => {
          const {best} = await import('/games/holdem_hands.js');
          const {handWords} = await import('/games/holdem_words.js');
          return hands.map((hand) => handWords(best(hand), drawing.t));
        }""",
        hands,
    )
    expected = [say(describe(score(hand)), language=language) for hand in hands]
    assert called == expected
    table.close()


def test_better_hands_are_better_on_the_page(drawn: Drawn) -> None:
    chance = Chance("pairs of hands for the page")
    pairs = [
        (deck[:7], [*deck[2:7], *deck[7:9]])
        for deck in (chance.shuffled(DECK) for _ in range(200))
    ]
    signs: list[int] = drawn.page.evaluate(
        """async (pairs) => {
          const {best, compare} = await import('/games/holdem_hands.js');
          const sign = ([a, b]) => Math.sign(compare(best(a).score, best(b).score));
          return pairs.map(sign);
        }""",
        [list(pair) for pair in pairs],
    )
    for (one, other), sign in zip(pairs, signs, strict=True):
        first, second = score(one), score(other)
        assert sign == (first > second) - (first < second), (one, other)


@pytest.mark.parametrize("seats", [3, 6, 9])
def test_the_winners_get_what_the_rules_give_them(chromium: Any, seats: int) -> None:
    told = recording("holdem", seats, 0, seed=seats, hands=6)
    table = Drawn(chromium, told)
    ends = [f["view"]["state"] for f in told["frames"]]
    ends = [state for state in ends if state["phase"] == "end"]
    won: list[list[tuple[int, int]]] = table.page.evaluate(
        """async (states) => {
          const {outcome} = await import('/games/holdem_hands.js');
          return states.map((state) => [...outcome(state).won]);
        }""",
        ends,
    )
    assert ends
    for state, shares in zip(ends, won, strict=True):
        assert sum(chips for _, chips in shares) == sum(state["paid"])
    first = ends[0]  # before it all stacks are those of the start
    gained = dict(won[0])
    for seat, stack in enumerate(first["stacks"]):
        paid = first["start"][seat] - first["paid"][seat]
        assert stack == paid + gained.get(seat, 0)
    table.close()


def _first_wager(drawn: Drawn) -> tuple[int, dict[str, int]]:
    for number, frame in enumerate(drawn.frames()):
        for move in (frame["choice"] or {"moves": ()})["moves"]:
            if isinstance(move, dict):
                drawn.show(number)
                return number, move
    raise AssertionError("nobody may raise")


def test_the_slider_and_its_presets_set_the_bet(drawn: Drawn) -> None:
    number, wager = _first_wager(drawn)
    state = drawn.frames()[number]["view"]["state"]
    page, top, mine = drawn.page, max(state["bets"]), state["bets"][0]
    pot = sum(state["paid"]) + top - mine
    page.get_by_role("button", name="½ pot").click()
    page.get_by_role("button", name=f"Raise to {top + pot // 2}").click()
    drawn.show(number)
    page.get_by_role("button", name="Pot", exact=True).click()
    page.get_by_role("button", name=f"Raise to {top + pot}").click()
    drawn.show(number)
    page.get_by_role("button", name="Least").click()
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_role("slider").press("Enter")
    assert [one["move"] for one in drawn.did()] == [
        f"raise {top + pot // 2}",
        f"raise {top + pot}",
        f"raise {wager['low'] + state['min_bet']}",
    ]


def test_everything_at_once_is_asked_first(drawn: Drawn) -> None:
    _, wager = _first_wager(drawn)
    drawn.page.get_by_role("button", name="All-in", exact=True).click()
    drawn.page.get_by_role("button", name=f"All-in, {wager['high']}").click()
    (made,) = drawn.did()
    assert made["move"] == f"raise {wager['high']}"
    assert made["confirm"] == "Put in all your 1000 chips?"


def test_letters_fold_and_call_while_the_table_has_the_focus(drawn: Drawn) -> None:
    _first_wager(drawn)
    drawn.page.get_by_role("button", name="Fold").focus()
    drawn.page.keyboard.press("c")
    assert drawn.page.get_by_role("button").count() == 0  # the move is made
    _first_wager(drawn)
    drawn.page.get_by_role("slider").press("f")
    assert drawn.did() == [{"move": "call"}, {"move": "fold"}]


def _sentences(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in path.read_text().splitlines():
        name, equals, text = line.partition(" = ")
        if equals and name.startswith("holdem-"):
            found[name] = text
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_says_what_the_rules_say(drawn: Drawn, language: str) -> None:
    rules = _sentences(POKER / "text" / language / "holdem.ftl")
    source: str = drawn.page.evaluate(
        "async (l) => (await import('/games/holdem_words.js')).words[l]", language
    )
    page = dict(
        line.split(" = ", 1) for line in source.splitlines() if line[:1].isalpha()
    )
    shared = page.keys() & rules.keys()
    assert len(shared) > 15
    assert {name: page[name] for name in shared} == {n: rules[n] for n in shared}


ASKED = """\
- main:
  - strong: hand 1
  - text: blinds 5/10
  - img "the deck"
  - strong: pot 25
  - group "no card on the board yet"
  - group "Ann, 995 chips, small blind, bet 5, ten of hearts, five of hearts, to move":
    - img "ten of hearts": "10"
    - img "five of hearts": "5"
    - text: ▸ Ann 995
  - img "bet 5"
  - group "Björn, 990 chips, big blind, bet 10, two face-down cards":
    - img "face-down card"
    - img "face-down card"
    - text: Björn 990
  - img "bet 10"
  - group "Chloé, 990 chips, the dealer's button, bet 10, two face-down cards":
    - img "face-down card"
    - img "face-down card"
    - text: Chloé 990
  - img "bet 10"
  - group "Your move":
    - button "Fold"
    - button "Call 5"
    - button "Raise to 20"
    - slider "Chips in front of you": "20"
    - button "Least"
    - button "½ pot"
    - button "Pot"
    - button "All-in"
"""


def test_a_screen_reader_is_told_what_others_see(chromium: Any) -> None:
    table = Drawn(chromium, recording("holdem", 3, 0, seed=2), width=800)
    asked = next(n for n, frame in enumerate(table.frames()) if frame["choice"])
    table.show(asked)
    assert table.page.locator("main").aria_snapshot() == ASKED.strip()
    table.show(len(table.frames()) - 1)
    told = table.page.locator("main").aria_snapshot()
    assert "Björn wins 1500 with two pair, jacks and eights" in told
    table.close()


#: Pairs of things that lie on one another, of which a bet is one.
_COVERED = """() => {
  const all = (css) => [...document.querySelectorAll(css)].filter(
    (one) => one.checkVisibility({visibilityProperty: true}));
  const told = (one) => `${one.className} ${one.textContent}`;
  const rows = ['.holdem-board', '.holdem-deck', '.duel-cards', '.ring-cards'];
  const cards = all(rows.map((row) => `${row} > *`).join());
  const bets = all('.ring-spot .chips').filter((one) => !one.hidden);
  const plates = all('.ring-plate, .ring-note, .holdem-pot > *, .duel-pot');
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


def test_what_the_player_had_hides_no_words_of_the_table(chromium: Any) -> None:
    told = recording("holdem", 2, 0, hands=4)
    table = Drawn(chromium, told)
    ends = [
        n for n, f in enumerate(told["frames"]) if _shows_a_loss(f["view"]["state"])
    ]
    assert ends
    for number in ends:
        table.show(number)
        note, words = (
            table.page.locator(place).bounding_box()
            for place in (".ring-seat.mine .ring-note", ".holdem-mine span >> nth=0")
        )
        assert note is not None
        assert words is not None
        assert note["y"] + note["height"] <= words["y"], number
    table.close()


def _shows_a_loss(state: dict[str, Any]) -> bool:
    """Return whether both have shown their cards, at the end of a hand."""
    return state["phase"] == "end" and all(state["shown"])
