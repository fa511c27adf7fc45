"""Writes docs/client.md from the structs: python -m tests.client.page > FILE

What is in the page's beginning is written by hand, below; the rest are the docstrings
and fields of events, questions, commands and requests.
"""

from __future__ import annotations

import inspect
import sys
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from p2pgame.client import (
    answers,
    commands,
    events,
    game_rules,
    inquiries,
    layouts,
    questions,
    requests,
)
from p2pgame.engine import scene

HEAD = """\
# The client's protocol

A page, a bot, or a program in any language plays through one protocol: it sends
requests and commands, and reads events.  In Python they are frozen structs (see
`examples/`); everywhere else they are JSON objects, one on each line, of
`p2pgame pipe`.  This page is generated from the structs
(`python -m tests.client.page`), and the suite compares it.

## A session

The first line is a request.  One for a seat (`host`, `join`, `resume`, `spectate`) is
followed by commands; any other is answered at once.  Events come until `finished`.

    > {"command": "join", "invite": "P2PGAME:…", "name": "Robot"}
    < {"event": "begun", "game": "kuhn", "players": [{"name": "Ann", …}, …], …}
    < {"event": "your-turn", "number": 1, "choice": {"moves": ["check", "bet"], …}, …}
    > {"command": "move", "move": "check"}
    < {"event": "turn-closed", "number": 1}
    < {"event": "happened", "messages": [{"id": "player-moves", "args": {…}}], …}
    < {"event": "ended", "payoffs": [1, -1], …}
    < {"event": "saved", "path": "kuhn-d6c4b16b.p2pgame"}
    < {"event": "verified", …}
    < {"event": "finished"}

Fields that have their default are left out of events, and may be left out of requests.
Unknown fields in requests and commands are refused; unknown fields and events MUST be
ignored by front ends.  After a move that was not possible the turn stays open, and
`your-turn` is not told again.
`turn-closed` may come while a person is being asked, so a front end goes on reading.

A command that can't be done is answered by `not-done`.  One with an `id`, a number of
the front end's own, is answered by `done` or by `not-done` with the same `id`:

    > {"command": "move", "move": "fly", "id": 1}
    < {"event": "not-done", "message": {…}, "code": "unknown-move", "id": 1}
    > {"command": "say", "text": "hello", "id": 2}
    < {"event": "done", "id": 2}

JavaScript keeps integers up to 2⁵³ − 1 exactly, and a game's numbers may have 64 bits.
So an integer below −2⁵³ + 1 or above 2⁵³ − 1 is written as a text of its decimal
digits, in events and wherever else this program writes JSON (`verify --json`,
`rules --json`, a trace).  A request may give the value of an option as such a text,
too; a move is a text anyway.

While there is a plan (`plan`), a `move` is its next step: `planned` tells how the plan
is, and `your-turn` asks about the table after its steps.  `confirm` makes all of it.
docs/design/undo.md says what `undo` and `redo` reach.  Before the player's turn the
steps are tried in positions that may come, and `given` of each says when it is so.

A table with a program as the opponent is one request:

    > {"command": "host", "game": "tictactoe", "bots": 1}

and `"programs": {"2": "Perfect Pia"}` says which one (`p2pgame bots`).  The other way
round, `--seat 2=exec:./my_bot` of `p2pgame play` starts a program of one's own: it gets
these events, and writes these commands, without a request (docs/agents.md).

## In Python

    import p2pgame
    from p2pgame import events as e

    async with p2pgame.host("tictactoe", name="Ann", bots=1) as seat:
        async for event in seat:
            match event:
                case e.YourTurn(view=view, choice=choice):
                    print(view.text)
                    await seat.move(...)

It runs in trio.  `host`, `join`, `resume` and `spectate` take the fields of their
requests as keywords.  A seat has a method for each command: `move`, `propose`, `say`,
`leave`, `answer` and `quit`; what is about a plan goes to `plan`.  Where JSON has
`not-done`, a method raises:

* `p2pgame.IllegalMove`: the rules don't allow it; `p2pgame.say(error.message)` is the
  sentence, and `code` is for programs;
* `p2pgame.ClientError`: it makes no sense here; `str(error)` is the sentence;
* another `ValueError`: a text can't be said.

The iteration ends after `Finished`, and raises a `ClientError` if the seat ended early.
`seat.now` is a snapshot.  `events` and `questions` are names in `p2pgame`, and no
modules of it: write `from p2pgame import events`.  `examples/person.py` is a whole
front end.

## What a game is made of

`show-rules`, or `p2pgame rules NAME --json`, says what a program has to know of a game
before it plays: the fields of its state, its options, and the forms of its moves.

A state, and a struct in it, is a list of fields in a fixed order.  What is hashed is
the MessagePack array of their values, behind the struct's tag if it has one; a view has
them by name, and bytes as Base64.

A form of a move is its text, in which words in capital letters are parts: `raise N`.
Which moves are possible now, and the bounds of numbers, are in `your-turn`.

## Messages

What is said to people is an id and arguments:

    {"type": "message", "id": "player-moves",
     "args": {"player": {"type": "seat", "seat": 1}, "move": "bet"}}

An argument is a number, a text, a player's seat, a message, or a list of these.  The
sentences are the Fluent files `p2pgame/text/LANGUAGE/*.ftl` and
`games/**/text/LANGUAGE/*.ftl`, in English (`en`) and German (`de`); a front end may
have its own.  `plain` has one argument `text`, to be shown as it is, and
`GAME-kind-of-move` is what `show-rules` says of a `form` of moves.  In Python
`p2pgame.say(message, names)` is the English sentence, and
`p2pgame.say(message, names, language="de")` the German one; `names` are those of
`begun`, by seat.  With `p2pgame pipe --sentences` each message has its sentence in the
field `sentence`, in the language of `p2pgame --lang`.

## A slow reader

A front end that reads slowly stalls nobody.  If more than 512 events wait, they are
replaced by one `snapshot`, which says how things are and how many events it stands for.

## Questions

A question is asked by `asked` and closed by `answered`.  It has a deadline in seconds,
and an answer that counts if nobody gives one.  Questions are asked if the request says
`"attended": true`; otherwise each has its default at once.
"""

