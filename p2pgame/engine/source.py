"""This module collects, hashes and checks the source of a game's rules.

The hash covers the syntax tree, without docstrings and positions: comments and
layout do not change it, any rule does.  It skips empty fields of the tree, because
newer versions of Python have more of them.

The check refuses code that lets two honest programs disagree: chance, clocks,
files, anything that differs between processes.  It is no sandbox: a third-party
game is a third-party program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import TypeAlias

from .errors import RulesError

#: Returns the text of a module, or None if there is no such module.
Read: TypeAlias = Callable[[str], str | None]

#: The modules that rules may import, besides those of their own package.
ALLOWED = frozenset(
    {
        *("__future__", "abc", "bisect", "collections", "dataclasses", "enum"),
        *("functools", "heapq", "itertools", "math", "operator", "re", "string"),
        *("textwrap", "types", "typing", "msgspec", "p2pgame.engine"),
        "p2pgame.tabletop",
        "chess",
    }
)
#: Builtins whose result or effect may differ between machines or runs.
FORBIDDEN = frozenset(
    {
        *("__import__", "breakpoint", "compile", "delattr", "eval", "exec"),
        *("globals", "hash", "id", "input", "locals", "open", "print", "setattr"),
        "vars",
    }
)
_SETS = ("set", "frozenset")
_SET_METHODS = ("union", "intersection", "difference", "symmetric_difference")
#: Callables that keep the order of their argument.
_ORDERED = ("tuple", "list", "enumerate", "iter", "zip", "map", "filter", "reversed")
#: Callables whose result does not depend on that order.
_UNORDERED = ("any", "all", "len", "sum", "sorted", "min", "max", *_SETS)
_POSITIONS = ("ctx", "kind", "type_comment", "type_ignores")


def gather(module: str, read: Read) -> dict[str, str]:
    """Return the text of ``module`` and of all the rules that it imports.

    These are the imported modules of its own package, recursively.  A package that
    only re-exports names is replaced by the modules that define them.
    """
    own = _package(module)
    texts: dict[str, str] = {}
    left = [module]
    while left:
        name = left.pop()
        if name in texts:
            continue
        text = read(name)
        if text is None:
            raise RulesError(f"the source of {name} is not there to be read")
        texts[name] = text
        for origin, imported in _imports(name, text, read):
            if _is_in(origin, own):
                left.append(_defining(origin, imported, read))
    return texts


def fingerprint(sources: Mapping[str, str]) -> bytes:
    """Return the 32-byte hash of these modules' code; their order does not matter."""
    hashed = blake2b(digest_size=32, person=b"p2pgame source")
    for name in sorted(sources):
        code = [f"{name}\n"]
        _dump(_parse(name, sources[name]), code)
        hashed.update(blake2b("".join(code).encode()).digest())
    return hashed.digest()


def why_unfit(name: str, text: str) -> str | None:
    """Return why peers cannot rely on the module ``name``, or None."""
    own = _package(name)
    tree = _parse(name, text)
    local = _local_names(tree)
    for node in ast.walk(tree):
        for module in _modules(node):
            if not any(_is_in(module, allowed) for allowed in (own, *ALLOWED)):
                return f"{name} imports {module} (line {_line(node)})"
        match node:
            case ast.Name(used, ast.Load()) if used in FORBIDDEN - local:
                return f"{name} uses {used} (line {node.lineno})"
        if isinstance(node, ast.Attribute) and node.attr in _DOORS:
            return f"{name} uses {node.attr} (line {node.lineno})"
        if isinstance(node, ast.Global | ast.Nonlocal):
            return f"{name} keeps {node.names[0]} between calls (line {node.lineno})"
    line = _set_order(tree)
    if line is not None:
        return f"{name} relies on the order of a set (line {line}): sort it"
    return None


#: Attributes that lead to forbidden names.
_DOORS = frozenset({"__builtins__", "__globals__", "__subclasses__", "__dict__"})


@lru_cache(maxsize=64)
def _parse(name: str, text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise RulesError(f"{name} is no Python: {error}") from None


def _package(module: str) -> str:
    """Return the package whose modules are rules: of p2pgame it is one inside."""
    return ".".join(module.split(".")[: 2 if _is_in(module, "p2pgame") else 1])


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)


