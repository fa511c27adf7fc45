"""The rules machinery: knows no game, no cryptography, no disk, no network."""

from .errors import IllegalMove, RulesError
from .events import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Opened,
    Rolled,
    Shuffled,
)
from .game import AnyGame, Game, Reason
from .play import Step, advance, replay, start
from .state import Options, State, digest
from .turns import (
    Amount,
    Choose,
    Deal,
    Offer,
    Open,
    Over,
    Roll,
    Shuffle,
    Together,
    Turn,
)
from .views import View, learn, view

__all__ = [
    "Amount",
    "AnyGame",
    "Choose",
    "Chosen",
    "ChosenTogether",
    "Deal",
    "Dealt",
    "Event",
    "Game",
    "IllegalMove",
    "Offer",
    "Open",
    "Opened",
    "Options",
    "Over",
    "Reason",
    "Roll",
    "Rolled",
    "RulesError",
    "Shuffle",
    "Shuffled",
    "State",
    "Step",
    "Together",
    "Turn",
    "View",
    "advance",
    "digest",
    "learn",
    "replay",
    "start",
    "view",
]
