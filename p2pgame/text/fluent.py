"""This module alone imports the Fluent library, which is slow to import.

It is slow to parse, too: a tenth of a second for all that the program may say.  So each
sentence is parsed when it is first said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType, fluent_number
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from p2pgame.engine.printable import signed

#: How a message begins; no line within one does.
_BEGINS = re.compile(r"^([A-Za-z][\w-]*) *=", re.ASCII | re.MULTILINE)
#: The attribute with the words of a sentence for people who type no commands.
_PAGE = "page"


class Text(str, FluentType):
    """A text to show unchanged; the library refuses other texts over 2500 letters."""

    __slots__ = ()

    def format(self, *_: object, **__: object) -> str:
        return self


class Sentences:
    """The patterns of one language, by the ids of messages."""

    def __init__(self, language: str) -> None:
        # Isolation marks are for texts of both directions; a terminal shows them.
        self._bundle = FluentBundle(
            [language], functions={"SIGNED": _signed}, use_isolating=False
        )
        self._unparsed: dict[str, str] = {}

    def add(self, text: str, prefix: str) -> None:
        """Add the new sentences with ids that begin with ``prefix``."""
        found = [*_BEGINS.finditer(text)]
        ends = [*(begins.start() for begins in found[1:]), len(text)]
        for begins, end in zip(found, ends, strict=False):
            if begins[1].startswith(prefix):
                self._unparsed.setdefault(begins[1], text[begins.start() : end])

    def ids(self) -> list[str]:
        """Return the ids of the sentences that have not been said yet."""
        return [*self._unparsed]

    def _parse(self, id: str) -> None:
        """Parse a message, and those that it refers to."""
        text = self._unparsed.get(id)
        if text is None:
            return
        body: list[ast.EntryType] = [
            entry
            for entry in FluentResource(text).body
            if isinstance(entry, ast.Message)
        ]
        self._bundle.add_resource(ast.Resource(body))
        self._unparsed.pop(id, None)  # last, for another thread may say it, too
        named = _Named()
        for entry in body:
            named.visit(entry)
        for other in named.ids:
            self._parse(other)

    def say(
        self, id: str, args: Mapping[str, int | str], *, page: bool = False
    ) -> str | None:
        """Return the sentence, or None if it is missing or lacks an argument.

        ``page``: where nobody types commands a sentence may have other words, which
        are its attribute of this name.
        """
        self._parse(id)
        if not self._bundle.has_message(id):
            return None
        given = {
            name: fluent_number(value, useGrouping=False)
            if isinstance(value, int)
            else Text(value)
            for name, value in args.items()
        }
        found = self._bundle.get_message(id)
        pattern = found.attributes.get(_PAGE, found.value) if page else found.value
        if pattern is None:
            return None
        told, errors = self._bundle.format_pattern(pattern, given)
        return None if errors else str(told)


class _Named(Visitor):
    """Finds the messages that another one refers to."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.ids.append(node.id.name)


def _signed(number: object) -> Text:
    """Return a number with its sign, ``+5`` or ``-5``, and ``0`` without one."""
    if not isinstance(number, FluentInt):
        return Text(str(number))
    return Text(signed(int(number)))
