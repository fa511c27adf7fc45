"""Looks through the text of rules for what honest rules never need.

Each module that rules may import has a list of names (:mod:`.open_names`).  Attributes
with an underscore are those that the text defines itself.  Frames, format fields,
annotations in quotes and patterns are looked into.  What would keep something between
two calls is refused, and so is a handler that would catch what limits raise.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

from p2pgame.engine.source import FORBIDDEN

from . import open_names

#: Names that reach what :data:`p2pgame.engine.source.FORBIDDEN` keeps away.
_REACHING = frozenset(
    {
        *("attrgetter", "getattr", "methodcaller", "CodeType", "get_field"),
        *("cache_info", "cache_clear", "cache_parameters", "with_traceback"),
        *("format_map", "mro", "register", "_field_defaults"),
    }
)
#: Builtins that rules never need: the site's read files, and the others memory.
_BUILTINS = FORBIDDEN | frozenset(
    ("dir", "memoryview", "help", "exit", "quit", "license", "credits", "copyright")
)
#: Attributes of frames, code and tracebacks.
_FRAMES = re.compile(r"(?:f|gi|cr|ag|tb|co|func)_[a-z]+")
#: Names that Python gives attributes which it makes, as those of enumerations.
MADE = re.compile(r"_(_?)[a-z0-9].*_\1")
#: Names with two underscores that rules may read, and methods that they may define.
_KNOWN = frozenset(
    f"__{name}__"
    for name in open_names.words("future init post_init name class getitem")
)
_METHODS = frozenset(
    f"__{name}__"
    for name in open_names.words(
        "init post_init new str repr bool len iter next contains getitem eq ne lt le gt"
        " ge hash add sub mul floordiv mod neg and or xor lshift rshift invert call"
        " radd rsub rmul abs int index reversed"
    )
)
#: Errors that tell of limits and of the machine: rules may raise, and not catch them.
_UNCAUGHT = frozenset(
    {
        *("BaseException", "Exception", "MemoryError", "RecursionError", "OSError"),
        *("RuntimeError", "PermissionError", "SystemError", "TimeoutError", "IOError"),
        *("EnvironmentError", "BaseExceptionGroup", "ExceptionGroup", "SystemExit"),
        *("NotImplementedError", "BlockingIOError", "KeyboardInterrupt"),
    }
)


def why_reaching(tree: ast.Module) -> str | None:
    """Return what the text reaches for that rules never need, or None."""
    return next(_Look(tree).found(), None)


class _Look:
    """One text: what it imports, and what it defines itself."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._modules: dict[str, str] = {}
        self._own = set[str]()
        for node in ast.walk(tree):
            match node:
                case ast.Import(names):
                    for one in names:
                        whole = one.name if one.asname else one.name.partition(".")[0]
                        self._modules[one.asname or whole] = whole
                case ast.ImportFrom(module=str(module), names=names):
                    for one in names:
                        if open_names.is_module(f"{module}.{one.name}"):
                            self._modules[one.asname or one.name] = (
                                f"{module}.{one.name}"
                            )
                case ast.FunctionDef(name) | ast.ClassDef(name):
                    self._own.add(name)
                case ast.Name(name, ast.Store()):
                    self._own.add(name)
        self._own |= self._set_by_init()

    def _set_by_init(self) -> set[str]:
        return {
            node.attr
            for function in ast.walk(self._tree)
            if isinstance(function, ast.FunctionDef)
            if function.name in ("__init__", "__post_init__")
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }

    def found(self) -> Iterator[str]:
        """Yield what is wrong, in sentences."""
        yield from self._in(self._tree, frozenset(), in_init=False)
        for node in ast.walk(self._tree):
            for name in self._reached(node):
                what = f"uses {name}" if name else "imports from beside itself"
                yield f"the file {what} (line {_line(node)})"
            for quoted in _quoted(node):
                yield from self._in_quotes(quoted, _line(node))
        yield from self._passed_on()
        yield from _kept(self._tree)
        yield from _caught(self._tree)

    def _in(
        self, node: ast.AST, bound: frozenset[str], *, in_init: bool
    ) -> Iterator[str]:
        """Yield uses of forbidden builtins, and attributes that are set.

        ``bound`` are the names that functions around have made their own.
        """
        inner = bound
        match node:
            case ast.FunctionDef(name):
                in_init = name in ("__init__", "__post_init__")
                inner = bound | _bound_in(node)
            case ast.Lambda():
                in_init, inner = False, bound | _bound_in(node)
            case ast.Name(used, ast.Load()) if used in _BUILTINS - bound:
                yield f"the file uses {used} (line {node.lineno})"
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) if not in_init:
                kept = f"the file sets {name}, and keeps it between calls"
                yield f"{kept} (line {node.lineno})"
        if isinstance(node, _COMPREHENSIONS):
            targets = (one.target for one in node.generators)
            inner = bound | {n for target in targets for n in _stored(target)}
        for child in ast.iter_child_nodes(node):
            yield from self._in(child, inner, in_init=in_init)

    def _reached(self, node: ast.AST) -> Iterator[str]:
        """Yield the names by which a node reaches outside."""
        match node:
            case ast.Import(names):
                for one in names:
                    if not open_names.is_module(one.name):
                        yield one.name
            case ast.ImportFrom(level=level) if level:
                yield ""
            case ast.ImportFrom(module=str(module), names=names):
                for one in names:
                    if not open_names.is_open(module, one.name):
                        yield f"{module}.{one.name}"
            case ast.Attribute(value=value, attr=name):
                origin = self._module(value)
                if origin is not None and not open_names.is_open(origin, name):
                    yield f"{origin}.{name}"
                elif self._is_hidden(name) or _is_odd_format(name, value):
                    yield name
            case ast.Name(name, ast.Store()) if MADE.fullmatch(name):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                if MADE.fullmatch(name):
                    yield name
            case ast.Name(name):
                if name in _REACHING or _is_dunder(name):
                    yield name
            case ast.FunctionDef(name) if _is_dunder(name) and name not in _METHODS:
                yield name
            case (
                ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith()
            ):
                yield "async"
            case ast.MatchClass(kwd_attrs=names):
                yield from filter(self._is_hidden, names)

    def _module(self, node: ast.expr) -> str | None:
        """Return the module that an expression is, or None."""
        match node:
            case ast.Name(name):
                return self._modules.get(name)
            case ast.Attribute(value=value, attr=name):
                outer = self._module(value)
                inner = f"{outer}.{name}"
                return inner if outer and open_names.is_module(inner) else None
        return None

    def _is_hidden(self, name: str) -> bool:
        if name in _REACHING or _is_dunder(name):
            return True
        if _FRAMES.fullmatch(name) or (MADE.fullmatch(name) and name not in _KNOWN):
            return True
        return name.startswith("_") and name not in self._own | _KNOWN | {"_replace"}

    def _passed_on(self) -> Iterator[str]:
        """Yield modules that are more than what a name is taken from."""
        taken = {
            id(node.value)
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Attribute)
        }
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name | ast.Attribute) and id(node) not in taken:
                module = self._module(node)
                if module is not None and isinstance(node.ctx, ast.Load):
                    yield f"the file passes the module {module} on (line {node.lineno})"

    def _in_quotes(self, text: str, line: int) -> Iterator[str]:
        try:
            parsed = ast.parse(text, mode="eval")
        except (SyntaxError, ValueError):
            return  # no annotation, and nothing that could be evaluated
        calls = (isinstance(node, ast.Call) for node in ast.walk(parsed))
        for node in ast.walk(parsed):
            reached = [*self._reached(node)]
            if isinstance(node, ast.Name) and node.id in _BUILTINS:
                reached.append(node.id)
            for name in reached:
                yield f"the file uses {name} (line {line})"
            for quoted in _quoted(ast.arg("", node)) if node is parsed.body else ():
                if quoted != text:
                    yield from self._in_quotes(quoted, line)
        if any(calls):
            yield f"the file calls something in an annotation (line {line})"


