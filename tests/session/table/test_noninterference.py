"""Two games that differ only in what others hide look the same to a player.

Both are played by the same players with the same public moves.  The observer's
own seed is the same, the others have other seeds, so other cards, dice and masks.
Of many such games pairs are taken in which the observer learns the same faces and
others hold different ones: then all that reaches the observer is alike, step by
step, but for bytes that are random either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    AnyGame,
    Choose,
    Deal,
    Event,
    Game,
    NoneOf,
    Open,
    Opened,
    Options,
    Over,
    Place,
    Prove,
    Shuffle,
    State,
    Together,
    Turn,
    Zone,
)
from p2pgame.engine.undo.takeback import Undone
from p2pgame.engine.views import Faces
from p2pgame.engine.visibility import Seen
from p2pgame.games.battleship.battleship import Battleship
from p2pgame.games.dice.liars_dice import LiarsDice
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.rps import RockPaperScissors
from p2pgame.games.tricks.hearts import HeartsGame
from p2pgame.log import Entry
from p2pgame.protocols.deck.claims import is_by_membership
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.lobby.events import AnyView, Drawn, Happened, TakenBack
from p2pgame.transport.envelope import Envelope
from tests.session.tables import Net, any_offer, first_offer, known, me

OBSERVER = 0
ENVELOPE = Envelope({0: b"E" * 32})
#: So many games are played until two of them make a pair.
TRIES = 200
PAIRS = 4


class Hands(State, frozen=True):
    phase: int = 0
    faces: tuple[str, ...] = ()


class Suits(Game[Hands, Options]):
    """A card to each of three, a word of each, two show to hold no spade.

    One of the four cards is opened in the end.  So if one player is dealt the same,
    and the same is opened, the other two have the same cards or each other's.
    """

    name, version, seats, options = "suits", 1, range(3, 4), Options
    deck: tuple[str, ...] = ("♠1", "♥1", "♥2", "♥3")
    each = 1

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple(range(seat * self.each, seat * self.each + self.each))

    def setup(self, seats: int, options: Options) -> Hands:
        return Hands()

    def turn(self, state: Hands) -> Turn:
        turns: tuple[Turn, ...] = (
            Shuffle(self.deck, (0, 1, 2)),
            Deal(tuple((seat, self.hand(seat)) for seat in range(3))),
            *(Choose(seat, ("yes", "no")) for seat in range(3)),
            *(Prove(seat, NoneOf(self.hand(seat), ("♠1",))) for seat in (1, 2)),
            Open((len(self.deck) - 1,)),
            Over((0, 0, 0)),
        )
        return turns[state.phase]

    def apply(self, state: Hands, event: Event) -> Hands:
        faces = event.faces if isinstance(event, Opened) else ()
        return replace(state, phase=state.phase + 1, faces=faces)

    def zones(self, state: Hands) -> tuple[Zone, ...]:
        if state.phase < 2:
            return ()
        hands = (Zone(f"hand {n}", self.hand(n), group=(n,)) for n in range(3))
        return (*hands, Zone("rest", (len(self.deck) - 1,)))

    def show(self, state: Hands, faces: Faces) -> str:
        return f"{state.phase} {state.faces} {sorted(faces.items())}"


class Twos(Suits):
    """Two cards to each, which may have the same face, and one that is opened."""

    name = "twos"
    deck = ("♠1", "♥1", "♥1", "♥2", "♥2", "♥3", "♥3")
    each = 2


@dataclass(frozen=True)
class Looks:
    """All that a view says."""

    text: str
    zones: tuple[Seen, ...]
    faces: tuple[tuple[int, str], ...]
    choice: Choose | None
    turn: Turn
    state: State

    @classmethod
    def of(cls, view: AnyView) -> Looks:
        faces = tuple(sorted(view.faces.items()))
        return cls(view.text, view.zones, faces, view.choice, view.turn, view.state)


@dataclass(frozen=True)
class Said:
    """All that can be seen of an entry's outside, and the shape of what it says."""

    seat: int
    kind: str
    round: int | None
    length: int
    message: int | None
    frame: int

    @classmethod
    def of(cls, seat: int, raw: bytes) -> Said:
        payload = payloads.decode(Entry.read(raw).payload)
        answer = payload if isinstance(payload, Answer) else None
        return cls(
            seat,
            type(payload).__name__,
            None if answer is None else answer.round,
            len(raw),
            None if answer is None else len(answer.message),
            len(ENVELOPE.seal(raw, bytes)),
        )


