"""Nobody but the page that the player has opened gets anything out of a hub.

Pages of other sites, other programs of this machine and its other users can all reach
a port of loopback.  Each test is one of them.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
import trio
from trio_websocket import ConnectionClosed

from tests.children import WITHIN
from tests.web.front_end import connected
from tests.web.hub_process import (
    Entered,
    HubProcess,
    hub_by,
    hub_in,
    post_code,
    requested,
)

#: By which names a browser may come, and which pages may ask; the first is right.
HOSTS = ("127.0.0.1:{port}", "localhost:{port}", "rebound.test:{port}", "127.0.0.1")
ORIGINS = ("http://127.0.0.1:{port}", "http://evil.test", "null", None)
COMBINATIONS = [*product(HOSTS, ORIGINS)]
assert len(COMBINATIONS) >= 12

UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}


@pytest.fixture(scope="module")
def hub() -> Iterator[HubProcess]:
    """A hub whose folder's parents anybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="p2pgame-open-"))
    folder.chmod(0o755)
    try:
        with hub_by(subprocess.Popen, folder) as running:
            yield running
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def entered(hub: HubProcess) -> Entered:
    return hub.enter()


def filled(text: str | None, entered: Entered) -> str | None:
    return None if text is None else text.format(port=entered.port)


def code_in(hub: HubProcess) -> str:
    """Return the code that counts now."""
    found = re.search(r'name="code" value="([^"]+)"', hub.file.read_text())
    assert found is not None
    return found[1]


def shaken(entered: Entered, headers: dict[str, str]) -> int:
    """Return the status of a WebSocket's handshake."""
    connection = http.client.HTTPConnection("127.0.0.1", entered.port, timeout=30)
    try:
        connection.request("GET", "/ws", headers={**UPGRADE, **headers})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(("host", "origin"), COMBINATIONS)
def test_only_our_own_page_by_our_own_name_connects_and_posts(
    entered: Entered, host: str, origin: str | None
) -> None:
    headers = {"host": filled(host, entered) or "", "cookie": entered.cookie}
    said = filled(origin, entered)
    if said is not None:
        headers["origin"] = said
    is_right = (host, origin) == COMBINATIONS[0]
    assert shaken(entered, headers) == (101 if is_right else 403)
    status, _, _ = requested(
        entered.url, "POST", "/files", headers=headers, body=b"abc"
    )
    assert status == (200 if is_right else 403)


@pytest.mark.parametrize("host", HOSTS)
def test_a_name_that_was_rebound_to_us_reads_nothing(
    entered: Entered, host: str
) -> None:
    headers = {"host": filled(host, entered) or "", "cookie": entered.cookie}
    status, _, body = requested(entered.url, "GET", "/", headers=headers)
    assert status == (200 if host == HOSTS[0] else 403)
    assert ("<script" in body) == (host == HOSTS[0])


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_another_page_asks_is_refused(
    entered: Entered, site: str
) -> None:
    """Another port of 127.0.0.1 is the same site, and gets our cookie sent along."""
    headers = {"cookie": entered.cookie, "sec-fetch-site": site}
    status, _, _ = requested(entered.url, "GET", "/static/js/dom.js", headers=headers)
    assert status == 403


def test_a_code_counts_once(hub: HubProcess) -> None:
    first = code_in(hub)
    origin = hub.enter().url
    status, headers, page = post_code(origin, first)
    assert status == 403
    assert "set-cookie" not in headers
    assert "p2pgame-key" not in page
    assert code_in(hub) != first
    assert post_code(origin, "")[0] == 403
    assert post_code(origin, code_in(hub)[:-1])[0] == 403
    assert post_code(origin, code_in(hub))[0] == 200


def test_a_code_is_not_taken_from_another_sites_page(hub: HubProcess) -> None:
    origin = hub.enter().url
    code = code_in(hub)
    headers = {
        "origin": "http://evil.test",
        "content-type": "application/x-www-form-urlencoded",
    }
    status, _, _ = requested(
        origin, "POST", "/enter", headers=headers, body=f"code={code}"
    )
    assert status == 403


