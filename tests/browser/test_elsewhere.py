"""A game of a package outside the repository is played in the page, drawn or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import play_to_the_end, start
from tests.browser.visiting import visitor, whole
from tests.sources import ROOT

#: Two take one or two of a heap in turn, and the player with the last one wins.
RULES = '''
"""Heap: take one or two in turn; the player who takes the last one wins."""

from p2pgame.engine import Game, Options, State, by_score
from p2pgame.engine.events import Chosen, Event
from p2pgame.engine.turns import Choose, Turn


class Heap(State, frozen=True):
    left: int = 5
    player: int = 0


class HeapGame(Game[Heap, Options]):
    name, version, seats, options = "heap", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Heap:
        return Heap()

    def turn(self, state: Heap) -> Turn:
        if not state.left:
            return by_score([state.player != seat for seat in (0, 1)])
        moves = ("take 1", "take 2")[: min(2, state.left)]
        return Choose(state.player, moves)

    def apply(self, state: Heap, event: Event) -> Heap:
        assert isinstance(event, Chosen)
        return Heap(state.left - int(event.move[-1]), 1 - state.player)

    def show(self, state: Heap, faces: object) -> str:
        return f"{state.left} left"
'''
PAGE = """
import {h, fill} from '/static/js/dom.js';
import {send} from '/static/js/pieces/send.js';
export function create(table) {
  table.learn({en: 'heap-take = Take { $count } of the heap'});
  const element = h('div.round-foot');
  return {
    element: h('div', {}, h('h2', {}, 'The heap'), element),
    offers: () => true,
    show({choice}) {
      fill(element, (choice?.moves ?? []).map((move) => h('button', {
        type: 'button', onclick: () => send(table, move),
      }, table.t('heap-take', {count: move.slice(-1)}))));
    },
  };
}
"""


def package(folder: Path, page: str | None) -> str:
    """Install the game; return the PYTHONPATH that has it."""
    rules, info = folder / "heap_game", folder / "heap_game-1.dist-info"
    rules.mkdir(parents=True)
    info.mkdir()
    (rules / "__init__.py").touch()
    (rules / "rules.py").write_text(RULES)
    if page is not None:
        (rules / "heap_page.js").write_text(page)
    (info / "METADATA").write_text("Name: heap_game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[p2pgame.games]\nheap = heap_game.rules:HeapGame\n"
    )
    return f"{ROOT}:{folder}"


@pytest.mark.parametrize(
    "page",
    [pytest.param(None, id="generic", marks=whole), pytest.param(PAGE, id="drawn")],
)
def test_a_game_of_another_package_is_played_to_its_end(
    chromium: Browser, tmp_path: Path, page: str | None
) -> None:
    path = package(tmp_path / "site", page)
    with visitor(chromium, tmp_path, PYTHONPATH=path) as anna:
        start(anna, "heap")
        stage = anna.page.locator(".round-foot")
        expect(stage).to_have_count(1 if page else 0)
        play_to_the_end([anna], seed=1)
        expect(anna.page.get_by_role("region", name="How it ended")).to_be_visible()
