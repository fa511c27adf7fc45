"""A real redis-server of our own, on a socket in a folder of its own."""

from __future__ import annotations

import shutil
import signal
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import pytest
import trio

from tests.children import lines_from

DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


class RedisServer:
    """Runs from :meth:`start` to :meth:`kill`; what it has on disk stays for the next.

    Skips the test where no such program is installed.
    """

    def __init__(self, *options: str) -> None:
        if shutil.which("redis-server") is None:
            pytest.skip("no redis-server is installed here")
        # A socket's path has little room, and pytest's folders have long names.
        self.folder = Path(mkdtemp(prefix="redis-"))
        self.socket = self.folder / "socket"
        self._options = options or DURABLE
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix:{self.socket}"

    async def dial(self) -> trio.SocketStream:
        """Connect to it."""
        return await trio.open_unix_socket(self.socket)

    def start(self) -> None:
        """Return when it takes connections."""
        words = ["redis-server", "--port", "0", "--unixsocket", str(self.socket)]
        words += ["--dir", str(self.folder), "--save", "", *self._options]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE)
        said = b""
        for line in lines_from(self._process):
            said += line
            if b"ready to accept connections at" in line:
                return
        raise AssertionError(f"redis-server did not start: {said.decode()}")

    def kill(self) -> None:
        """End it as a failure of power would, as far as a process can tell."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def pause(self) -> None:
        """Let it do nothing until it is killed or goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)

    def ask(self, *words: str, password: str = "") -> str:
        """Return what it answers to one command."""
        command = ["redis-cli", "-s", str(self.socket), "-e", "--no-auth-warning"]
        command += ["-a", password] if password else []
        done = subprocess.run(
            [*command, *words], capture_output=True, check=True, timeout=60
        )
        return done.stdout.decode().strip()

    def age(self, seconds: float) -> None:
        """Let so much of all that is to be forgotten one day be over."""
        script = (
            "for _, key in ipairs(redis.call('KEYS', '*')) do "
            "local left = redis.call('PTTL', key) "
            "if left >= 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end end"
        )
        self.ask("EVAL", script, "0", str(round(seconds * 1000)))


class Gate:
    """A TCP port before whatever ``dial`` leads to, which can be shut and opened."""

    def __init__(
        self,
        dial: Callable[[], Awaitable[trio.SocketStream]],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.port = 0
        self._dial = dial
        self._tls = tls
        self._is_open = True
        self._passing: set[trio.CancelScope] = set()

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        async with trio.open_nursery() as nursery:
            serve = partial(trio.serve_tcp, self._pass, 0, host="127.0.0.1")
            (listener,) = await nursery.start(serve)
            self.port = listener.socket.getsockname()[1]
            task_status.started()

    def shut(self) -> None:
        self._is_open = False
        for scope in self._passing:
            scope.cancel()

    def open(self) -> None:
        self._is_open = True

    async def _pass(self, outside: trio.SocketStream) -> None:
        near: trio.abc.Stream = outside
        if self._tls is not None:
            near = trio.SSLStream(outside, self._tls, server_side=True)
        with trio.CancelScope() as scope, suppress(OSError, trio.BrokenResourceError):
            if not self._is_open:
                return
            self._passing.add(scope)
            try:
                inside = await self._dial()
                async with inside, trio.open_nursery() as nursery:
                    nursery.start_soon(_copy, near, inside, scope)
                    nursery.start_soon(_copy, inside, near, scope)
            finally:
                self._passing.discard(scope)


async def _copy(
    source: trio.abc.ReceiveStream, sink: trio.abc.SendStream, scope: trio.CancelScope
) -> None:
    with suppress(trio.BrokenResourceError):
        while data := await source.receive_some(65536):
            await sink.send_all(data)
    scope.cancel()
