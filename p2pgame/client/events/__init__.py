"""The events that a client reports to its front end, in order.

All are frozen structs, and JSON objects whose field ``event`` names the class.
What is said to people is a :class:`~p2pgame.engine.Message`: an id and arguments.
Seats count from 0; ``seat`` is None where a spectator has none.  Times are seconds.
Keys and tables are hexadecimal.
"""

from __future__ import annotations

from typing import TypeAlias

from .evening import Account, EveningShown, Payment, Purse, Standing
from .files import Accused, ForkShown, KnownForker, RulesBroken, Saved, SecretsShown
from .gathering import Arrived, Compare, Invited, Terms, WordsTold
from .parts import Choice, Event, Part, Player, Range, Trust, View, Zone, range_of
from .plans import HintShown, PlanEnded, Planned, PlanStep, UndosFound, UndosShown
from .playing import (
    Begun,
    Chat,
    Ended,
    Happened,
    MovedFor,
    Nudged,
    Overtaken,
    PastKind,
    PastLine,
    Proposed,
    Resumed,
    TurnClosed,
    Weighed,
    YourTurn,
)
from .status import (
    Answered,
    Asked,
    Connection,
    Done,
    Finished,
    Guest,
    NotDone,
    Notice,
    Progress,
    Snapshot,
    Waiting,
)
from .verified import (
    AbsencesShown,
    AuditShown,
    Chained,
    Departed,
    LocalFact,
    Outlined,
    SignedShown,
    TimesShown,
    Verified,
)

__all__ = [
    "AbsencesShown",
    "Account",
    "Accused",
    "Answered",
    "AnyEvent",
    "Arrived",
    "Asked",
    "AuditShown",
    "Begun",
    "Chained",
    "Chat",
    "Choice",
    "Compare",
    "Connection",
    "Departed",
    "Done",
    "Ended",
    "EveningShown",
    "Event",
    "Finished",
    "ForkShown",
    "Guest",
    "Happened",
    "HintShown",
    "Invited",
    "KnownForker",
    "LocalFact",
    "MovedFor",
    "NotDone",
    "Notice",
    "Nudged",
    "Outlined",
    "Overtaken",
    "Part",
    "PastKind",
    "PastLine",
    "Payment",
    "PlanEnded",
    "PlanStep",
    "Planned",
    "Player",
    "Progress",
    "Proposed",
    "Purse",
    "Range",
    "Resumed",
    "RulesBroken",
    "Saved",
    "SecretsShown",
    "SignedShown",
    "Snapshot",
    "Standing",
    "Terms",
    "TimesShown",
    "Trust",
    "TurnClosed",
    "UndosFound",
    "UndosShown",
    "Verified",
    "View",
    "Waiting",
    "Weighed",
    "WordsTold",
    "YourTurn",
    "Zone",
    "range_of",
]

AnyEvent: TypeAlias = (
    Invited
    | WordsTold
    | Compare
    | Arrived
    | Notice
    | Terms
    | Begun
    | Resumed
    | Happened
    | YourTurn
    | TurnClosed
    | Weighed
    | Planned
    | PlanEnded
    | UndosFound
    | HintShown
    | Chat
    | Proposed
    | Nudged
    | MovedFor
    | Overtaken
    | Ended
    | Waiting
    | Progress
    | Saved
    | Verified
    | EveningShown
    | Purse
    | Accused
    | ForkShown
    | KnownForker
    | RulesBroken
    | SecretsShown
    | Asked
    | Answered
    | Snapshot
    | Done
    | NotDone
    | Finished
)
