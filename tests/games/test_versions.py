"""Versions of a game stand side by side, or a verifier says which release has one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.client.errors import ClientError
from p2pgame.client.game_rules import in_words
from p2pgame.client.transcripts import checking
from p2pgame.client.words import speak
from p2pgame.engine import AnyGame
from p2pgame.engine.rules import state_of
from p2pgame.games import registry
from p2pgame.games.registry import KNOWN, RETIRED, SHIPPED, Shipped, find, read
from p2pgame.session import Refuted
from p2pgame.session.table.verify import verify
from p2pgame.text import languages
from p2pgame.text.descriptions import description_of
from tests.english import refusing
from tests.session.tables import Net

VERSION = ('"kuhn", 2,', '"kuhn", 3,')
#: A change of what kuhn means: the higher card wins three.
STAKE = ("won = STAKES[state.actions] *", "won = 3 *")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


def file_of(game: AnyGame) -> bytes:
    net = Net(game, 2)
    net.play()
    return net.tables[0].transcript()


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Ship a third version of kuhn, in a module of its own, beside the others."""
    text = read(type(find("kuhn")).__module__)
    assert text is not None
    for old, new in (VERSION, STAKE):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "kuhn_three.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    monkeypatch.setitem(SHIPPED, ("kuhn", 3), Shipped("kuhn_three", "KuhnPoker"))
    yield find("kuhn")
    sys.modules.pop("kuhn_three")
    registry._shipped.cache_clear()


def test_a_file_written_before_a_change_of_semantics_verifies_after_it(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = tmp_path / "before.p2pgame"
    path.write_bytes(file_of(find("kuhn")))
    before = checking.verify(path).payoffs
    newer = request.getfixturevalue("next_release")
    assert (newer.version, find("kuhn", 2).version) == (3, 2)
    assert checking.verify(path).payoffs == before
    assert {*before} == {1, -1}
    after = verify(file_of(newer), KNOWN)
    assert (after.start.game.version, {*after.payoffs}) == (3, {3, -3})


def test_a_version_that_has_retired_names_the_release_that_verifies_it(
    next_release: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.p2pgame"
    path.write_bytes(file_of(find("kuhn", 1)))
    left = {key: place for key, place in SHIPPED.items() if key != ("kuhn", 1)}
    monkeypatch.setattr(registry, "SHIPPED", left)
    monkeypatch.setitem(RETIRED, ("kuhn", 1), "0.1.0")
    sentence = (
        "kuhn, version 1, is no longer in this p2pgame. Release 0.1.0 plays and "
        "verifies it: pip install p2pgame==0.1.0"
    )
    with pytest.raises(ClientError) as refused:
        checking.verify(path)
    assert str(refused.value) == sentence
    with refusing(ValueError, match=sentence):
        find("kuhn", 1)
    assert find("kuhn") is next_release


def test_a_version_that_is_newer_asks_for_a_newer_release(
    next_release: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = file_of(next_release)
    monkeypatch.delitem(SHIPPED, ("kuhn", 3))
    with pytest.raises(Refuted) as refused:
        verify(data, KNOWN)
    assert str(refused.value) == (
        "kuhn, version 3, is newer than this p2pgame, which has version 2. "
        "A newer release has it: pip install --upgrade p2pgame"
    )


def test_a_library_that_a_file_needs_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = file_of(find("kuhn"))
    place = SHIPPED["kuhn", 2]._replace(library="no_such_library")
    monkeypatch.setitem(SHIPPED, ("kuhn", 2), place)
    registry._shipped.cache_clear()
    with pytest.raises(Refuted, match="kuhn needs the library no_such_library: pip"):
        verify(data, KNOWN)


def test_no_version_is_both_here_and_retired() -> None:
    assert not {*SHIPPED} & {*RETIRED}
    newest = dict(iter(SHIPPED))
    assert all(version < newest[name] for name, version in RETIRED)


@pytest.mark.parametrize(("name", "version"), [*KNOWN])
def test_the_state_of_every_version_is_the_class_that_is_shown(
    name: str, version: int
) -> None:
    game = KNOWN[name, version]
    state = game.setup(game.seats[0], game.options())
    assert type(state) is state_of(game)


OLDER = [key for key in KNOWN if key[1] < find(key[0]).version]
each_older = pytest.mark.parametrize(("name", "version"), OLDER)


@each_older
def test_the_rules_of_an_older_version_are_the_newest_and_how_they_differ(
    name: str, version: int
) -> None:
    for language in languages():
        speak(language)
        newest = in_words(find(name)).split("\n\n")
        older = in_words(find(name, version)).split("\n\n")
        assert older[: len(newest)] == newest
        assert older[len(newest) :], f"{name}, version {version}, {language}"
        described = description_of(find(name), language)
        assert str(version) in described.earlier or not described.rules


@each_older
def test_an_older_version_is_a_subclass_beside_the_newest(
    name: str, version: int
) -> None:
    newest, older = SHIPPED[name, find(name).version], SHIPPED[name, version]
    beside = f"{newest.module}_{version}", f"{newest.name}{version}"
    assert (older.module, older.name) == beside
    assert isinstance(find(name, version), type(find(name)))


def test_a_shipped_game_is_its_name_and_version_and_no_hash() -> None:
    assert {game.rules for game in KNOWN.values()} == {b""}


def test_a_hash_in_the_place_of_a_shipped_game_is_refused() -> None:
    class Loaded(type(find("kuhn"))):  # type: ignore[misc]
        rules = bytes(32)

    with pytest.raises(Refuted, match="kuhn, version 2, has other rules here"):
        verify(file_of(Loaded()), KNOWN)
