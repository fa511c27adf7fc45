"""Says what this machine does not let be done."""

from __future__ import annotations

from p2pgame.engine import plain

from . import system_reason
from .errors import Unusable
from .profile import places


def refused(error: OSError) -> Unusable:
    """Return what to say of a system call that has failed, and what about."""
    if places.is_within(error.filename):
        return places.unusable(error)
    why = system_reason.why(error)
    if error.filename is None:
        return Unusable.saying(why)
    what = plain(str(error.filename))
    return Unusable("because", what=what, why=why)
