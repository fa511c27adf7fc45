"""The rules of some games, as the page and the games' own texts have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..turns import Rules
from .goofspiel import Goofspiel
from .kuhn import Kuhn
from .stories import BATTLESHIP, PIG, RPS
from .tictactoe import Tictactoe

KNOWN: Mapping[str, Rules[Any]] = {
    rules.name: rules
    for rules in (Kuhn(), Tictactoe(), Goofspiel(), RPS, PIG, BATTLESHIP)
}
