"""This package plays any game without players: at random, exhaustively, or as text."""

from .case import Case, Oracle
from .chance import Chance
from .conformance import POINTS, Point
from .dealer import Dealer, Placer, Secrets, Untrue
from .outcomes import Unseen, outcomes
from .perft import Perft, Tree, perft, tree
from .playout import Playout, follow, pick, play
from .playthrough import playthrough
from .speed import moves_per_second

__all__ = [
    "POINTS",
    "Case",
    "Chance",
    "Dealer",
    "Oracle",
    "Perft",
    "Placer",
    "Playout",
    "Point",
    "Secrets",
    "Tree",
    "Unseen",
    "Untrue",
    "follow",
    "moves_per_second",
    "outcomes",
    "perft",
    "pick",
    "play",
    "playthrough",
    "tree",
]
