"""Plays random games without peers, and tells them as frames of a page's drawing.

python -m tests.web.frames holdem 6 --seat 0 --option hands=3 > frames.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from p2pgame.client.events import Choice, View
from p2pgame.client.json_lines import with_sentences
from p2pgame.client.telling.views import cleared, fields_of, moves_of, view_of
from p2pgame.client.words import learn, say
from p2pgame.engine import (
    NOTHING,
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Message,
    Offer,
    Options,
    Over,
    Together,
    Turn,
    advance,
    plain,
    start,
    view,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.games.registry import find
from p2pgame.playtest import Chance, Dealer, Secrets
from p2pgame.session.lobby.events import Happened

NAMES = (
    *("Ann", "Björn", "Chloé", "Dmitri", "Maximiliane-Theodora", "Finn"),
    *("Giulia", "小林さくら", "Ida", "João"),
)
#: Of the moves with a number, one in so many is the highest.
BOLD = 6


def pick(offers: Sequence[Offer], chance: Chance) -> str:
    """Return a move; folding is rare, and so is everything at once."""
    likely = [offer for offer in offers if offer not in ("fold", "liar", "muck")]
    rare = [*likely, *offers] if chance.below(3) == 0 else likely
    offer = chance.choice(rare or list(offers))
    if not isinstance(offer, Amount):
        return offer
    small = min(offer.high, offer.low + chance.below(4))
    return f"{offer.verb} {offer.high if chance.below(BOLD) == 0 else small}"


def frames(
    game: AnyGame,
    seats: int,
    options: Options,
    seat: int | None,
    seed: int = 0,
    *,
    language: str = "en",
    longest: int = 300,
) -> Iterator[dict[str, Any]]:
    """Yield the frames that ``seat`` sees; the last one is the end, if it is near."""
    learn(game)
    dealer, chance = Dealer(game, f"cards {seed}"), Chance(f"moves {seed}")
    state, secrets = start(game, seats, options).state, Secrets.of(seats)
    before: dict[str, Any] | None = None
    told: list[dict[str, Any]] = []
    for _ in range(longest):
        turn = turn_of(game, state, seats)
        seen = view(game, state, seat, secrets.known_to(seat), turn)
        shown = _shown(view_of(seen), language)
        choice = _choice(game, state, seen)
        yield _frame(shown, before, choice, told)
        if isinstance(turn, Over):
            return
        event, after = _event(dealer, state, turn, secrets, chance)
        step = advance(game, state, event)
        messages = [game.tell(state, event), *(said for said, _ in step.fix_ups)]
        told = [_said(m, language) for m in messages if m is not None and m != NOTHING]
        known = after.known_to(seat)
        now = view(game, step.state, seat, known, turn_of(game, step.state, seats))
        happened = Happened(turn, event, step.fix_ups, now)
        gone = cleared(game, state, secrets.known_to(seat), happened)
        before = shown
        if gone is not None:
            lay = _shown(gone, language)
            yield _frame(lay, shown, None, told)
            before, told = lay, []
        state, secrets = step.state, after


def _event(
    dealer: Dealer, state: Any, turn: Turn, secrets: Secrets, chance: Chance
) -> tuple[Event, Secrets]:
    def fair(choice: Choose) -> Sequence[Offer]:
        known = secrets.known_to(choice.player)
        seen = view(dealer.game, state, choice.player, known, turn).choice
        return choice.moves if seen is None else seen.moves

    match turn:
        case Choose(player):
            return Chosen(player, pick(fair(turn), chance)), secrets
        case Together(choices):
            moves = tuple(pick(fair(choice), chance) for choice in choices)
            return ChosenTogether(moves), secrets
    return dealer.answer(state, turn, secrets)


def _choice(game: AnyGame, state: Any, seen: Any) -> dict[str, Any] | None:
    if seen.choice is None:
        return None
    offers = seen.choice.moves
    hints = [game.hint(state, seen.player, offer, seen.faces) for offer in offers]
    choice = Choice(moves_of(offers), tuple(map(plain, hints)))
    made: dict[str, Any] = msgspec.to_builtins(choice)
    return made


def _frame(
    shown: dict[str, Any],
    before: dict[str, Any] | None,
    choice: dict[str, Any] | None,
    messages: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "view": shown,
        "before": before,
        "choice": choice,
        "messages": messages,
        "animate": before is not None,
    }


def _shown(seen: View, language: str) -> dict[str, Any]:
    fields = msgspec.to_builtins(seen, str_keys=True)
    shown: dict[str, Any] = with_sentences(fields, NAMES, language)
    return shown


def _said(message: Message, language: str) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.to_builtins(message)
    return {**said, "sentence": say(message, NAMES, language=language)}


def recording(
    name: str,
    seats: int,
    seat: int | None = 0,
    seed: int = 0,
    language: str = "en",
    **options: str | int | bool,
) -> dict[str, Any]:
    """Return a game as the page knows it: how it began, and all its frames."""
    game = find(name)
    chosen = msgspec.convert(options, game.options, strict=False)
    players = [{"name": one, "identity": f"{n:064x}"} for n, one in enumerate(NAMES)]
    begun = {
        "table": "0" * 64,
        "game": name,
        "version": game.version,
        "options": fields_of(chosen),
        "players": players[:seats],
        "seat": seat,
    }
    shown = frames(game, seats, chosen, seat, seed, language=language)
    return {"begun": begun, "names": NAMES[:seats], "frames": [*shown]}


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--seat", type=int, default=0, help="−1: a spectator")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", default="en")
    parser.add_argument("--option", action="append", default=[])
    said = parser.parse_args()
    options = dict(option.split("=", 1) for option in said.option)
    seat = None if said.seat < 0 else said.seat
    told = recording(said.game, said.seats, seat, said.seed, said.language, **options)
    print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    _main()
