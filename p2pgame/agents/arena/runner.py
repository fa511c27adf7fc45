"""This module runs a job on the machine's cores, and keeps its results in a file.

The file has the job in its first line and a result in each other, as JSON, in the order
in which they came.  A run that was killed goes on from there: games with a result are
not played again, and a line that was cut off is played again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

import msgspec

from games.registry import find

from .job import Job, Result
from .match import play
from .tally import Tally

#: Games given to each process ahead, so that none waits.
AHEAD = 2


def run(
    job: Job,
    kept: Path | None = None,
    *,
    processes: int = 0,
    enough: Callable[[Tally], bool] = lambda _: False,
) -> Tally:
    """Play the job's games until all are played, or it is ``enough``.

    ``kept`` is the file of results; 0 processes are as many as there are cores.

    Raises:
      ValueError: The file holds another job, or a game or player is unknown.
    """
    tally = Tally(job)
    done = set[int]()
    for result in _before(job, kept):
        done.add(result.game)
        tally.add(result)
    numbers = (number for number in range(job.games) if number not in done)
    for result in _played(
        job, numbers, processes or os.cpu_count() or 1, tally, enough
    ):
        tally.add(result)
        if kept is not None:
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
    return tally


def _before(job: Job, kept: Path | None) -> list[Result]:
    """Return the results in the file, which is begun if it is not there."""
    if kept is None:
        return []
    if not kept.exists():
        kept.write_bytes(job.encode() + b"\n")
        return []
    first, *lines = kept.read_bytes().splitlines(keepends=True)
    if Job.decode(first) != job:
        raise ValueError(f"{kept} holds the results of another job")
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        kept.write_bytes(first + b"".join(whole))
    return [msgspec.json.decode(line, type=Result) for line in whole]


def _played(
    job: Job,
    numbers: Iterator[int],
    processes: int,
    tally: Tally,
    enough: Callable[[Tally], bool],
) -> Iterator[Result]:
    if processes == 1:
        game = find(job.game, job.version)
        for number in numbers:
            if enough(tally):
                return
            yield play(game, job, number)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        playing = {
            pool.submit(_play, job, number)
            for number in islice(numbers, AHEAD * processes)
        }
        while playing:
            ended, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()
            if enough(tally):
                _drop(playing)
                return
            more = islice(numbers, len(ended))
            playing |= {pool.submit(_play, job, number) for number in more}


def _drop(playing: set[Future[Result]]) -> None:
    for future in playing:
        future.cancel()


def _play(job: Job, number: int) -> Result:
    return play(find(job.game, job.version), job, number)