def test_the_cookie_is_strict_and_no_script_reads_it(hub: HubProcess) -> None:
    origin = hub.enter().url
    _, headers, _ = post_code(origin, code_in(hub))
    parts = {part.strip().lower() for part in headers["set-cookie"].split(";")}
    assert {"httponly", "samesite=strict", "path=/"} <= parts
    assert not any(part.startswith(("domain", "expires", "max-age")) for part in parts)


@pytest.mark.parametrize(
    "path", ["/", "/static/js/dom.js", "/games/tictactoe.js", "/static/text/en.ftl"]
)
@pytest.mark.parametrize("cookie", ["", "p2pgame-{port}=", "p2pgame-{port}=x", "\0;="])
def test_without_the_cookie_nothing_is_served(
    entered: Entered, path: str, cookie: str
) -> None:
    headers = {"cookie": filled(cookie, entered) or ""}
    status, _, body = requested(entered.url, "GET", path, headers=headers)
    assert status in (400, 403)
    assert len(body) < 200


@pytest.mark.parametrize("key", ["", "x", "other"])
@pytest.mark.attack(63)
async def test_the_cookie_without_its_key_hears_nothing(
    hub: HubProcess, entered: Entered, key: str
) -> None:
    said = hub.enter().key if key == "other" else key
    async with connected(entered, key=said) as front:
        with pytest.raises(ConnectionClosed) as closed, trio.fail_after(30):
            await front.until(lambda frame: True)
    assert front.frames == []
    assert closed.value.reason is not None
    assert closed.value.reason.code == 1008


NOBODY = 65534


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")
def test_another_user_of_this_machine_reads_and_gets_nothing(
    hub: HubProcess, entered: Entered
) -> None:
    def as_nobody(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", script],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            capture_output=True,
            text=True,
            timeout=60,
            cwd="/",
        )

    assert as_nobody("id -u").stdout == f"{NOBODY}\n"
    assert as_nobody(f"ls {hub.home.parent}").stdout == "home\n"
    for path in (hub.file, hub.home, hub.home / "identity"):
        read = as_nobody(f"cat '{path}' || ls '{path}'")
        assert read.returncode != 0
        assert read.stdout == ""
    arguments = as_nobody(f"tr '\\0' ' ' < /proc/{hub.process.pid}/cmdline").stdout
    assert "web --no-open" in arguments
    assert as_nobody(f"cat /proc/{hub.process.pid}/environ").stdout == ""
    host = f"127.0.0.1:{entered.port}"
    for place, more in (("/", ""), ("/ws", f"Origin: http://{host}\\r\\n")):
        asked = f"GET {place} HTTP/1.1\\r\\nHost: {host}\\r\\n{more}"
        got = as_nobody(
            f"exec 3<>/dev/tcp/127.0.0.1/{entered.port};"
            f"printf '{asked}Connection: close\\r\\n\\r\\n' >&3; head -1 <&3"
        )
        is_told_apart = sys.platform == "linux"
        assert not got.stdout if is_told_apart else " 403 " in got.stdout, got