@dataclass(frozen=True)
class Step:
    """What the observer saw when something happened, and what had been said by then."""

    looks: Looks
    event: Event | Undone | TakenBack | Drawn | None
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Setting:
    """A game, and how far it is played: so many events, or words after the last.

    Moves that everybody sees are the first of ``moves`` on offer.  What others
    seal or place is drawn by their luck, but the observer's own is always alike.
    """

    game: AnyGame
    seats: int
    events: int
    words: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    moves: tuple[str, ...] = ()


#: For each of the others the faces that it knows, and what it decided in secret.
Hidden: TypeAlias = tuple[tuple[tuple[tuple[int, str], ...], str | None], ...]


@dataclass(frozen=True)
class Trial:
    """One game: what reached the observer, and what the others hid from it."""

    luck: int
    steps: tuple[Step, ...]
    hidden: Hidden

    @property
    def learned(self) -> tuple[object, ...]:
        """The faces that the observer knew, and what came out, at each step."""
        return tuple((step.looks.faces, step.event) for step in self.steps)


class Hall(Net):
    """A net in which all but the observer have other seeds for other luck."""

    def __init__(self, setting: Setting, luck: int) -> None:
        game, options = setting.game, setting.game.options(**setting.options)
        super().__init__(game, setting.seats, options, decide=self._choose)
        for seat in range(1, setting.seats):
            other = me(seat, b"luck %d" % luck)
            self.tables[seat] = Table(self.tables[0].id, known(game), other)
        self.setting = setting
        self.sealed: dict[int, str] = {}
        self._chances = {
            seat: Random(0 if seat == OBSERVER else f"{luck} {seat}")
            for seat in range(setting.seats)
        }

    def _choose(self, view: AnyView) -> str:
        assert view.choice is not None
        assert view.player is not None
        offers = view.choice.moves
        if isinstance(view.turn, Together | Place):
            move = any_offer(self._chances[view.player])(view)
            self.sealed[view.player] = move
            return move
        return next((m for m in self.setting.moves if m in offers), first_offer(view))

    def steps(self) -> Iterator[Step]:
        """Yield what the observer sees when something has happened, and at the end."""
        limit = self.setting.events
        for number in range(1, limit + 1):
            self._play_on(number)
            if len(self._happened()) < number:
                return  # somebody cannot prove what is not so with these cards
            event = self._happened()[number - 1]
            yield Step(Looks.of(event.view), event.event, self._said())
        if self.setting.words:
            enough = len(self.said) + self.setting.words
            self.play(until=lambda: len(self.said) >= enough)
            play = self.tables[OBSERVER].play
            assert play is not None
            yield Step(Looks.of(play.view), None, self._said())

    def _play_on(self, number: int) -> None:
        self.play(until=lambda: len(self._happened()) >= number)

    def _happened(self) -> list[Happened]:
        return [e for e in self.events[OBSERVER] if isinstance(e, Happened)]

    def _said(self) -> tuple[Said, ...]:
        return tuple(Said.of(seat, raw) for seat, raw in self.said)

    @property
    def turn_id(self) -> bytes:
        play = self.tables[OBSERVER].play
        assert play is not None
        return play.id

    def hidden(self) -> Hidden:
        """Return what each of the others knows, or has decided in secret."""
        plays = [table.play for table in self.tables]
        assert all(play is not None and play.seat == n for n, play in enumerate(plays))
        return tuple(
            (tuple(sorted(play.view.faces.items())), self.sealed.get(seat))
            for seat, play in enumerate(plays)
            if play is not None and seat != OBSERVER
        )


def played(setting: Setting, luck: int) -> Trial | None:
    """Play one game; None where somebody cannot prove what is not so."""
    hall = Hall(setting, luck)
    steps = tuple(hall.steps())
    if any("not true" in str(table.broken) for table in hall.tables):
        return None
    return Trial(luck, steps, hall.hidden())


