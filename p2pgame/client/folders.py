"""Verifies many transcripts, and all those below a folder, on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from p2pgame.engine import RulesError
from p2pgame.workers import WorkerLost, done_or_lost

from . import checking
from .errors import ClientError, InvalidRequest, rules_failed
from .events import Verified
from .words import message_of_error

#: How the names of transcripts end, which are looked for in folders.
SUFFIX = ".p2pgame"


def transcripts(paths: Iterable[Path]) -> list[Path]:
    """Return these files, and all transcripts below these folders, each once.

    Those of a folder are in the order of their names.

    Raises:
      InvalidRequest: A folder has none or can't be read, or a path is not there.
    """
    found = dict[Path, None]()
    for path in paths:
        if path.is_dir():
            found |= dict.fromkeys(_below(path))
        elif path.exists():
            found[path] = None
        else:
            checking.load(path)
    return [*found]


def verify_all(
    paths: Iterable[Path], processes: int = 0
) -> Iterator[tuple[Path, Verified | ClientError]]:
    """Yield each transcript with what :func:`.checking.verify` says, as they are done.

    A transcript that can't be verified does not stop the others.  Each process has one
    in memory at a time; 0 processes are one for each core.
    """
    for path, found in done_or_lost(_verified, paths, processes):
        if isinstance(found, WorkerLost):
            yield path, ClientError("verifying-killed", path=str(path))
        else:
            yield path, found


def _verified(path: Path) -> Verified | ClientError:
    try:
        return checking.verify(path)
    except RulesError as error:
        return rules_failed(error)
    except ClientError as error:
        return error
    except Exception as error:
        kind, why = type(error).__name__, message_of_error(error)
        return ClientError("verifying-failed", path=str(path), kind=kind, why=why)


def _below(folder: Path) -> list[Path]:
    found = []
    for here, folders, names in os.walk(folder, onerror=_refuse):
        folders.sort()
        files = (Path(here, name) for name in names if name.endswith(SUFFIX))
        found += [path for path in files if path.is_file()]
    if not found:
        raise InvalidRequest("no-transcripts", path=str(folder), suffix=SUFFIX)
    return sorted(found)


def _refuse(error: OSError) -> None:
    why = error.strerror or "it can't be read"
    raise InvalidRequest("file-unreadable", path=str(error.filename), why=why)
