"""The client in layers: each imports those below it, nothing in a circle or hidden.

``tests/layers.py`` draws them.  Imports inside a function stand in a table here, each
with its reason; a line there that nothing needs any more fails, too.
"""

from __future__ import annotations

from tests import layers
from tests.rooms import LAYERS

#: Imports inside a function, with why: a library that may be missing, or one whose
#: import takes long and that most programs never need.
HIDDEN: dict[tuple[str, str], str] = {
    ("client", "profile.rules_files"): "most programs never need it",
    ("errors", "words"): "most programs never need it",
    ("extras", "shlex"): "most programs never need it",
    (
        "lobby.seat_session",
        "p2pgame.transport.paths.seeker",
    ): "most programs never need it",
    ("lobby.seat_session", "seat.links.seat_paths"): "most programs never need it",
    ("meeting.joining", "meeting.finding"): "most programs never need it",
    ("meeting.looking_on", "meeting.finding"): "most programs never need it",
    ("meeting.offering", "meeting.invitations"): "most programs never need it",
    ("meeting.offering", "programs.opponents"): "most programs never need it",
    ("meeting.opening", "meeting.invitations"): "most programs never need it",
    ("meeting.opening", "meeting.reception"): "most programs never need it",
    ("meeting.opening", "seat.links.outside"): "most programs never need it",
    ("meeting.starting", "practice"): "most programs never need it",
    ("profile.notices", "shlex"): "most programs never need it",
    ("profile.rules_files", "p2pgame.game_files.trials"): "most programs never need it",
    ("profile.topics", "p2pgame.transport.nostr"): "an extra, which may be missing",
    (
        "programs.agents",
        "p2pgame.agents.cfr.policy_player",
    ): "most programs never need it",
    (
        "programs.agents",
        "p2pgame.agents.search.parallel",
    ): "most programs never need it",
    ("programs.deciders", "programs.foreign"): "most programs never need it",
    ("programs.deciders", "programs.uci"): "most programs never need it",
    ("programs.opponents", "p2pgame.agents.cfr.policy"): "most programs never need it",
    ("subscriber", "p2pgame.transport.nostr.client"): "an extra, which may be missing",
    ("transcripts.checking", "p2pgame.playtest"): "most programs never need it",
    (
        "transcripts.checking",
        "p2pgame.session.table.trace",
    ): "most programs never need it",
    ("transcripts.evidence", "p2pgame.session.table"): "most programs never need it",
    (
        "transcripts.exports",
        "p2pgame.games.checkers_pdn",
    ): "most programs never need it",
    (
        "transcripts.exports",
        "p2pgame.games.chess.pgn",
    ): "an extra, which may be missing",
    ("transcripts.exports", "p2pgame.games.poker.phh"): "most programs never need it",
    ("words", "p2pgame.session.entries"): "most programs never need it",
    ("words", "p2pgame.session.table"): "most programs never need it",
    ("words", "p2pgame.text.phrasebook"): "most programs never need it",
    ("world", "native"): "most programs never need it",
    ("world", "subscriber"): "most programs never need it",
}


def test_every_module_of_the_client_is_in_a_layer() -> None:
    assert len(layers.PATHS) > 100
    homes = {layers.layer_of(module) for module in layers.PATHS}
    assert homes == {*LAYERS}


def test_a_layer_imports_only_those_below_it() -> None:
    assert not layers.upward()


#: What may not be known where only these names are needed.
APART = {
    "seat.seat": ("lobby", "meeting", "programs"),
    "programs.opponents": ("seat", "programs.program", "programs.uci."),
}


def test_a_seat_knows_no_opener_and_an_opponent_s_name_no_player() -> None:
    for module, others in APART.items():
        found = map(layers.short, layers.reached(f"{layers.CLIENT}.{module}"))
        assert not [one for one in found if f"{one}.".startswith(others)], module


def test_no_module_leads_back_to_itself() -> None:
    assert not layers.circles()


def test_imports_stand_at_the_top_of_a_module() -> None:
    assert layers.hidden() == {*HIDDEN}
