"""The rules machinery: knows no game, no cryptography, no disk, no network."""

from .agents import Agent, Bot, RandomAgent, decide
from .builder import Builder
from .errors import (
    IllegalMove,
    RulesError,
)
from .events import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Expired,
    Opened,
    Placed,
    Proved,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    Status,
    Ticked,
)
from .game import (
    AnyGame,
    Game,
)
from .plan import Conflict, Plan
from .play import (
    Step,
    advance,
    replay,
    start,
    why_refused,
)
from .reason import (
    Reason,
)
from .results import (
    by_score,
    forfeited,
    ranking,
    winners,
)
from .saved import resume
from .state import (
    Options,
    State,
    digest,
)
from .takeback import Redone, Takeback, Undone
from .ticks import BeyondHorizon, Ticks, backward, forward
from .timeline import Moment, Timeline, advance_all
from .turns import (
    Amount,
    Choose,
    Claim,
    Deal,
    NoneOf,
    Offer,
    OneOf,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Timer,
    Together,
    Turn,
)
from .views import (
    View,
    learn,
    view,
)
from .visibility import (
    EMPTY,
    Policy,
    Seen,
    Zone,
    sanitise,
)

__all__ = [
    "EMPTY",
    "Agent",
    "Amount",
    "AnyGame",
    "BeyondHorizon",
    "Bot",
    "Builder",
    "Choose",
    "Chosen",
    "ChosenTogether",
    "Claim",
    "Conflict",
    "Deal",
    "Dealt",
    "Event",
    "Expired",
    "Game",
    "IllegalMove",
    "Moment",
    "NoneOf",
    "Offer",
    "OneOf",
    "Open",
    "Opened",
    "Options",
    "Over",
    "Place",
    "Placed",
    "Plan",
    "Policy",
    "Prove",
    "Proved",
    "RandomAgent",
    "Reason",
    "Redone",
    "Reshuffle",
    "Reshuffled",
    "Roll",
    "Rolled",
    "RulesError",
    "Seated",
    "Seen",
    "Shuffle",
    "Shuffled",
    "State",
    "Status",
    "Step",
    "Takeback",
    "Tick",
    "Ticked",
    "Ticks",
    "Timeline",
    "Timer",
    "Together",
    "Turn",
    "Undone",
    "View",
    "Zone",
    "advance",
    "advance_all",
    "backward",
    "by_score",
    "decide",
    "digest",
    "forfeited",
    "forward",
    "learn",
    "ranking",
    "replay",
    "resume",
    "sanitise",
    "start",
    "view",
    "why_refused",
    "winners",
]
