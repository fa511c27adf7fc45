"""The rules of some games, as the page and the games' own texts have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..turns import Rules
from .goofspiel import Goofspiel, Goofspiel1
from .holdem import Holdem
from .holdem_1 import Holdem1
from .holdem_2 import Holdem2
from .kuhn import Kuhn, Kuhn1
from .stories import BATTLESHIP, PIG, RPS, RPS_1
from .tictactoe import Tictactoe

#: By name the newest version, and an older one by its number, too.
KNOWN: Mapping[str, Rules[Any]] = {
    **{"kuhn@1": Kuhn1(), "holdem@1": Holdem1(), "holdem@2": Holdem2()},
    **{"goofspiel@1": Goofspiel1(), "rps@1": RPS_1},
    **{
        rules.name: rules
        for rules in (Kuhn(), Tictactoe(), Goofspiel(), Holdem(), RPS, PIG, BATTLESHIP)
    },
}
