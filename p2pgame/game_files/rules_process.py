"""A process that runs the rules of a file, seen from the program that asks it.

It is asked one call at a time, and has so many seconds of a processor for a turn.  One
that takes longer, or says what is no reply, is killed, and its rules are at fault.
Before it has used up its own life it is replaced, so a table may last.
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
from p2pgame.engine.errors import RulesStopped
from p2pgame.engine.prepared import prepared

from .budgets import Budget, Meter
from .calls import FRAME_LIMIT, PREFIX, TRIAL, VARIANT, Reply
from .table_rules import Abandoned, begun

T = TypeVar("T")

#: Seconds of a processor to start, to load the rules, and for a turn or a view.
START, LOAD, EACH = 60.0, 10.0, 5.0
#: Seconds of a processor after which another process goes on.
RENEWED = 300.0
#: Seconds after which a process that takes no processor time waits in vain.
IDLE = 20.0
#: How to start it.  -P keeps the current folder off its import path.
_COMMAND = (sys.executable, "-P", "-m", "p2pgame.game_files.server")
#: What of our environment it gets.
_PASSED = "PYTHONPATH", "SYSTEMROOT", "LD_LIBRARY_PATH"
#: What makes C's mathematics round as it does on an older processor.
_OLDER = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"}


def _starting() -> Budget:
    return Budget.of(START, "starting")


def _loading() -> Budget:
    return Budget.of(LOAD, "loading")


class _Wait:
    """Waits for a process's pipes while something of the budget is left."""

    def __init__(self, pid: int, budget: Budget) -> None:
        self.meter, self._budget = Meter(pid), budget

    def __call__(self, pipe: Any, event: int) -> None:
        """Wait until a pipe is ready.

        Raises:
          TimeoutError: It is not, in time; the text says what the process did.
        """
        before, since = self.meter.used, monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            while not selector.select(self._seconds):
                used = self.meter.used
                if used >= self._budget.left:
                    raise TimeoutError(f"took longer than {self._budget}")
                if used > before:
                    before, since = used, monotonic()
                elif monotonic() - since > IDLE:
                    raise TimeoutError("wait for what never comes")

    @property
    def _seconds(self) -> float:
        """The seconds after which to look what the process has done."""
        return min(IDLE, max(0.0, self._budget.left - self.meter.used))


class Unlimited(RulesError):
    """This system can't keep a process to limits, so that no rules run in one."""


