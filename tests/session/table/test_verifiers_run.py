"""Whoever checks a game calls every verifier, and believes it when it refuses."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from p2pgame.engine import AnyGame
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.session import Refuted
from p2pgame.session.table.verify import verify
from tests.session.draw import Draw
from tests.session.secrets import Secretive
from tests.session.tables import Deck, Net, known

PROTOCOLS = Path(__file__).parents[3] / "protocols"
#: What checks a peer's words, and at which table.
CALLED: dict[str, Deck] = {
    "ownership.verify": "masked",
    "vss.verify": "masked",
    "stage.verify_all": "masked",
    "shuffle.check": "masked",
    "known_content.equations": "masked",
    "remasking.verify": "masked",
    "reveal.verify_all": "masked",
    "dleq.check_batch": "masked",
    "dleq.verify": "masked",
    "equations.verify_all": "masked",
    "equations.Check.verify": "masked",
    "commitment.open_": "masked",
    "pvss.verify": "masked",
    "pvss.verify_decryption": "masked",
    "membership.verify": "masked",
    "non_membership.verify": "masked",
    "laps.First.verify": "proved",
    "laps.Second.verify": "proved",
    "same_scalar.verify": "proved",
    "relock.verify": "proved",
    "laps.audit": "commutative",
}


class Dealing(Draw):
    """Asks for no more than every kind of deck has."""

    only_deals = True


def game(deck: Deck) -> AnyGame:
    chosen: AnyGame = Secretive() if deck == "masked" else Dealing()
    return chosen


@cache
def played(deck: Deck) -> bytes:
    """Return the transcript of a whole game with this kind of deck."""
    net = Net(game(deck), 3, deck=deck, quorum=2 if deck == "masked" else 0)
    net.play()
    assert net.tables[0].complete
    return net.tables[0].transcript()


def put(
    patch: pytest.MonkeyPatch, name: str, change: Callable[..., Callable[..., object]]
) -> None:
    """Put what ``change`` makes of a verifier in its place."""
    module, *inside, function = name.split(".")
    (folder,) = {path.parent.name for path in PROTOCOLS.rglob(f"{module}.py")}
    owner: object = importlib.import_module(f"p2pgame.protocols.{folder}.{module}")
    for part in inside:
        owner = getattr(owner, part)
    patch.setattr(owner, function, change(getattr(owner, function)))


@pytest.mark.attack(19)
@pytest.mark.pitfall(7)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("name", CALLED)
def test_whoever_checks_a_game_calls_every_verifier(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    calls: list[str] = []

    def counted(verifier: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **more: object) -> object:
            calls.append(name)
            return verifier(*args, **more)

        return call

    deck = CALLED[name]
    file = played(deck)
    put(monkeypatch, name, counted)
    verify(file, known(game(deck)))
    assert calls


@pytest.mark.attack(19)
@pytest.mark.pitfall(7)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("name", CALLED)
def test_no_game_goes_on_when_a_verifier_refuses(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def refusing(verifier: Callable[..., object]) -> Callable[..., object]:
        def refuse(*args: object, **more: object) -> object:
            raise InvalidProof("refused by the test", 0)

        return refuse

    deck = CALLED[name]
    file = played(deck)
    put(monkeypatch, name, refusing)
    with pytest.raises(Refuted, match=r"player 0 cheated in .*: refused by the test"):
        verify(file, known(game(deck)))