def _modules(node: ast.AST) -> list[str]:
    """Return the modules that a node imports by absolute name."""
    match node:
        case ast.Import(names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
    return []


def _imports(name: str, text: str, read: Read) -> Iterator[tuple[str, str | None]]:
    """Yield each module that ``name`` imports from, with the name it takes."""
    for node in ast.walk(_parse(name, text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parts = name.split(".")
                if not _is_package(name, read):
                    parts.pop()
                parts = parts[: len(parts) - node.level + 1]
                origin = ".".join([*parts, *([origin] if origin else [])])
            yield from ((origin, alias.name) for alias in node.names)


def _is_package(name: str, read: Read) -> bool:
    return read(f"{name}.__init__") is not None


def _defining(origin: str, imported: str | None, read: Read) -> str:
    """Return the module that defines the name in ``from origin import imported``."""
    if imported is None:
        return origin
    inner = f"{origin}.{imported}"
    if _is_package(origin, read):
        text = read(origin) or ""
        for behind, name in _imports(origin, text, read):
            if name == imported and behind != origin:
                return _defining(behind, name, read)
        if read(inner) is not None:
            return inner
    return origin


def _dump(node: ast.AST, into: list[str]) -> None:
    """Append the code of a syntax tree, without parts that have no effect."""
    into.append(f"({type(node).__name__}")
    for name in node._fields:
        value = getattr(node, name, None)
        if value is None or value == [] or name in _POSITIONS:
            continue
        if name == "body" and isinstance(node, _DOCUMENTED):
            value = value[ast.get_docstring(node, clean=False) is not None :]
        into.append(f" {name}=")
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, ast.AST):
                _dump(item, into)
            else:
                into.append(f"{type(item).__name__}:{item!r};")
    into.append(")")


_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _local_names(tree: ast.AST) -> set[str]:
    """Return the local names of functions, which shadow any others."""
    names = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names.add(node.id)
    return names


def _set_order(tree: ast.AST) -> int | None:
    """Return the first line whose result depends on a set's order, or None."""
    sets = _set_names(tree)
    harmless = {
        arg
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) in _UNORDERED
        if not any(keyword.arg == "key" for keyword in node.keywords)
        for arg in node.args
    }
    for node in ast.walk(tree):
        taken: list[ast.expr] = []
        match node:
            case ast.For(iter=values):
                taken = [values]
            case ast.ListComp() | ast.DictComp():
                taken = [generator.iter for generator in node.generators]
            case ast.GeneratorExp() if node not in harmless:
                taken = [generator.iter for generator in node.generators]
            case ast.List(elts) | ast.Tuple(elts):
                taken = [part.value for part in elts if isinstance(part, ast.Starred)]
            case ast.Call(args=args) if _called(node) in (*_ORDERED, "join"):
                taken = args
            case ast.Call(args=args, keywords=[*_, ast.keyword("key")]):
                taken = args
            case ast.Call(func=ast.Attribute(owner, "pop"), args=[]):
                taken = [owner]
        if any(_is_set(value, sets) for value in taken):
            return _line(node)
    return None


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_set(node: ast.expr, names: frozenset[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(name):
            return name in names
        case ast.Call(func=ast.Name(name)):
            return name in _SETS
        case ast.Call(func=ast.Attribute(owner, method)):
            return method in _SET_METHODS or (
                method == "copy" and _is_set(owner, names)
            )
        case ast.BinOp(
            left, ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(), right
        ):
            return _is_set(left, names) or _is_set(right, names)
    return False


def _set_names(tree: ast.AST) -> frozenset[str]:
    """Return the names that are only ever bound to sets."""
    sets, others = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                (sets if _is_set(value, frozenset(sets)) else others).add(name)
            case ast.AnnAssign(ast.Name(name), kind) | ast.arg(name, kind):
                (sets if _says_set(kind) else others).add(name)
    return frozenset(sets - others)


def _says_set(kind: ast.expr | None) -> bool:
    match kind:
        case ast.Subscript(ast.Name(name)) | ast.Name(name):
            return name in (*_SETS, "Set", "AbstractSet")
    return False