@pytest.mark.attack(64)
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("GET", "/static/js/dom.js"), ("GET", "/nothing"), ("POST", "/")],
)
@pytest.mark.parametrize("has_cookie", [True, False])
def test_each_answer_forbids_scripts_and_hosts_of_others(
    entered: Entered, method: str, path: str, has_cookie: bool
) -> None:
    headers = {"origin": entered.url} if method == "POST" else {}
    if has_cookie:
        headers["cookie"] = entered.cookie
    _, told, _ = requested(entered.url, method, path, headers=headers)
    policy = dict(
        part.split(" ", 1) for part in told["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    own = ["'self'", f"'self' ws://127.0.0.1:{entered.port}"]
    given = [policy.get("script-src"), policy.get("connect-src")]
    assert given == (own if has_cookie else [None, None])
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in told["content-security-policy"]
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "no-referrer"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in told


@pytest.mark.parametrize(
    "path",
    [
        *("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py"),
        *(
            "/static/js/../../guard.py",
            "/static//etc/passwd",
            "/static/%2fetc%2fpasswd",
        ),
        *("/games/..%2f..%2fgames%2fkuhn.js", "/games/../kuhn.js", "//etc/passwd"),
        *("/games/kuhn.py", "/static/", "/static", "/static/js", "/static/\\..\\x.py"),
    ],
)
def test_no_path_leads_out_of_the_pages_files(entered: Entered, path: str) -> None:
    headers = {"cookie": entered.cookie}
    status, _, body = requested(entered.url, "GET", path, headers=headers)
    assert status in (307, 400, 404, 405)
    assert "import" not in body
    assert "root:" not in body


async def still_serves(entered: Entered) -> None:
    async with connected(entered) as front:
        await front.until(lambda frame: "hub" in frame)


async def test_a_frame_that_is_too_long_ends_its_connection_alone(
    entered: Entered,
) -> None:
    async with connected(entered) as front:
        await front.until(lambda frame: "tables" in frame)
        await front.socket.send_message("[" * (2 * 1024 * 1024))
        with pytest.raises(ConnectionClosed) as closed:
            await front.until(lambda frame: False)
    assert closed.value.reason is not None
    assert closed.value.reason.code == 1009
    await still_serves(entered)


@pytest.mark.parametrize(
    "frame",
    [
        *("", "{", "[]", "7", "null", "[" * 100_000, '"\ud800"', '{"id": 1e999}'),
        *('{"hello": "x"}', '{"id": 1}', '{"table": -1, "follow": 0}'),
        *('{"table": 1, "close": false}', '{"table": 99, "close": true}'),
        *('{"id": 1, "request": {}, "table": 3}', b"\x00\xff"),
    ],
)
async def test_a_frame_without_sense_is_answered_and_ends_nothing(
    entered: Entered, frame: str | bytes
) -> None:
    async with connected(entered) as front:
        await front.until(lambda frame: "tables" in frame)
        if isinstance(frame, str):
            frame = frame.encode(errors="replace").decode()
        await front.socket.send_message(frame)
        refused = await front.until(lambda frame: "error" in frame)
        assert refused["error"]["sentence"]
        assert len(await front.ask(1, command="list-tables")) == 2


async def test_a_flood_of_frames_stalls_nobody_else(entered: Entered) -> None:
    ask = json.dumps({"id": 1, "request": {"command": "list-games"}})
    async with (
        connected(entered) as flooding,
        trio.open_nursery() as nursery,
    ):

        async def flood() -> None:
            with suppress(ConnectionClosed):
                for number in range(20_000):
                    await flooding.socket.send_message(
                        ask if number % 2 else '{"nonsense": 1}'
                    )

        async def read() -> None:
            with suppress(ConnectionClosed):
                while True:
                    message = await flooding.socket.get_message()
                    flooding.frames.append(json.loads(message))

        nursery.start_soon(flood)
        nursery.start_soon(read)
        for _ in range(5):
            with trio.fail_after(30):
                await still_serves(entered)
        nursery.cancel_scope.cancel()
    told = {
        frame["event"]["error"]["id"]
        for frame in flooding.frames
        if frame.get("event", {}).get("error")
    }
    assert told <= {"too-many-requests"}


async def test_a_front_end_that_reads_nothing_does_not_keep_a_hub_from_ending(
    tmp_path: Path,
) -> None:
    with hub_in(tmp_path) as hub:
        async with connected(hub.enter()) as front:
            await front.until(lambda frame: "tables" in frame)
            with trio.move_on_after(5), suppress(ConnectionClosed):
                for number in range(20_000):
                    await front.send(id=number, request={"command": "list-games"})
            hub.process.send_signal(signal.SIGINT)
            said, _ = await trio.to_thread.run_sync(
                lambda: hub.process.communicate(timeout=WITHIN)
            )
            assert hub.process.returncode == 0, said
            assert "Traceback" not in said


@pytest.mark.parametrize(
    "data",
    [
        *(b"\x00" * 5000, b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00"),
        *(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 99, b"GET " + b"a" * 99_999),
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, "
        b"HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n" + b"\xff" * 99,
        b"POST /enter HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n" + b"\xff" * 99,
    ],
)
async def test_bytes_of_a_stranger_end_their_connection_alone(
    entered: Entered, data: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", entered.port), timeout=2) as stranger:
        answer = b""
        with suppress(OSError):  # it may be kept too long, or cut off
            stranger.sendall(data)
            stranger.shutdown(socket.SHUT_WR)
            while len(answer) < 10_000 and (chunk := stranger.recv(4096)):
                answer += chunk
    assert b"p2pgame-key" not in answer
    assert b"<script" not in answer
    await still_serves(entered)
