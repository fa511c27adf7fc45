"""Looking on at the terminal: real programs, by direct lines and through a relay."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.events import Begun, Ended, Happened
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.words import say
from p2pgame.engine import Message
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite, Watch, parse
from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.greeting import greet
from p2pgame.transport.relay.protocol import Publish, Refused, Subscribe
from tests.cli.processes import Guests, line_with
from tests.english import refusing
from tests.transport.real_relay import real_relay

HOST = ("--bot", "--listen", "127.0.0.1:0", "--spectators", "--transcript", "ours")
TOLD = "Everybody with the watch link can look on"
INVITE = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:1",))


def watch_in(text: str) -> Watch:
    found = parse(text)
    assert isinstance(found, Watch)
    return found


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(60, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def ended(process: subprocess.Popen[str], status: int = 0) -> list[str]:
    """Return what is left of a program's lines, when it has ended like that."""
    out, _ = process.communicate(timeout=30)
    assert process.returncode == status, out
    return out.splitlines()


def look_on(*arguments: str, status: int = 0) -> list[str]:
    """Look on from here; return what was told by the end."""
    result = CliRunner().invoke(main, ["watch", *arguments])
    assert result.exit_code == status, result.output
    return result.output.splitlines()


def public(path: Path) -> list[str]:
    """Return the story that a transcript tells to those who have no seat."""
    told: list[Message] = []
    names: list[str] = []
    for event in replay(path):
        match event:
            case Begun(message=message):
                names = [player.name for player in event.players]
                told.append(message)
            case Happened(messages):
                told += messages
            case Ended(_, message):
                told.append(message)
    return [line for line in (say(message, names) for message in told) if line]


def test_through_a_relay_alone_a_watcher_sees_what_all_see_and_no_more(
    programs: Guests,
) -> None:
    arguments = ("relay", "--listen", "127.0.0.1:0", "--store", "sqlite:relay.db")
    started = line_with("This relay is at ", programs.start(*arguments))
    relay = started.split()[-1].rstrip(".")
    way = ("--relay", relay, "--hide-address")
    host = programs.start("host", "kuhn", *HOST, *way)
    invite = line_with("p2pgame join", host).split()[-1]
    link = line_with("p2pgame watch", host).split()[-1]
    assert watch_in(link).addresses == ()
    one = programs.start("watch", link)
    line_with("Host bot is here.", one)
    one.send_signal(signal.SIGINT)
    farewell = "You look on no more. The same command looks on again."
    assert ended(one, 130) == [farewell]
    guest = programs.start("join", invite, "--bot", "--transcript", "theirs")
    told = look_on(link, "--transcript", str(programs.folder / "seen"))
    ours, theirs = ended(host), ended(guest)
    for lines in (ours, theirs):
        assert sum(TOLD in line for line in lines) == 1
        assert any(line.startswith("Your card") for line in lines)
    data = (programs.folder / "ours").read_bytes()
    assert (programs.folder / "theirs").read_bytes() == data
    assert (programs.folder / "seen").read_bytes() == data
    story = public(programs.folder / "ours")
    begun = told.index(story[0])
    assert told[begun : begun + len(story)] == story
    assert told[begun + len(story)].startswith("Verified: ")


def test_by_a_direct_line_it_hears_what_is_said_and_follows_to_the_next_table(
    programs: Guests,
) -> None:
    host = programs.start("host", "tictactoe", *HOST, "--no-relay", "--again", "1")
    invite = line_with("p2pgame join", host).split()[-1]
    link = line_with("p2pgame watch", host).split()[-1]
    guest = programs.start(
        *("join", invite, "--name", "Ann", "--again", "1", "--transcript", "theirs")
    )
    assert guest.stdin is not None
    guest.stdin.write("say hello\n" + "1\n2\n3\n4\n5\n6\n7\n8\n9\n" * 12)
    guest.stdin.flush()
    seen = str(programs.folder / "seen")
    told = look_on(link, "--again", "1", "--transcript", seen)
    assert "Ann: hello" in told
    assert sum(line.startswith("Verified: ") for line in told) == 2
    for program in (host, guest):
        assert any("ours-2" in x or "theirs-2" in x for x in ended(program))
    for end in ("", "-2"):
        data = (programs.folder / f"ours{end}").read_bytes()
        assert (programs.folder / f"theirs{end}").read_bytes() == data
        assert (programs.folder / f"seen{end}").read_bytes() == data


def test_a_table_without_spectators_says_so_to_whoever_would_look_on(
    programs: Guests,
) -> None:
    quiet = [word for word in HOST if word != "--spectators"]
    host = programs.start("host", "kuhn", *quiet, "--no-relay")
    invite = line_with("p2pgame join", host).split()[-1]
    programs.start("join", invite, "--bot", "--transcript", "theirs")
    told = look_on(invite[:40], invite[40:], status=1)
    assert told[-1] == f"Error: {say(Message.of('not-to-be-watched'))}"
    assert not any(TOLD in line or "p2pgame watch" in line for line in ended(host))


def test_a_watch_link_leads_to_no_seat_and_words_to_no_place_to_look_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.setenv("P2PGAME_RELAY", "")
    short = INVITE.short()
    for arguments, why in (
        (["join", INVITE.watch.encode()], "looking on, not for a seat"),
        (["watch", "7-purple-sausages-river"], "ask the host for the watch link"),
        (["watch", "P2PGAME-WATCH:nonsense"], "of no use"),
        (["watch", short], "found at a relay"),
    ):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert why in result.output
    assert not (tmp_path / "tables").exists()
    told = look_on(INVITE.watch.encode(), "--hide-address", status=1)
    assert told == [
        "Error: This table has no relay, so it can't be watched without an address."
    ]


async def test_whoever_has_the_watch_link_cannot_publish_at_the_relay() -> None:
    link = INVITE.watch
    async with real_relay() as relay:
        with refusing(ValueError, match="does not let anybody write"):
            Subscription(relay, link.topic, chain.writing(link.secret))
        socket, _ = await greet(relay)
        await socket.send(encode(Subscribe(link.topic, 0)))
        await socket.send(encode(Publish(link.topic, 1, bytes(SIZES[0]))))
        answers = [read_relay(await socket.receive()) for _ in range(2)]
        assert any(isinstance(answer, Refused) for answer in answers)
        await socket.aclose()
        # What the owner publishes comes first in the topic.
        own = await Subscription(relay, INVITE.topic, INVITE.writing).connect()
        await own.send(bytes(SIZES[0]))
        await own.wait_stored()
        await own.aclose()
        late = await Subscription(relay, link.topic, None).connect()
        assert await late.receive() == bytes(SIZES[0])
        await late.aclose()
        assert late.why is not None
