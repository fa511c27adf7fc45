"""A process that runs the rules of a file, seen from the program that asks it.

It is asked one call at a time, and has so many seconds for each.  One that takes
longer, or says what is no reply, is killed, and its rules are at fault.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import weakref
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import msgspec

from p2pgame.engine import Message, Options, Refusal, RulesError
from p2pgame.engine.prepared import prepared

from .calls import FRAME_LIMIT, PREFIX, TRIAL, Reply

T = TypeVar("T")

#: Seconds for the process to start, for its rules to load, and for one call.
START, LOAD, EACH = 60.0, 10.0, 5.0
#: How to start it.  -P keeps the current folder off its import path.
_COMMAND = (sys.executable, "-P", "-m", "p2pgame.game_files.server")
#: What of our environment it gets; every such process hashes texts alike.
_PASSED = ("PYTHONPATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
_FIXED = {"PYTHONHASHSEED": "0"}


class Unlimited(RulesError):
    """This system can't keep a process to limits, so that no rules run in one."""


class RulesProcess:
    """One text's process: it starts here, and ends with :meth:`close` or with us.

    Raises:
      Unlimited: This system has no limits for it.
      RulesError: The text is none that may run, or it does not keep to its limits.
    """

    def __init__(self, text: str, each: float | None = None) -> None:
        self._each, self._turn = EACH if each is None else each, Lock()
        self._broken: str | None = None
        environment = {name: os.environ[name] for name in _PASSED if name in os.environ}
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=os.path.abspath(os.sep),
            env={**environment, **_FIXED},
            process_group=0,  # Ctrl-C is for the person
        )
        self._end = weakref.finalize(self, _end, self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        try:
            found = self._exchange(text.encode(), tuple[bytes, str], START)
        except BaseException:
            self._end()
            raise
        #: The hash of the text's code, and what the text says of itself.
        self.code, self.summary = found

    def load(self, kind: type[T]) -> T:
        """Have the rules read and run; return what their game is.

        Raises:
          RulesError: It fails.
        """
        loaded: T = self._exchange(b"", kind, LOAD)
        return loaded

    def ask(self, request: bytes) -> msgspec.Raw:
        """Return the value that a call comes to.

        Raises:
          Refusal: The rules refuse what a person has written.
          RulesError: They raise an error, or do not keep to their limits.
        """
        value: msgspec.Raw = self._exchange(request, msgspec.Raw, self._each)
        return value

    def prepare_trials(self) -> None:
        """Have the rules read and run, for :meth:`try_out` alone.

        Raises:
          RulesError: It fails.
        """
        self._exchange(TRIAL, None, LOAD)

    def try_out(self, seats: int, options: Options) -> None:
        """Have the first calls of one game tried.

        Raises:
          RulesError: They fail, or take too long or too much memory.
        """
        most = self._each
        values = map(msgspec.msgpack.encode, (seats, options, 0.8 * most))
        args = [msgspec.Raw(one) for one in values]
        request = msgspec.msgpack.encode((TRIAL.decode(), args))
        self._exchange(request, None, most)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._end()

    def _exchange(self, data: bytes, kind: Any, seconds: float) -> Any:
        with self._turn:
            if self._broken is not None:
                raise RulesError(self._broken)
            reply = self._reply(data, seconds)
            try:
                match reply.status:
                    case "ok":
                        return _read(reply.value, kind)
                    case "refused":
                        message = _read(reply.value, Message)
                    case "unlimited":
                        raise Unlimited(plainly(_read(reply.value, str)))
                    case "raised":
                        said = _read(reply.value, str)
                        raise RulesError(plainly(said))
            except (ValueError, msgspec.MsgspecError) as error:
                raise self._fault(f"they say what is none: {error}") from None
        raise Refusal(message)

    def _reply(self, data: bytes, seconds: float) -> Reply:
        until = monotonic() + seconds
        try:
            self._write(len(data).to_bytes(PREFIX) + data, until)
            size = int.from_bytes(self._read(PREFIX, until))
            if size > FRAME_LIMIT:
                raise self._fault("they say too much at once")
            return msgspec.msgpack.decode(self._read(size, until), type=prepared(Reply))
        except TimeoutError:
            raise self._fault(f"they took longer than {seconds:g} seconds") from None
        except (EOFError, OSError):
            raise self._fault("their process has ended") from None
        except msgspec.MsgspecError as error:
            raise self._fault(f"they say what is no reply: {error}") from None
        except BaseException:  # Ctrl-C in the middle of a frame
            self._fault("they were interrupted")
            raise

    def _fault(self, said: str) -> RulesError:
        """End the process; return what is wrong, which all later calls are told."""
        self._broken = f"the rules were stopped: {plainly(said)}"
        self._end()
        return RulesError(self._broken)

    def _write(self, data: bytes, until: float) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        while data:
            _wait(pipe, selectors.EVENT_WRITE, until)
            data = data[os.write(pipe.fileno(), data[:65536]) :]

    def _read(self, size: int, until: float) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        parts, left = list[bytes](), size
        while left:
            _wait(pipe, selectors.EVENT_READ, until)
            part = os.read(pipe.fileno(), left)
            if not part:
                raise EOFError
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


def _read(data: msgspec.Raw, kind: type[T]) -> T:
    return msgspec.msgpack.decode(data, type=prepared(kind))


def plainly(text: str, keeps: str = "") -> str:
    """Return a text of strangers, in which only ``keeps`` may be more than text."""
    return "".join(c if c.isprintable() or c in keeps else "\ufffd" for c in text)


def _wait(pipe: Any, event: int, until: float) -> None:
    """Wait until a pipe is ready.

    Raises:
      TimeoutError: It is not, in time.
    """
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(0.0, until - monotonic())):
            raise TimeoutError


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
