"""This module says whether a job can be played, before its first game."""

from __future__ import annotations

import msgspec

from p2pgame.engine import AnyGame, Message, Refusal, message_of
from p2pgame.engine.play import why_not, wrong_seats
from p2pgame.games.registry import find

from .job import Job
from .match import maker


def check(job: Job) -> AnyGame:
    """Return the job's game, all of whose contestants can be seated.

    Raises:
      Refusal: The job can't be played.
      RulesError: The rules raise an error.
    """
    try:
        game = find(job.game, job.version)
    except ValueError as error:
        raise Refusal(message_of(error)) from None
    try:
        options = job.chosen(game)
    except msgspec.ValidationError as error:
        says = Message.of("option-wrong", game=game.name, why=str(error))
        raise Refusal(says) from None
    if (wrong := wrong_seats(game, job.seats)) is not None:
        raise Refusal(wrong)
    unfit = why_not(game, job.seats, options)
    if unfit is not None:
        raise Refusal(Message.of("game-unfit", game=game.name, why=unfit))
    _check_contestants(job)
    return game


def _check_contestants(job: Job) -> None:
    count = len(job.contestants)
    if count < 2:
        raise Refusal(Message.of("arena-needs-two", count=count))
    at_table = 2 if job.pairs else count
    if job.seats < at_table:
        says = Message.of(
            "arena-needs-seats", game=job.game, count=at_table, seats=job.seats
        )
        raise Refusal(says)
    if job.deals < 1:
        raise Refusal(Message.of("arena-needs-deals", deals=job.deals))
    for name in job.contestants:
        maker(name, job.game)
