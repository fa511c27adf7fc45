"""Draws the layers of the client: which import which, upwards, in circles, hidden.

``python -m tests.layers`` prints them.  :data:`tests.rooms.LAYERS` says what is in
each, the lowest first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.rooms import LAYERS
from tests.sources import MODULES, parsed

CLIENT = "p2pgame.client"


class Import(NamedTuple):
    """A module imports another; ``hidden``: inside a function."""

    home: str
    other: str
    hidden: bool


def name_of(path: Path) -> str:
    """Return a module's full name."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {
    name_of(path): path for path in MODULES if path.is_relative_to("p2pgame/client")
}


def short(module: str) -> str:
    """Return a module's name inside the client."""
    return module.removeprefix(CLIENT).lstrip(".") or "client"


@cache
def layer_of(module: str) -> str:
    """Return the layer that a module of the client is in."""
    found = [
        (len(one), layer)
        for layer, members in LAYERS.items()
        for one in members
        if f"{short(module)}.".startswith(f"{one}.")
    ]
    assert found, f"{module} is in no layer: add it to LAYERS in tests/rooms.py"
    return max(found)[1]


def imports(module: str) -> Iterator[Import]:
    """Yield what a module imports, those for a type checker alone included."""
    path = PATHS[module]
    package = list(path.parent.parts)

    def found(node: ast.AST, *, hidden: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.Import(names):
                    yield from (Import(module, one.name, hidden) for one in names)
                case ast.ImportFrom(base, names, level):
                    outer = package[: len(package) - level + 1] if level else []
                    start = ".".join([*outer, *([base] if base else [])])
                    for one in names:
                        yield Import(module, f"{start}.{one.name}", hidden)
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield from found(child, hidden=True)
                case _:
                    yield from found(child, hidden=hidden)

    yield from found(parsed(path), hidden=False)


def module_in(name: str) -> str | None:
    """Return the module of the client that a full name is, or lies in."""
    while name and name not in PATHS:
        name = name.rpartition(".")[0]
    return name or None


def hidden() -> set[tuple[str, str]]:
    """Return what is imported inside functions: the module, and what it imports."""
    return {
        (short(one.home), module_of(one.other))
        for module in PATHS
        for one in imports(module)
        if one.hidden
    }


def module_of(name: str) -> str:
    """Return the module that an import is about, which may be another library's."""
    ours = module_in(name)
    return short(ours) if ours else name.rpartition(".")[0] or name


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """Return which module of the client imports which other one."""
    return frozenset(
        (one.home, other)
        for module in PATHS
        for one in imports(module)
        if (other := module_in(one.other)) and other != one.home
    )


@cache
def led_to() -> dict[str, set[str]]:
    """Return what each module of the client imports of it."""
    found: dict[str, set[str]] = {module: set() for module in PATHS}
    for home, other in arrows():
        found[home].add(other)
    return found


def upward() -> set[tuple[str, str]]:
    """Return the arrows from a layer to a higher one."""
    order = [*LAYERS]
    return {
        (short(home), short(other))
        for home, other in arrows()
        if order.index(layer_of(home)) < order.index(layer_of(other))
    }


def circles() -> list[list[str]]:
    """Return the modules that lead back to themselves, by what they import."""
    leads = {module: reached(module) for module in PATHS}
    rings = {
        frozenset(other for other in leads[module] if module in leads[other])
        for module in PATHS
        if module in leads[module]
    }
    return sorted(sorted(map(short, ring)) for ring in rings)


def reached(module: str) -> set[str]:
    """Return what a module of the client leads to, by what it imports."""
    found, fresh = set[str](), {module}
    while fresh:
        after = {other for home in fresh for other in led_to()[home]}
        fresh = after - found
        found |= after
    return found


def drawing() -> str:
    """Return the layers, the highest first, and what each imports of those below."""
    lines = []
    for layer in reversed(LAYERS):
        below = {
            layer_of(other)
            for home, other in arrows()
            if layer_of(home) == layer and layer_of(other) != layer
        }
        count = sum(layer_of(module) == layer for module in PATHS)
        told = " ".join(one for one in reversed(LAYERS) if one in below)
        lines.append(f"{layer:<12} {count:>2}  {told}".rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    print(drawing())
    print(
        "\nup:", *(f"{home} -> {other}" for home, other in sorted(upward())), sep="\n "
    )
    print("\ncircles:", *(" ".join(ring) for ring in circles()), sep="\n ")
    print(
        "\nhidden:", *(f"{home} -> {one}" for home, one in sorted(hidden())), sep="\n "
    )
