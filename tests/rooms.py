"""The rooms of the product, what each may import, and what touches the machine.

``python -m tests.rooms > docs/imports.md`` writes the page of the imports.
"""

from __future__ import annotations

PROTOCOLS = {
    "p2pgame.protocols",
    "p2pgame.protocols.arithmetic",
    "p2pgame.protocols.proofs",
    "p2pgame.protocols.threshold",
    "p2pgame.protocols.chance",
    "p2pgame.protocols.deck",
    "p2pgame.protocols.classic",
}
#: What every room inside the session may import.
BASE = {
    "p2pgame.engine",
    "p2pgame.log",
    "p2pgame.transport.finding.chain",
    "p2pgame.transport.link",
    "p2pgame.transport.envelope",
    "p2pgame.transport.wire_version",
    "p2pgame.transport.frames",
    "p2pgame.transport.outbox",
    "p2pgame.transport.rate",
}
#: The rooms inside the session, each of which may import those before it.
SESSION = [
    "p2pgame.session.entries",
    "p2pgame.session.lobby",
    "p2pgame.session.game",
    "p2pgame.session.table",
    "p2pgame.session.peer",
]
#: What a player's program does, without a screen; most may import those before them.
CLIENT = [
    "p2pgame.client",
    "p2pgame.client.events",
    "p2pgame.client.profile",
    "p2pgame.client.telling",
    "p2pgame.client.transcripts",
    "p2pgame.client.seat",
    "p2pgame.client.programs",
    "p2pgame.client.lobby",
    "p2pgame.client.meeting",
]

