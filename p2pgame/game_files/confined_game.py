"""Makes a game of rules that run in another process.

The game is an object like any other.  Of its methods those that the rules have
themselves are asked of their process; the others are the engine's, and run here.  As
rules are pure, what was asked before is not asked again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import ModuleType, new_class
from typing import Any, TypeVar

import msgspec

from p2pgame.engine import AnyGame, Combination, Game, Message, RulesError, State
from p2pgame.engine.errors import Refusal, RulesStopped
from p2pgame.engine.reason import Reason
from p2pgame.engine.rules import check, hash_with
from p2pgame.engine.visibility import Zone

from .budgets import Budgets
from .calls import AT_LINE, CALLS, Coding
from .described import Described, Made
from .loading import module_name
from .rules_process import RulesProcess, plainly
from .sizes import Answers, why_too_large
from .witness import RAISED, REFUSED, Witness, called

T = TypeVar("T")

#: The attribute of a game that has its :class:`Confinement`.
_CONFINEMENT = "confinement"
#: What must be there for a game to be one.
_NEEDED = {"setup", "turn", "apply", "show"}


@dataclass(frozen=True, slots=True)
class Confinement:
    """The processes that run a game's rules, and run them again."""

    process: RulesProcess
    witness: Witness

    def close(self) -> None:
        """End them; nothing more can be asked of the game."""
        self.process.close()
        self.witness.close()


def confinement(game: AnyGame) -> Confinement:
    """Return what runs a game's rules apart from us.

    Raises:
      LookupError: They run here.
    """
    found: Confinement | None = getattr(game, _CONFINEMENT, None)
    if found is None:
        raise LookupError(f"the rules of {game.name} run here")
    return found


def confined(text: str, each: float | None = None) -> AnyGame:
    """Return the game whose rules a text is; they run in a process with limits.

    ``each`` are the seconds of a processor for a turn, and for the views of it, by
    default :data:`.EACH`.  The process ends with the game, or with us.

    Raises:
      RulesError: The text is none that may run, or its rules don't load.
    """
    process = RulesProcess(text, each)
    try:
        described = process.load(Described)
        missing = _NEEDED - {*described.methods}
        if missing or not {*described.methods} <= {*CALLS}:
            raise RulesError("the rules say that they are no game")
        witness = Witness(text, process.each)
        game = _made(process, described, _module(text, process.summary), witness)
        check(game, {})
        game.rules = hash_with(game, process.code)
        witness.called = called(game)
    except BaseException:
        process.close()
        raise
    return game


def _module(text: str, summary: str) -> str:
    """Return the name of a module that stands for a text, and runs nothing of it."""
    name = module_name(text)
    sys.modules[name] = ModuleType(name, plainly(summary, "\n"))
    return name


def _made(
    process: RulesProcess, described: Described, module: str, witness: Witness
) -> AnyGame:
    made = Made(described, module)
    coding = Coding(made.state, made.options)

    asked = _Asked(process, described.name, coding, witness).ask

    def method(name: str) -> Callable[..., Any]:
        takes = CALLS[name].takes

        def call(self: AnyGame, *given: Any, **named: Any) -> Any:
            values = (*given, *named.values())
            pairs = zip(takes, values, strict=True)
            encoded = tuple(bytes(coding.encode(*pair)) for pair in pairs)
            found = asked(name, encoded)
            is_listed = name == "undos" and isinstance(found, tuple)
            return iter(found) if is_listed else found

        return call

    def body(namespace: dict[str, Any]) -> None:
        namespace.update(
            __module__=module,
            name=described.name,
            version=described.version,
            seats=range(described.low, described.high + 1),
            options=made.options,
            only_deals=described.only_deals,
            draws=described.draws,
            plans_ahead=described.plans_ahead,
            aim=_clean(described.aim),
            seat_names=_clean(described.seat_names),
            move_help={
                plainly(form): plainly(about)
                for form, about in described.move_help.items()
            },
            recheck=witness.recheck,
            **{_CONFINEMENT: Confinement(process, witness)},
            **{name: method(name) for name in described.methods},
        )

    base: Any = Game[made.state, made.options]  # type: ignore[name-defined]
    cls = new_class("ConfinedGame", (base,), exec_body=body)
    game: AnyGame = cls()
    return game


