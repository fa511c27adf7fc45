"""Keeps a snapshot of a seat: what a front end must know that missed events."""

from __future__ import annotations

from msgspec.structs import replace

from .events import (
    AnyEvent,
    Begun,
    Ended,
    EveningShown,
    Happened,
    Invited,
    Overtaken,
    PlanEnded,
    Planned,
    Purse,
    Resumed,
    Saved,
    Snapshot,
    TurnClosed,
    Verified,
    Waiting,
    YourTurn,
)


def after(now: Snapshot, event: AnyEvent) -> Snapshot:
    """Return how things are after ``event``."""
    match event:
        case Invited():
            return Snapshot(0, invited=event, evening=now.evening)
        case Begun():
            kept = Snapshot(0, invited=now.invited, evening=now.evening)
            return replace(kept, begun=event, waiting=now.waiting)
        case Happened(view=view) | Resumed(view=view):
            return replace(now, view=view)
        case YourTurn():
            return replace(now, turn=event, view=event.view)
        case TurnClosed(number) if now.turn is not None and now.turn.number == number:
            return replace(now, turn=None)
        case Planned(view=view):
            plan = replace(event, fell=None)  # which is told once
            return replace(now, plan=plan, view=now.view if view is None else view)
        case PlanEnded():
            return replace(now, plan=None)
        case Waiting():
            return replace(now, waiting=event)
        case Ended():
            return replace(now, ended=event, turn=None)
        case Overtaken():
            return replace(now, ended=None, turn=None)
        case Saved():
            return replace(now, saved=event)
        case Verified():
            return replace(now, verified=event)
        case EveningShown():
            return replace(now, evening=event)
        case Purse():
            return replace(now, purse=event)
    return now