#: Sections: a heading, a union of structs, and the field that names each in JSON.
SECTIONS: tuple[tuple[str, Any, str | None], ...] = (
    ("Requests for a seat", requests.AnyRequest, "command"),
    ("Commands to a seat", commands.AnyCommand, "command"),
    ("Events of a seat", events.AnyEvent, "event"),
    ("What can be asked", questions.AnyAsk, "ask"),
    ("Other requests", inquiries.AnyInquiry, "command"),
    ("Their answers", answers.AnyAnswer, "event"),
)
#: What the structs of a union have in common.
BASES: dict[Any, type[msgspec.Struct]] = {
    requests.AnyRequest: requests.Request,
    commands.AnyCommand: commands.Command,
}
PARTS = (
    questions.Question,
    questions.Picture,
    questions.Seen,
    *(events.Player, events.View, events.Zone, events.Choice, events.Range),
    *(scene.Scene, scene.SeatShown, scene.Grid, scene.Cell, scene.Piece),
    *(scene.Spread, scene.Stack, scene.Chips, scene.Graph, scene.Bar),
    *(scene.Puzzle, scene.Item, scene.Past),
    *(scene.NumberAsked, scene.Card, scene.Pick, scene.Note),
    *(events.PlanStep, events.UndosShown, events.Connection),
    *(answers.GameShown, answers.Option, answers.TableShown),
    *(answers.ProgramShown, answers.TranscriptShown),
    *(answers.ContactShown, answers.InvitationShown),
    answers.ReceiptShown,
    *(events.SignedShown, events.AuditShown, events.AbsencesShown),
    *(events.Departed, events.LocalFact),
    *(game_rules.SeatsShown, game_rules.OptionShown, layouts.FieldShown),
    *(layouts.FieldType, layouts.StructShown, game_rules.MoveShown),
    *(game_rules.MovePartShown, game_rules.FacesShown),
)


def page() -> str:
    """Return the whole page."""
    lines = [HEAD]
    for heading, union, tag in SECTIONS:
        lines.append(f"## {heading}\n")
        if (base := BASES.get(union)) is not None:
            lines += [_about(base), _table(base, ())]
        for struct in get_args(union):
            lines += _struct(struct, tag)
    lines.append("## Parts\n")
    for struct in PARTS:
        lines += _struct(struct, None)
    return "\n".join(lines).rstrip() + "\n"


def _struct(struct: Any, tag: str | None) -> list[str]:
    name = struct.__name__ if tag is None else struct.__struct_config__.tag
    common = () if tag is None else _common(struct)
    found = [f"### {name}\n", _about(struct)]
    rows = _table(struct, common)
    return [*found, rows] if rows else found


def _common(struct: Any) -> tuple[str, ...]:
    bases = (base for base in BASES.values() if issubclass(struct, base))
    return tuple(name for base in bases for name in base.__struct_fields__)


def _about(struct: Any) -> str:
    text = inspect.cleandoc(struct.__doc__ or "")
    return f"{text}\n".replace("``", "`").replace(":class:", "")


def _table(struct: Any, left_out: tuple[str, ...]) -> str:
    hints = get_type_hints(struct)
    rows = [
        f"| `{field.name}` | {_kind(hints[field.name])} | {_default(field)} |"
        for field in msgspec.structs.fields(struct)
        if field.name not in left_out
    ]
    if not rows:
        return ""
    return "\n".join(["| field | type | default |", "|---|---|---|", *rows, ""])


def _kind(kind: Any) -> str:
    """Return a type in the words of JSON."""
    origin = get_origin(kind)
    if isinstance(kind, UnionType) or str(origin) == "typing.Union":
        return " or ".join(dict.fromkeys(map(_kind, get_args(kind))))
    if str(origin) == "typing.Literal":
        return ", ".join(f"`{value}`" for value in get_args(kind))
    if origin is tuple:
        return f"list of {_kind(get_args(kind)[0])}"
    if origin is dict:
        return f"object of {_kind(get_args(kind)[1])}"
    known = {int: "integer", str: "text", bool: "true or false", float: "number"}
    if kind is type(None):
        return "null"
    return known.get(kind, "any" if kind is Any else f"`{kind.__name__}`")


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default).decode()}`"
    if field.default_factory is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default_factory()).decode()}`"
    return "required"


if __name__ == "__main__":
    sys.stdout.write(page())
