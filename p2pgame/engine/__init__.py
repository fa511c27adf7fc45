"""The engine runs the rules of any game.

It knows no particular game, no cryptography, no disk and no network.

The names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .combination import Combination as Combination
    from .drawing import Drawing as Drawing
    from .drawing import Look as Look
    from .drawing import Row as Row
    from .drawing import Span as Span
    from .errors import ContradictoryRules as ContradictoryRules
    from .errors import IllegalMove as IllegalMove
    from .errors import Refusal as Refusal
    from .errors import RulesError as RulesError
    from .errors import UnknownGame as UnknownGame
    from .events import Chosen as Chosen
    from .events import ChosenTogether as ChosenTogether
    from .events import Closing as Closing
    from .events import Dealt as Dealt
    from .events import Event as Event
    from .events import Expired as Expired
    from .events import Opened as Opened
    from .events import Placed as Placed
    from .events import Proved as Proved
    from .events import Reshuffled as Reshuffled
    from .events import Rolled as Rolled
    from .events import Seated as Seated
    from .events import Shuffled as Shuffled
    from .events import Status as Status
    from .events import Ticked as Ticked
    from .game import AnyGame as AnyGame
    from .game import Game as Game
    from .message import NOTHING as NOTHING
    from .message import Argument as Argument
    from .message import Message as Message
    from .message import SeatName as SeatName
    from .message import listed as listed
    from .message import plain as plain
    from .play import Step as Step
    from .play import advance as advance
    from .play import replay as replay
    from .play import start as start
    from .play import why_refused as why_refused
    from .reason import Reason as Reason
    from .reason import message_of as message_of
    from .results import by_score as by_score
    from .results import drawn as drawn
    from .results import forfeited as forfeited
    from .results import losing as losing
    from .results import ranking as ranking
    from .results import winners as winners
    from .saved import resume as resume
    from .state import Options as Options
    from .state import State as State
    from .state import digest as digest
    from .ticks import BeyondHorizon as BeyondHorizon
    from .ticks import Ticks as Ticks
    from .ticks import backward as backward
    from .ticks import forward as forward
    from .turns import Amount as Amount
    from .turns import Choose as Choose
    from .turns import Claim as Claim
    from .turns import Deal as Deal
    from .turns import NoneOf as NoneOf
    from .turns import Offer as Offer
    from .turns import OneOf as OneOf
    from .turns import Open as Open
    from .turns import Over as Over
    from .turns import Place as Place
    from .turns import Prove as Prove
    from .turns import Reshuffle as Reshuffle
    from .turns import Roll as Roll
    from .turns import Shuffle as Shuffle
    from .turns import Tick as Tick
    from .turns import Timer as Timer
    from .turns import Together as Together
    from .turns import Turn as Turn
    from .undo.plan import Conflict as Conflict
    from .undo.plan import Plan as Plan
    from .undo.takeback import Redone as Redone
    from .undo.takeback import Takeback as Takeback
    from .undo.takeback import Undone as Undone
    from .undo.timeline import Moment as Moment
    from .undo.timeline import Timeline as Timeline
    from .views import View as View
    from .views import learn as learn
    from .views import view as view
    from .visibility import EMPTY as EMPTY
    from .visibility import Policy as Policy
    from .visibility import Seen as Seen
    from .visibility import Zone as Zone
    from .visibility import masked as masked
    from .visibility import sanitise as sanitise

#: In which module each name is.
_WHERE = {
    "combination": ("Combination",),
    "drawing": ("Drawing", "Look", "Row", "Span"),
    "errors": (
        "ContradictoryRules",
        "IllegalMove",
        "Refusal",
        "RulesError",
        "UnknownGame",
    ),
    "events": (
        "Chosen",
        "ChosenTogether",
        "Closing",
        "Dealt",
        "Event",
        "Expired",
        "Opened",
        "Placed",
        "Proved",
        "Reshuffled",
        "Rolled",
        "Seated",
        "Shuffled",
        "Status",
        "Ticked",
    ),
    "game": (
        "AnyGame",
        "Game",
    ),
    "message": (
        "Argument",
        "Message",
        "NOTHING",
        "SeatName",
        "listed",
        "plain",
    ),
    "undo.plan": (
        "Conflict",
        "Plan",
    ),
    "play": (
        "Step",
        "advance",
        "replay",
        "start",
        "why_refused",
    ),
    "reason": (
        "Reason",
        "message_of",
    ),
    "results": (
        "by_score",
        "drawn",
        "forfeited",
        "losing",
        "ranking",
        "winners",
    ),
    "saved": ("resume",),
    "state": (
        "Options",
        "State",
        "digest",
    ),
    "undo.takeback": (
        "Redone",
        "Takeback",
        "Undone",
    ),
    "ticks": (
        "BeyondHorizon",
        "Ticks",
        "backward",
        "forward",
    ),
    "undo.timeline": (
        "Moment",
        "Timeline",
    ),
    "turns": (
        "Amount",
        "Choose",
        "Claim",
        "Deal",
        "NoneOf",
        "Offer",
        "OneOf",
        "Open",
        "Over",
        "Place",
        "Prove",
        "Reshuffle",
        "Roll",
        "Shuffle",
        "Tick",
        "Timer",
        "Together",
        "Turn",
    ),
    "views": (
        "View",
        "learn",
        "view",
    ),
    "visibility": (
        "EMPTY",
        "Policy",
        "Seen",
        "Zone",
        "masked",
        "sanitise",
    ),
}
_NAMES = {name: module for module, names in _WHERE.items() for name in names}

__all__ = sorted(_NAMES)


if not TYPE_CHECKING:  # a checker finds names that there are not

    def __getattr__(name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(f".{_NAMES[name]}", __name__), name)
        globals()[name] = found
        return found