#: Each room, and what of ours it may import besides itself.
ARROWS: dict[str, set[str]] = {
    "p2pgame.protocols": set(),
    "p2pgame.protocols.arithmetic": set(),
    "p2pgame.protocols.proofs": {"p2pgame.protocols.arithmetic"},
    "p2pgame.protocols.threshold": {
        "p2pgame.protocols",
        "p2pgame.protocols.arithmetic",
        "p2pgame.protocols.proofs",
    },
    "p2pgame.protocols.chance": {
        "p2pgame.protocols",
        "p2pgame.protocols.arithmetic",
        "p2pgame.protocols.threshold",
    },
    "p2pgame.protocols.deck": PROTOCOLS
    - {"p2pgame.protocols.deck", "p2pgame.protocols.classic"},
    "p2pgame.protocols.classic": {
        "p2pgame.protocols",
        "p2pgame.protocols.arithmetic",
        "p2pgame.protocols.proofs",
    },
    "p2pgame": {
        *("p2pgame.client", "p2pgame.client.events", "p2pgame.client.programs"),
        "p2pgame.client.transcripts",
    },
    "p2pgame.engine": set(),
    "p2pgame.log": set(),
    "p2pgame.transport": {"p2pgame.transport.listener"},
    "p2pgame.transport.listener": {"p2pgame.transport"},
    "p2pgame.transport.relay": {"p2pgame.transport"},
    "p2pgame.transport.nostr": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.finding": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.paths": {"p2pgame.transport", "p2pgame.transport.listener"},
    "p2pgame.relay": {
        *("p2pgame.transport", "p2pgame.transport.listener"),
        "p2pgame.transport.relay",
    },
    "p2pgame.relay.sqlite": {"p2pgame.relay"},
    "p2pgame.relay.redis": {"p2pgame.relay"},
    "p2pgame.session": {*SESSION[:2], SESSION[3]},
    "p2pgame.session.entries": {*BASE, "p2pgame.protocols.arithmetic"},
    "p2pgame.session.lobby": {*BASE, *SESSION[:1]},
    "p2pgame.session.game": {*BASE, *PROTOCOLS, *SESSION[:2]},
    "p2pgame.session.table": {*BASE, *SESSION[:3]},
    "p2pgame.session.peer": {*BASE, "p2pgame.protocols.arithmetic", *SESSION[:4]},
    "p2pgame.tabletop": {"p2pgame.engine"},
    "p2pgame.scene": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.playtest": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.agents": {"p2pgame.engine", "p2pgame.tabletop", "p2pgame.playtest"},
    "p2pgame.agents.cfr": {"p2pgame.agents", "p2pgame.engine", "p2pgame.playtest"},
    "p2pgame.agents.search": {
        *("p2pgame.agents", "p2pgame.engine", "p2pgame.playtest", "p2pgame.workers"),
    },
    "p2pgame.agents.arena": {
        *("p2pgame.games", "p2pgame.agents", "p2pgame.agents.search", "p2pgame.engine"),
        *("p2pgame.log", "p2pgame.workers"),
    },
    "p2pgame.agents.players": {
        *("p2pgame.games", "p2pgame.agents", "p2pgame.engine", "p2pgame.tabletop"),
        "p2pgame.playtest",
    },
    "p2pgame.workers": set(),
    "p2pgame.game_files": {"p2pgame.engine", "p2pgame.tabletop", "p2pgame.playtest"},
    "p2pgame.text": {"p2pgame.engine"},
    "p2pgame.games": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.client": {
        *(
            "p2pgame.games",
            "p2pgame.engine",
            "p2pgame.playtest",
            "p2pgame.text",
            "p2pgame.log",
        ),
        *("p2pgame.agents", "p2pgame.session", *SESSION, "p2pgame.transport"),
        *("p2pgame.transport.listener", "p2pgame.transport.relay"),
        *("p2pgame.transport.nostr", *CLIENT[1:7], "p2pgame.client.meeting"),
    },
    "p2pgame.client.events": {"p2pgame.client.questions", "p2pgame.engine"},
    "p2pgame.client.profile": {
        *(
            "p2pgame.games",
            *CLIENT[:2],
            "p2pgame.engine",
            "p2pgame.game_files",
            "p2pgame.log",
        ),
        *("p2pgame.session", *SESSION[:2], "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.nostr"),
        "p2pgame.transport.finding",
    },
    "p2pgame.client.telling": {
        *(
            "p2pgame.games",
            *CLIENT[:2],
            "p2pgame.agents",
            "p2pgame.engine",
            "p2pgame.session",
        ),
        *(*SESSION[:2], "p2pgame.text", "p2pgame.scene"),
    },
    "p2pgame.client.transcripts": {
        *(
            "p2pgame.games",
            *CLIENT[:4],
            "p2pgame.engine",
            "p2pgame.playtest",
            "p2pgame.text",
        ),
        *("p2pgame.agents.search", "p2pgame.workers", "p2pgame.log"),
        *("p2pgame.session", *SESSION[:4]),
    },
    "p2pgame.client.seat": {
        *(*CLIENT[:5], "p2pgame.client.seat.links", "p2pgame.client.seat.plans"),
        *("p2pgame.agents", "p2pgame.engine"),
        *("p2pgame.log", "p2pgame.session", *SESSION[:2], *SESSION[3:]),
        *("p2pgame.transport", "p2pgame.transport.relay"),
        *("p2pgame.transport.finding", "p2pgame.transport.paths"),
    },
    "p2pgame.client.seat.links": {
        *(*CLIENT[:3], "p2pgame.client.seat", "p2pgame.engine", "p2pgame.log"),
        *(*SESSION[:2], "p2pgame.session.peer", "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.finding"),
        "p2pgame.transport.paths",
    },
    "p2pgame.client.seat.plans": {
        *(*CLIENT[:4], "p2pgame.client.seat", "p2pgame.engine", "p2pgame.session"),
        *("p2pgame.session.lobby", "p2pgame.session.peer"),
    },
    "p2pgame.client.programs": {
        *("p2pgame.client", "p2pgame.client.events", "p2pgame.client.seat.seat"),
        *("p2pgame.agents", "p2pgame.agents.cfr", "p2pgame.agents.search"),
        "p2pgame.engine",
    },
    "p2pgame.client.lobby": {
        *("p2pgame.games", *CLIENT[:6], "p2pgame.client.seat.links"),
        *("p2pgame.client.seat.plans", "p2pgame.engine", "p2pgame.log"),
        *("p2pgame.session", *SESSION[:2], *SESSION[3:], "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.finding"),
        "p2pgame.transport.paths",
    },
    "p2pgame.client.meeting": {
        *(*CLIENT[:8], "p2pgame.client.seat.links", "p2pgame.engine", "p2pgame.log"),
        *("p2pgame.session", *SESSION[:2], "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.finding"),
    },
    "p2pgame.web": {*CLIENT[:3], "p2pgame.engine", "p2pgame.log", "p2pgame.text"},
    "p2pgame.cli": {"p2pgame", "p2pgame.client", "p2pgame.cli.text"},
    "p2pgame.cli.text": {
        *(*CLIENT[:5], "p2pgame.client.programs", "p2pgame.client.seat.seat"),
        *("p2pgame.engine", "p2pgame.tabletop"),
    },
    "p2pgame.cli.terminal": {
        *(*CLIENT[:2], "p2pgame.client.programs", "p2pgame.client.seat.seat"),
        *("p2pgame.engine", "p2pgame.tabletop", "p2pgame.cli.text"),
    },
    "p2pgame.cli.commands": {
        *("p2pgame.games", *CLIENT, "p2pgame.engine", "p2pgame.playtest"),
        *("p2pgame.agents", "p2pgame.agents.arena", "p2pgame.agents.cfr"),
        *("p2pgame.relay", "p2pgame.relay.sqlite", "p2pgame.relay.redis"),
        *("p2pgame.workers", "p2pgame.web"),
        *("p2pgame.cli", "p2pgame.cli.text", "p2pgame.cli.terminal"),
    },
}
#: Whatever touches disk, network, clock, randomness or other processes.
EFFECTS = {
    *("asyncio", "datetime", "fcntl", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "shutil", "signal", "socket", "subprocess", "sys", "tempfile"),
    *("threading", "time", "trio", "trio_websocket", "uuid"),
}
PURE = {
    *PROTOCOLS,
    *SESSION,
    *("p2pgame.engine", "p2pgame.log", "p2pgame.session"),
    *("p2pgame.tabletop", "p2pgame.scene", "p2pgame.playtest", "p2pgame.games"),
    *("p2pgame.agents", "p2pgame.agents.cfr", "p2pgame.agents.players"),
    *("p2pgame.agents.search", "p2pgame.agents.arena"),
}
#: Modules of those rooms that do: group.py and prepared.py tidy up after a library.
IMPURE = {
    "protocols/arithmetic/group.py",
    "p2pgame/engine/prepared.py",
    "p2pgame/agents/arena/results_file.py",
    "p2pgame/agents/arena/runner.py",
    "p2pgame/agents/search/parallel.py",
    "p2pgame/log/disk.py",
    "p2pgame/log/durable.py",
    "p2pgame/log/file_lock.py",
    "p2pgame/log/nameless_file.py",
    "p2pgame/log/store.py",
    "p2pgame/session/peer/core.py",
    "p2pgame/session/peer/doubt.py",
    "p2pgame/session/peer/frame_reader.py",
    "p2pgame/session/peer/intake.py",
    "p2pgame/session/peer/machine.py",
    "p2pgame/session/peer/peer_connection.py",
    "p2pgame/session/peer/reporter.py",
    "p2pgame/session/peer/runner.py",
}
#: Libraries that one room, or one module, alone may touch.
KEEPERS = {
    "rbcl": {"protocols/arithmetic/group.py"},
    "confusable_homoglyphs": {"p2pgame/session/entries/lookalikes.py"},
    "trio_websocket": {"p2pgame/transport/websocket.py"},
    "sqlite3": {"p2pgame/relay/sqlite/disk.py", "p2pgame/relay/sqlite/rows.py"},
    "coredis": {"p2pgame/relay/redis/wire.py"},
    "spake2": {"p2pgame/transport/finding/spoken.py"},
    "qrcode": {"p2pgame/client/qr.py"},
    "coincurve": {"p2pgame/transport/nostr/client.py"},
    "fluent": {"p2pgame/text/fluent.py"},
    "hypercorn": {"p2pgame/web/connections.py", "p2pgame/web/http_one.py"},
    "starlette": {
        *("p2pgame/web/guard.py", "p2pgame/web/pages.py", "p2pgame/web/programs.py"),
        *("p2pgame/web/server.py", "p2pgame/web/site.py", "p2pgame/web/sockets.py"),
        "p2pgame/web/connections.py",
    },
    "pickle": set[str](),
    "marshal": set[str](),
    "shelve": set[str](),
}