class _Asked:
    """Asks the rules of a process, and keeps what they answered last."""

    def __init__(
        self, process: RulesProcess, game: str, coding: Coding, witness: Witness
    ) -> None:
        self._process, self._game, self._coding = process, game, coding
        self._witness = witness
        self._answers, self._budgets = Answers(), Budgets(process.each)

    def ask(self, name: str, args: tuple[bytes, ...]) -> Any:
        """Return what a method returns.

        Raises:
          RulesError: It fails, or gives what is none.
        """
        hashed = [blake2b(one, digest_size=32).digest() for one in args]
        key = b"".join((name.encode(), *hashed))
        kept = self._answers.get(key)
        if kept is not None:
            return self._read(name, kept)
        has_state = CALLS[name].takes[:1] == ("state",)
        budget = self._budgets.of(name, hashed[0] if has_state else key)
        request = msgspec.msgpack.encode((name, [msgspec.Raw(one) for one in args]))
        try:
            raw = bytes(self._process.ask(request, budget))
            wrong = why_too_large(CALLS[name].gives, len(raw))
            if wrong is not None:
                raise RulesError(wrong)
        except Refusal:
            self._witness.hear(name, request, REFUSED)
            raise
        except RulesStopped as error:
            raise RulesStopped(self._failing(name, error)) from None
        except RulesError as error:
            self._witness.hear(name, request, RAISED)
            raise RulesError(self._failing(name, error)) from None
        self._witness.hear(name, request, raw)
        answer = self._read(name, raw)
        self._answers.keep(key, raw)
        return answer

    def _failing(self, name: str, error: RulesError) -> str:
        joint = "" if f"{error}".startswith(AT_LINE) else ": "
        return f"{self._game} fails in {name}{joint}{error}"

    def _read(self, name: str, raw: bytes) -> Any:
        try:
            return _clean(self._coding.decode(CALLS[name].gives, raw))
        except (ValueError, msgspec.MsgspecError) as error:
            wrong = f"{self._game} gives what is none in {name}: {error}"
            raise RulesError(plainly(wrong)) from None


def _clean(value: T) -> T:
    """Return a value in which every text that people see is no more than text.

    Raises:
      ValueError: A face or a move is more.
    """
    cleaned: Any = value
    match value:
        case Message() | Reason():
            cleaned = _message(value) if isinstance(value, Message) else _reason(value)
        case str():
            cleaned = plainly(value, "\n")
        case (Message() as said, State() as state):
            cleaned = (_message(said), state)
        case (Message(), *_):
            cleaned = tuple(map(_message, value))
        case (Combination(), *_):
            _check_printable([one.moves for one in value])
            cleaned = tuple(replace(one, does=_message(one.does)) for one in value)
        case (Zone(), *_):
            for zone in value:
                _check_printable(zone.name)
        case (str(), *_):  # what is placed
            _check_printable(value)
        case State():
            if type(value).__module__.startswith("p2pgame.engine"):
                _check_printable(msgspec.to_builtins(value))
    return cleaned  # type: ignore[no-any-return]


def _reason(reason: Reason) -> Reason:
    return Reason(plainly(reason.code), _message(reason.message))


def _message(message: Message) -> Message:
    return Message(message.id, {name: _arg(arg) for name, arg in message.args.items()})


def _arg(value: Any) -> Any:
    match value:
        case str():
            return plainly(value)
        case Message():
            return _message(value)
        case tuple():
            return tuple(map(_arg, value))
    return value


def _check_printable(value: object) -> None:
    match value:
        case str():
            if value and not value.isprintable():
                raise ValueError(f"{value[:40]!r} is more than text")
        case list() | tuple():
            for one in value:
                _check_printable(one)
