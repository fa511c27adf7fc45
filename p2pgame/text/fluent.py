"""This module alone imports the Fluent library, which is slow to import."""

from __future__ import annotations

from collections.abc import Mapping

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType, fluent_number
from fluent.syntax import ast

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

    def add(self, text: str, prefix: str) -> None:
        """Add the new sentences with ids that begin with ``prefix``."""
        resource = FluentResource(text)
        body: list[ast.EntryType] = [
            entry
            for entry in resource.body
            if isinstance(entry, ast.Message) and entry.id.name.startswith(prefix)
        ]
        self._bundle.add_resource(ast.Resource(body))

    def say(
        self, id: str, args: Mapping[str, int | str], *, page: bool = False
    ) -> str | None:
        """Return the sentence, or None if it is missing or lacks an argument.

        ``page``: where nobody types commands a sentence may have other words, which
        are its attribute of this name.
        """
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


def _signed(number: object) -> Text:
    """Return a number with its sign, also if it is not negative: ``+0``."""
    return Text(f"{int(number):+d}" if isinstance(number, FluentInt) else str(number))