#: The layers of the client, the lowest first: each imports those below it.
LAYERS: dict[str, list[str]] = {
    "words": [
        *("commands", "errors", "events", "extras", "front_end"),
        *("game_names", "game_rules", "layouts", "names", "page_modules", "prices"),
        *("qr", "questions", "requests", "snapshots", "states_shown", "whose_rules"),
        *("system_reason", "words"),
    ],
    "profile": [
        *("answers", "client", "game_options", "machine", "native", "profile"),
        *("rules_checked", "subscriber", "world"),
    ],
    "telling": ["telling"],
    "transcripts": ["transcripts"],
    "seat": ["json_lines", "seat"],
    "programs": ["programs"],
    "lobby": ["lobby"],
    "meeting": ["dealt_table", "meeting", "practice", "seats"],
    "serving": [
        *("answering", "choosing", "inquiries", "pipe", "table_loop"),
    ],
}

_HEAD = """\
# What each room may import

Each room may import itself, the rooms beside its name, and no other of ours.
`tests/test_architecture.py` holds it, and that pure rooms import nothing with effects.
[architecture.md](architecture.md) says what is in each.
`python -m tests.rooms` writes this page from `tests/rooms.py`.

| room | imports |
|---|---|
"""


def page() -> str:
    """Return docs/imports.md."""
    sets = {
        "*all of protocols*": PROTOCOLS,
        "*all of the session*": {"p2pgame.session", *SESSION},
        "*all of the client*": {*CLIENT},
        "*what all of the session may import*": BASE,
    }
    rows = [_row(_short(room), to, sets) for room, to in ARROWS.items()]
    base = _row("*what all of the session may import*", BASE, {})
    return _HEAD + "".join((*rows, base))


def _row(room: str, to: set[str], sets: dict[str, set[str]]) -> str:
    told = []
    for name, members in sets.items():
        if members <= to:
            told.append(name)
            to = to - members
    told += map(_short, sorted(to))
    return f"| {room} | {', '.join(told) or 'nothing of ours'} |\n"


def _short(room: str) -> str:
    return room.removeprefix("p2pgame.")


if __name__ == "__main__":
    print(page(), end="")
