"""The page draws walkers where the rules have them."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from p2pgame.client.telling.views import fields_of
from p2pgame.games.mover.plane import KEYS, Walk
from tests.sources import ROOT

NODE = shutil.which("node")
SCRIPT = """
const {leftOf, placeOf, wayOf} = await import(process.argv[1]);
const told = JSON.parse(process.argv[2]).map(([walk, tick]) =>
  [placeOf(walk, tick), leftOf(walk, tick), wayOf(walk.direction)]);
console.log(JSON.stringify(told));
"""


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_the_page_has_each_walker_where_the_rules_have_it() -> None:
    asked = [
        (name, Walk(3, -2, key, 4, 10), tick)
        for name, key in KEYS.items()
        for tick in (10, 12, 14, 20)
    ]
    module = (ROOT / "games" / "mover" / "mover_walks_page.js").as_uri()
    given = json.dumps([[fields_of(walk), tick] for _, walk, tick in asked])
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, module, given],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == [
        [[*walk.place(tick)], walk.left(tick), name] for name, walk, tick in asked
    ]
