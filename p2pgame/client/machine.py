"""Says what this machine does not let be done."""

from __future__ import annotations

from p2pgame.engine import plain

from .errors import Unusable
from .profile import places


def refused(error: OSError) -> Unusable:
    """Return what to say of a system call that has failed, and what about."""
    if places.is_within(error.filename):
        return places.unusable(error)
    where = "" if error.filename is None else f"{error.filename}: "
    return Unusable.saying(plain(f"{where}{error.strerror or error}"))