_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _KNOWN


def _stored(node: ast.AST) -> set[str]:
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    return {one.id for one in names if not isinstance(one.ctx, ast.Load)}


def _bound_in(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Return the names that are a function's own, those of inner scopes left out."""
    args = function.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    names = {one.arg for one in every if one is not None}
    left: list[ast.AST] = list(function.body) if isinstance(function.body, list) else []
    while left:
        node = left.pop()
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                names.add(name)
                continue
            case ast.Name(name, ast.Store()):
                names.add(name)
        if not isinstance(node, ast.Lambda | _COMPREHENSIONS):
            left += ast.iter_child_nodes(node)
    return names


def _is_odd_format(name: str, value: ast.expr) -> bool:
    """Return whether an attribute formats a text whose fields may read attributes."""
    return name == "format" and not _is_plain(value)


def _is_plain(value: ast.expr) -> bool:
    """Return whether this is a text whose fields read no attributes."""
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return False
    try:
        fields = [*Formatter().parse(value.value)]
    except ValueError:
        return True
    return not any(
        re.search(r"[.\[{]", f"{field}{spec}") for _, field, spec, _ in fields
    )


def _quoted(node: ast.AST) -> Iterator[str]:
    """Yield the texts in an annotation, which are evaluated where it is read."""
    match node:
        case ast.AnnAssign(annotation=annotation):
            pass
        case ast.arg(annotation=annotation) if annotation is not None:
            pass
        case ast.FunctionDef(returns=annotation) if annotation is not None:
            pass
        case ast.Call(func=ast.Name("TypeVar" | "NewType" | "cast"), args=args):
            annotation = ast.Tuple(args)
        case _:
            return
    left: list[ast.AST] = [annotation]
    while left:
        one = left.pop()
        match one:
            case ast.Constant(str(text)):
                yield text
            case ast.Subscript(
                value=ast.Name("Literal") | ast.Attribute(attr="Literal")
            ):
                continue
        left += ast.iter_child_nodes(one)


def _kept(tree: ast.Module) -> Iterator[str]:
    """Yield defaults of arguments that would keep something between calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if isinstance(default, _MUTABLE):
                    kept = "the file keeps an argument between calls"
                    yield f"{kept} (line {_line(default)})"


_MUTABLE = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
    *(ast.GeneratorExp, ast.Call),
)


def _caught(tree: ast.Module) -> Iterator[str]:
    """Yield handlers that would catch what limits raise."""
    raised = {
        id(inner)
        for node in ast.walk(tree)
        for part in _allowed_of(node)
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler(type=None):
                yield f"the file catches every error (line {node.lineno})"
            case ast.Name(name) if name in _UNCAUGHT and id(node) not in raised:
                used = f"the file uses {name}, and may only raise it"
                yield f"{used} (line {node.lineno})"


def _allowed_of(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name() as name)):
            return [name]
        case ast.Raise(exc=ast.Name() as name):
            return [name]
        case ast.ClassDef(bases=bases):
            return bases
    return []