class RulesProcess:
    """One text's process: it starts here, and ends with :meth:`close` or with us.

    Those of one ``variant`` hash texts alike, and have the same depth and memory.  All
    but variant 0 round as an older processor, where the system can.

    Raises:
      Unlimited: This system has no limits for it.
      RulesError: The text is none that may run, or it does not keep to its limits.
    """

    def __init__(self, text: str, each: float | None = None, variant: int = 0) -> None:
        self.each, self._turn = EACH if each is None else each, Lock()
        self._broken: str | None = None
        self._is_abandoned = self._is_loaded = False
        self._text, self._variant = text.encode(), variant
        self._start()
        try:
            found = self._exchange(self._text, tuple[bytes, str], _starting())
        except BaseException:
            self._end()
            raise
        #: The hash of the text's code, and what the text says of itself.
        self.code, self.summary = found

    def _start(self) -> None:
        environment = {name: os.environ[name] for name in _PASSED if name in os.environ}
        environment |= {
            VARIANT: str(self._variant),
            **(_OLDER if self._variant else {}),
        }
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=os.path.abspath(os.sep),
            env=environment,
            process_group=0,  # Ctrl-C is for the person
        )
        self._end = weakref.finalize(self, _end, self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._spent = 0.0
        begun(self)

    def _renew(self) -> None:
        """Go on with another process, as this one's life has an end.

        Raises:
          RulesStopped: It does not load what the one before it has loaded.
        """
        self._end()
        self._start()
        for data, budget in ((self._text, _starting()), (b"", _loading())):
            self._check_abandoned()
            if self._reply(data, budget).status != "ok":
                raise self._fault("they do not load again")

    def load(self, kind: type[T]) -> T:
        """Have the rules read and run; return what their game is.

        Raises:
          RulesError: It fails.
        """
        loaded: T = self._exchange(b"", kind, _loading())
        self._is_loaded = True
        return loaded

    def ask(self, request: bytes, budget: Budget) -> msgspec.Raw:
        """Return the value that a call comes to, which takes some of a budget.

        Raises:
          Refusal: The rules refuse what a person has written.
          RulesError: They raise an error.
          RulesStopped: They do not keep to their limits.
        """
        value: msgspec.Raw = self._exchange(request, msgspec.Raw, budget)
        return value

    def prepare_trials(self) -> None:
        """Have the rules read and run, for :meth:`try_out` alone.

        Raises:
          RulesError: It fails.
        """
        self._exchange(TRIAL, None, _loading())

    def try_out(self, seats: int, options: Options) -> None:
        """Have the first calls of one game tried.

        Raises:
          RulesError: They fail, or take too long or too much memory.
        """
        most = self.each
        values = map(msgspec.msgpack.encode, (seats, options, 0.8 * most))
        args = [msgspec.Raw(one) for one in values]
        request = msgspec.msgpack.encode((TRIAL.decode(), args))
        self._exchange(request, None, Budget.of(most, "a trial"))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._end()

    def abandon(self) -> None:
        """End the process, from any thread; whoever waits gets :class:`.Abandoned`."""
        self._is_abandoned = True
        self._process.kill()

    def _exchange(self, data: bytes, kind: Any, budget: Budget) -> Any:
        with self._turn:
            self._check_abandoned()
            if self._broken is not None:
                raise RulesStopped(self._broken)
            if self._is_loaded and self._spent >= RENEWED:
                self._renew()
            reply = self._reply(data, budget)
            try:
                match reply.status:
                    case "ok":
                        return _read(reply.value, kind)
                    case "refused":
                        message = _read(reply.value, Message)
                    case "unlimited":
                        raise Unlimited(plainly(_read(reply.value, str)))
                    case "raised":
                        raise RulesError(plainly(_read(reply.value, str)))
                    case "stopped":
                        raise RulesStopped(plainly(_read(reply.value, str)))
            except (ValueError, msgspec.MsgspecError) as error:
                raise self._fault(f"they say what is none: {error}") from None
        raise Refusal(message)

    def _reply(self, data: bytes, budget: Budget) -> Reply:
        wait = _Wait(self.pid, budget)
        try:
            self._write(len(data).to_bytes(PREFIX) + data, wait)
            size = int.from_bytes(self._read(PREFIX, wait))
            if size > FRAME_LIMIT:
                raise self._fault(f"they say too much at once: {size} bytes")
            return msgspec.msgpack.decode(self._read(size, wait), type=prepared(Reply))
        except TimeoutError as error:
            raise self._fault(f"they {error}") from None
        except (EOFError, OSError):
            self._check_abandoned()
            raise self._fault("their process has ended") from None
        except msgspec.MsgspecError as error:
            raise self._fault(f"they say what is no reply: {error}") from None
        except BaseException:  # Ctrl-C in the middle of a frame
            self._fault("they were interrupted")
            raise
        finally:
            used = wait.meter.used
            budget.left -= used
            self._spent += used

    def _check_abandoned(self) -> None:
        if self._is_abandoned:
            raise Abandoned

    def _fault(self, said: str) -> RulesError:
        """End the process; return what is wrong, which all later calls are told."""
        self._broken = f"the rules were stopped: {plainly(said)}"
        self._end()
        return RulesStopped(self._broken)

    def _write(self, data: bytes, wait: _Wait) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        while data:
            wait(pipe, selectors.EVENT_WRITE)
            data = data[os.write(pipe.fileno(), data[:65536]) :]

    def _read(self, size: int, wait: _Wait) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        parts, left = list[bytes](), size
        while left:
            wait(pipe, selectors.EVENT_READ)
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


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
