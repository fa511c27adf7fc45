"""This module plays the games of a job on the machine's cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

from p2pgame.engine import AnyGame
from p2pgame.games.registry import find
from p2pgame.workers import done

from .entry import check
from .job import Job, Result
from .match import play
from .results_file import opened
from .tally import Tally


def run(
    job: Job,
    kept: Path | None = None,
    *,
    processes: int = 0,
    enough: Callable[[Tally], bool] = lambda _: False,
    progress: Callable[[int], object] = lambda _: None,
    games: Callable[[str, int], AnyGame] = find,
) -> Tally:
    """Play the job's games until all are played, or it is ``enough``.

    ``kept`` is the file of results, from which a run that was killed goes on; 0
    processes are as many as there are cores.  ``progress`` hears how many games more
    are played.  ``games`` finds a game in each of the processes; a function of another
    module brings that module there.  The tally is the same however they are played.

    Raises:
      Refusal: The job can't be played, or its file holds something else.
      Faulty: A contestant crashed, or made no fair move.
      WorkerLost: A process was killed.
    """
    check(job)
    tally = Tally(job)
    with nullcontext() if kept is None else opened(kept, job) as file:
        before = () if file is None else file.before
        for result in before:
            tally.add(result)
        progress(len(before))
        numbers = _others(job, {result.game for result in before})
        with closing(done(partial(_play, job, games), numbers, processes)) as playing:
            while not enough(tally):
                ended = next(playing, None)
                if ended is None:
                    break
                _, result = ended
                if file is not None:
                    file.add(result)
                tally.add(result)
                progress(1)
    return tally


def _others(job: Job, played: set[int]) -> Iterator[int]:
    return (number for number in range(job.games) if number not in played)


def _play(job: Job, games: Callable[[str, int], AnyGame], number: int) -> Result:
    return play(games(job.game, job.version), job, number)
