"""Puts what a checked transcript has shown into an event, with its sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from p2pgame import session
from p2pgame.engine import Message, SeatName
from p2pgame.session import Player as SessionPlayer
from p2pgame.session import Refuted, Report, Unfinished
from p2pgame.session.entries.payloads import MASKED, PROVED
from p2pgame.session.game.absence.departure import Departure
from p2pgame.session.lobby.before import carried
from p2pgame.session.table.report import Outline
from p2pgame.text import title_of

from ..errors import NotVerified, RulesContradict, RulesNotHere
from ..events import (
    AbsencesShown,
    AuditShown,
    Chained,
    Departed,
    Outlined,
    Player,
    SignedShown,
    TimesShown,
    Verified,
)
from ..names import all_of, distinct
from ..telling.phrases import seats_named, unaudited
from ..whose_rules import by_rules_of, shown_rules
from ..words import message_of_error, reason


def verified(path: str, report: Report, lacking: str | None = None) -> Verified:
    """Return what a report says; ``lacking`` is what the game is unfinished by."""
    start = report.start
    players = players_of(start.players)
    why = None if lacking is None else reason(lacking)
    return Verified(
        *(path, start.game.name, start.game.version),
        *(msgspec.to_builtins(start.options), players, report.payoffs),
        *(report.turns, report.entries, _headline(report, players, why)),
        *(_signed(report), _audit(report), _absences(report)),
        *(why, report.table.hex()),
        chain=_chain(report),
        rules=shown_rules(start.game.rules),
        times=tuple(_times(report)),
    )


def unfinished(path: str, found: Unfinished) -> Verified:
    """Return what an unfinished game says as far as it goes."""
    if found.report is not None:
        return verified(path, found.report, found.lacking)
    about, why = found.outline, reason(found.lacking)
    said = Message.of("verified-not-begun", entries=about.entries, why=why)
    return Verified(
        *(path, about.game, about.version, {}, players_of(about.players)),
        *((), 0, about.entries, said),
        unfinished=why,
        table=about.table.hex(),
        rules=shown_rules(about.rules),
    )


def rules_not_here(found: session.RulesNotHere) -> RulesNotHere:
    """Return the error that says which rules are not here, and what is known."""
    error = RulesNotHere.saying(message_of_error(found))
    error.outlined = _outlined(found.outline)
    return error


def rules_contradict(found: session.RulesContradict) -> RulesContradict:
    """Return the error that says that the rules contradict themselves."""
    error = RulesContradict("rules-failed", what=message_of_error(found))
    error.outlined = _outlined(found.outline)
    return error


def not_verified(found: Refuted) -> NotVerified:
    """Return the error that says what is wrong, and what is known of the file."""
    error = NotVerified.saying(message_of_error(found))
    error.outlined = None if found.outline is None else _outlined(found.outline)
    return error


def players_of(players: Sequence[SessionPlayer]) -> tuple[Player, ...]:
    """Return players as they are shown, two of one name told apart."""
    names = distinct([player.name for player in players])
    return tuple(
        Player(name, player.identity.hex(), player.is_program)
        for name, player in zip(names, players, strict=True)
    )


def _outlined(about: Outline) -> Outlined:
    return Outlined(
        *(about.table.hex(), about.game, about.version),
        *(players_of(about.players), about.entries),
        shown_rules(about.rules),
    )


def _headline(
    report: Report, players: tuple[Player, ...], why: Message | None
) -> Message:
    names = all_of(player.name for player in players)
    game = title_of(report.start.game.name)
    turns, entries = report.turns, report.entries
    if why is None:
        said = Message.of(
            "verified", players=names, game=game, turns=turns, entries=entries
        )
    else:
        said = Message.of(
            "verified-so-far",
            players=names,
            game=game,
            turns=turns,
            entries=entries,
            why=why,
        )
    return by_rules_of(report.start.game.name, report.start.game.rules, said)


def _chain(report: Report) -> Chained:
    stakes, end, remains = report.stakes, report.end, report.remains
    return Chained(
        report.start.carried.hex(),
        "" if end is None else carried(report.table, end).hex(),
        () if stakes is None else stakes.begins,
        () if stakes is None else stakes.fresh,
        () if remains is None or remains.kept is None else remains.kept,
        0 if stakes is None else stakes.most,
        -1 if remains is None or remains.first is None else remains.first,
        stakes is None or stakes.in_order,
    )


def _signed(report: Report) -> SignedShown:
    turns, hands = report.signed.turns, report.signed.hands
    gone = len(report.gone)
    said = Message.of("all-signed", turns=turns, hands=hands, gone=gone)
    return SignedShown(turns, hands, report.signed_by, said)


def _audit(report: Report) -> AuditShown:
    deck, found = report.start.deck, report.audited
    done, lacking = tuple(sorted(found.done)), tuple(sorted(found.lacking))
    said = []
    if done:
        said.append(Message.of("audited", players=seats_named(done)))
    if lacking:
        said.append(unaudited(lacking))
    if deck in (MASKED, PROVED) and report.signed.hands:
        said.append(Message.of("audit-not-needed"))
    elif deck not in (MASKED, PROVED) and report.end is None:
        said.append(Message.of("audit-not-yet"))
    return AuditShown(deck, done, lacking, tuple(said))


def _absences(report: Report) -> AbsencesShown:
    departed = tuple(_departed(report, one) for one in report.departures)
    moved_for = report.moved_for if any(report.moved_for) else ()
    return AbsencesShown(departed, moved_for, report.forfeited)


def _times(report: Report) -> Iterator[TimesShown]:
    """Yield each seat's own counts; of many others only the slow ones are told."""
    for by, times in report.times:
        slow = tuple(seat for one, seat in report.slow if one == by)
        told = slow if len(times.worked) > 2 else (1 - by,)
        messages = (
            Message.of(
                "times-by",
                by=SeatName(by),
                player=SeatName(seat),
                thought=times.thought[seat],
                worked=times.worked[seat],
                slow=int(seat in slow),
                programs=report.start.time.programs,
            )
            for seat in told
        )
        yield TimesShown(by, times.thought, times.worked, slow, (*messages,))


def _departed(report: Report, one: Departure) -> Departed:
    said = Message.of(
        "gone-by-word" if one.left else "gone-by-silence",
        player=SeatName(one.seat),
        signed=report.signed_by[one.seat],
        turns=report.turns,
        others=seats_named(one.by),
        count=len(one.by),
        after=one.turns,
    )
    return Departed(one.seat, one.by, one.turns, one.left, said)
