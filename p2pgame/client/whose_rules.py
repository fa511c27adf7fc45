"""Says of a verdict whose rules it is by, if these do not come with p2pgame.

A file's rules are somebody's: what they call illegal is no word of ours.
"""

from __future__ import annotations

from p2pgame.engine import Message, plain
from p2pgame.engine.rules import shown_hash
from p2pgame.session import Misbehaviour, Table
from p2pgame.session.lobby.events import RulesBroken
from p2pgame.session.table.report import outline
from p2pgame.session.table.verify import describe

from .words import reason


def shown_rules(rules: bytes) -> str:
    """Return the fingerprint of rules that do not come with p2pgame, else nothing."""
    return shown_hash(rules) if rules else ""


def by_rules_of(game: str, rules: bytes, said: Message) -> Message:
    """Return a verdict, which is a sentence, with whose rules it is by."""
    if not rules:
        return said
    shown = shown_rules(rules)
    return Message.of("by-rules-of", said=said, game=game, fingerprint=shown)


def done_by_rules(game: str, rules: bytes, done: Message) -> Message:
    """Return what somebody did by rules, which is no sentence yet, with whose."""
    if not rules:
        return done
    shown = shown_rules(rules)
    return Message.of("done-by-rules", done=done, game=game, fingerprint=shown)


def rules_at_fault(table: Table, broken: RulesBroken) -> Message:
    """Return which rules are at fault, where, and what is wrong with them."""
    what, about = plain(str(broken.error)), outline(table, 0)
    if not about.rules:
        return Message.of("rules-at-fault", turns=broken.turns, what=what)
    shown = {"game": about.game, "fingerprint": shown_rules(about.rules)}
    return Message.of("file-rules-at-fault", **shown, turns=broken.turns, what=what)


def accusation(table: Table, misbehaviour: Misbehaviour, why: str) -> Message:
    """Return who did what at a table, as ``why`` has it, and by whose rules."""
    about = outline(table, 0)
    done = reason(describe(table, misbehaviour, why))
    rules = about.rules if misbehaviour.by_rules else b""
    return done_by_rules(about.game, rules, done)
