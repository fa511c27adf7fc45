"""The names that rules in a file may take from each module that they may import.

What a module has besides is often another module, which it imports itself, or a way to
read any attribute of anything.  Functions whose results differ between machines, as
those of :mod:`math` that a C library rounds as it likes, are left out as well.
"""

from __future__ import annotations

import collections.abc
import heapq
import itertools
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, ModuleType


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


#: Of each module its names; a name that is a module itself has names of its own here.
NAMES: Mapping[str, frozenset[str]] = {
    "__future__": words("annotations"),
    "abc": words("ABC abstractmethod"),
    "bisect": words("bisect bisect_left bisect_right insort insort_left insort_right"),
    "collections": words("Counter OrderedDict abc defaultdict deque namedtuple"),
    "collections.abc": frozenset(collections.abc.__all__),
    "dataclasses": words("KW_ONLY asdict astuple dataclass field fields replace"),
    "enum": words("Enum Flag IntEnum IntFlag StrEnum auto unique"),
    "functools": words(
        "cache cached_property cmp_to_key lru_cache partial reduce total_ordering"
    ),
    "heapq": frozenset(heapq.__all__),
    "itertools": frozenset(name for name in vars(itertools) if name[0] != "_"),
    "math": words(
        "ceil comb copysign fabs factorial floor gcd inf isinf isqrt lcm perm prod"
        " sqrt trunc"
    ),
    "msgspec": words("Meta MsgspecError Struct field json structs"),
    "msgspec.json": words("Decoder Encoder decode encode"),
    "msgspec.structs": words("asdict astuple replace"),
    "operator": words(
        "abs add and_ contains eq floordiv ge getitem gt index inv invert is_ is_not"
        " itemgetter le lshift lt mod mul ne neg not_ or_ pos pow rshift sub truediv"
        " truth xor"
    ),
    "p2pgame": words("engine tabletop"),
    "re": words(
        "A ASCII DOTALL I IGNORECASE M MULTILINE Match Pattern S VERBOSE X compile"
        " error escape findall finditer fullmatch match search split sub subn"
    ),
    "string": words(
        "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits"
        " punctuation"
    ),
    "textwrap": words("dedent fill indent shorten wrap"),
    "types": words("MappingProxyType NoneType"),
    "typing": words(
        "AbstractSet Annotated Any Callable ClassVar Collection Container Final"
        " FrozenSet Generic Iterable Iterator Literal Mapping NamedTuple Never NewType"
        " NoReturn Optional Protocol Self Sequence TYPE_CHECKING Tuple Type TypeAlias"
        " TypeVar Union assert_never cast final overload override"
    ),
}
#: Packages of ours, and the board of chess, of which a name is looked at where it is.
_OURS = "p2pgame.engine", "p2pgame.tabletop"
_NOTHING = object()
#: Types that other modules may have by another name.
_PLAIN = (bool, int, str, tuple)
#: What of the engine is for rules; the rest works for tables and checks.
_ENGINE = words(
    "combination drawing errors events game message offers play reason scene state"
    " turns views visibility"
)


def is_open(module: str, name: str) -> bool:
    """Return whether rules may take a name from a module."""
    if module in NAMES:
        return name in NAMES[module]
    return not name.startswith("_") and _is_open_here(module, name)


def is_module(name: str) -> bool:
    """Return whether rules may import this module."""
    if name in NAMES or name == "chess" or name in _OURS:
        return True
    engine, tabletop = (f"{one}." for one in _OURS)
    inner = name.removeprefix(engine)
    if name.startswith(tabletop):
        return _has(name)
    return inner != name and inner in _ENGINE


@cache
def _is_open_here(module: str, name: str) -> bool:
    """Return whether a module of ours has a name of its own, which is no module."""
    if is_module(f"{module}.{name}") and _has(f"{module}.{name}"):
        return True
    if not is_module(module) or not _has(module):
        return False
    found = getattr(import_module(module), name, _NOTHING)
    if found is _NOTHING:
        return False
    mutable = dict | set if module == "chess" else list | dict | set
    if isinstance(found, ModuleType | mutable):
        return False
    if not isinstance(found, type | FunctionType | BuiltinFunctionType):
        return True
    packages = ("chess",) if module == "chess" else _OURS
    return found in _PLAIN or f"{found.__module__}".startswith(packages)


def _has(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True