@cache
def pairs(name: str, number: int) -> tuple[tuple[Trial, Trial], ...]:
    """Return games in which the observer learns the same, and others hide another."""
    setting = SETTINGS[name]
    found: list[tuple[Trial, Trial]] = []
    first: dict[object, Trial] = {}
    for luck in range(TRIES):
        trial = played(setting, luck)
        if trial is None:
            continue
        before = first.setdefault(trial.learned, trial)
        if before.hidden != trial.hidden:
            found.append((before, trial))
            print(
                setting.game.name, before.luck, trial.luck, before.hidden, trial.hidden
            )
        if len(found) == number:
            return tuple(found)
    raise AssertionError(f"no {number} pairs in {TRIES} games")


SETTINGS = {
    "cards": Setting(KuhnPoker(), 2, 4, moves=("bet", "fold")),
    "swapped cards and proofs": Setting(Suits(), 3, 8),
    "equal cards and proofs": Setting(Twos(), 3, 8),
    "private dice": Setting(LiarsDice(), 3, 3, options={"dice": 1}),
    "a placement": Setting(Battleship(), 2, 6, options={"size": 4, "ships": "2 1"}),
    "tricks": Setting(HeartsGame(), 4, 62),
    "sealed moves": Setting(RockPaperScissors(), 3, 0, words=10),
}


@pytest.mark.parametrize("name", [name for name in SETTINGS if name != "tricks"])
def test_what_others_hide_changes_nothing_that_a_player_can_see(name: str) -> None:
    for one, other in pairs(name, PAIRS):
        assert one.hidden != other.hidden
        for step, (a, b) in enumerate(zip(one.steps, other.steps, strict=True)):
            assert a.looks == b.looks, step
            assert a.said == b.said, step


def test_the_cards_of_two_others_can_be_swapped() -> None:
    for one, other in pairs("swapped cards and proofs", 1):
        first, second = (
            [face for faces, _ in trial.hidden for _, face in faces]
            for trial in (one, other)
        )
        assert first == second[::-1]
        assert len({*first}) == 2


def test_equal_cards_and_different_ones_are_both_tried() -> None:
    patterns = set()
    for pair in pairs("equal cards and proofs", PAIRS):
        for trial in pair:
            for faces, _ in trial.hidden:
                patterns.add(len({face for _, face in faces}))
    assert patterns == {1, 2}


@pytest.mark.parametrize(
    ("name", "deck", "games", "number"),
    [("swapped cards and proofs", 4, 8, 1), ("tricks", 52, 40, 2)],
)
def test_a_proof_of_having_no_suit_is_as_long_whatever_is_held(
    name: str, deck: int, games: int, number: int
) -> None:
    """Its form and length follow from the statement alone."""
    found: list[tuple[int, int]] = []
    for luck in range(games):
        if len({*found}) >= number:
            break
        hall = Hall(SETTINGS[name], luck)
        claims: dict[bytes, int] = {}
        for step in hall.steps():
            turn = step.looks.turn
            if isinstance(turn, Prove) and isinstance(turn.claim, NoneOf):
                cards, refused = len(turn.claim.slots), len(turn.claim.faces)
                assert not is_by_membership(cards, deck - refused, refused)
                claims[hall.turn_id] = 32 * (cards * refused + 2 * cards + 3)
        for _, raw in hall.said:
            said = payloads.decode(Entry.read(raw).payload)
            if isinstance(said, Answer) and said.turn in claims:
                found.append((claims[said.turn], len(said.message)))
    print(name, found)
    assert len({*found}) >= number
    assert all(length == said for length, said in found)


def test_all_have_sealed_and_nobody_has_opened_when_sealed_moves_are_compared() -> None:
    trial = played(SETTINGS["sealed moves"], 0)
    assert trial is not None
    answers = [said for said in trial.steps[-1].said if said.kind == "Answer"]
    assert [said.round for said in answers] == [0, 0, 0]


def test_what_is_opened_does_show_and_so_does_another_card_of_one_s_own() -> None:
    """The comparison notices a longer word, and one face more."""
    sealed = SETTINGS["sealed moves"]
    one, other = pairs("sealed moves", 1)[0]
    opened = Setting(sealed.game, sealed.seats, 1)
    a, b = played(opened, one.luck), played(opened, other.luck)
    assert a is not None
    assert b is not None
    assert a.steps[0].said != b.steps[0].said
    assert a.steps[0].looks != b.steps[0].looks
    cards = [played(SETTINGS["cards"], luck) for luck in range(9)]
    assert len({trial.steps[-1].looks.faces for trial in cards if trial}) > 1
