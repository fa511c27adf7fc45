"""The engine runs the rules of any game.

It knows no particular game, no cryptography, no disk and no network.
"""

from .agents import Agent, Bot, RandomAgent, decide
from .builder import Builder
from .errors import (
    IllegalMove,
    Refusal,
    RulesError,
)
from .events import (
    Chosen,
    ChosenTogether,
    Closing,
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
from .message import NOTHING, Argument, Message, SeatName, listed, plain
from .plan import Conflict, Plan
from .play import (
    Step,
    advance,
    replay,
    start,
    why_refused,
)
from .reason import Reason, message_of
from .results import (
    by_score,
    drawn,
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
    "NOTHING",
    "Agent",
    "Amount",
    "AnyGame",
    "Argument",
    "BeyondHorizon",
    "Bot",
    "Builder",
    "Choose",
    "Chosen",
    "ChosenTogether",
    "Claim",
    "Closing",
    "Conflict",
    "Deal",
    "Dealt",
    "Event",
    "Expired",
    "Game",
    "IllegalMove",
    "Message",
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
    "Refusal",
    "Reshuffle",
    "Reshuffled",
    "Roll",
    "Rolled",
    "RulesError",
    "SeatName",
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
    "drawn",
    "forfeited",
    "forward",
    "learn",
    "listed",
    "message_of",
    "plain",
    "ranking",
    "replay",
    "resume",
    "sanitise",
    "start",
    "view",
    "why_refused",
    "winners",
]
