"""Says why the system refuses something, in the words of a language that ships."""

from __future__ import annotations

import errno

from p2pgame.engine import Message


def why(error: OSError) -> Message:
    """Return what an error of the system says, without what it is about.

    The system's own words, which are English, stand for a rare one.
    """
    code = errno.errorcode.get(error.errno or 0, "unknown")
    return Message.of("system-error", code=code, text=error.strerror or str(error))
