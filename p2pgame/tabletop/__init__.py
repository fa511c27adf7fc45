"""The tabletop kit gives game authors components, stacks, boards, dice and cards.

All are immutable values: an operation returns a new one.

The names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .boards import Grid as Grid
    from .boards import Labels as Labels
    from .boards import board as board
    from .boards import picture as picture
    from .cards import PACK as PACK
    from .cards import RANKS as RANKS
    from .cards import SUITS as SUITS
    from .cards import Card as Card
    from .cards import card_words as card_words
    from .cards import is_red as is_red
    from .cards import playing_cards as playing_cards
    from .cards import rank_of as rank_of
    from .cards import suit_of as suit_of
    from .components import Chest as Chest
    from .components import Component as Component
    from .components import Deck as Deck
    from .components import changed_at as changed_at
    from .components import deck_of as deck_of
    from .dealing import collect as collect
    from .dealing import deal as deal
    from .dealing import distribute as distribute
    from .declared import DeclaredGame as DeclaredGame
    from .dice import Dice as Dice
    from .dice import die_faces as die_faces
    from .dice import die_pips as die_pips
    from .dice import unrolled as unrolled
    from .drawing import Drawing as Drawing
    from .graphs import Graph as Graph
    from .graphs import diagonal as diagonal
    from .graphs import down as down
    from .graphs import graph_of as graph_of
    from .graphs import grid_graph as grid_graph
    from .graphs import king_steps as king_steps
    from .graphs import left as left
    from .graphs import lines as lines
    from .graphs import orthogonal as orthogonal
    from .graphs import ray as ray
    from .graphs import right as right
    from .graphs import up as up
    from .moves import FixUp as FixUp
    from .moves import MoveType as MoveType
    from .moves import starting as starting
    from .moves import unchanged as unchanged
    from .moves import unless as unless
    from .moves import until as until
    from .moving import concatenate as concatenate
    from .moving import flip as flip
    from .moving import move as move
    from .moving import move_all as move_all
    from .moving import move_first as move_first
    from .moving import overlap as overlap
    from .moving import swap as swap
    from .moving import verify_conserved as verify_conserved
    from .orders import after as after
    from .orders import starting_with as starting_with
    from .passing import Passing as Passing
    from .phases import Phase as Phase
    from .phases import Phased as Phased
    from .phases import Rulebook as Rulebook
    from .pieces import Option as Option
    from .pieces import OptionTable as OptionTable
    from .pieces import Piece as Piece
    from .pieces import Pieces as Pieces
    from .pieces import opponents_only as opponents_only
    from .pieces import owner_only as owner_only
    from .pieces import with_piece as with_piece
    from .pieces import without_piece as without_piece
    from .puzzles.combining import Found as Found
    from .puzzles.combining import Search as Search
    from .puzzles.combining import combinations as combinations
    from .puzzles.levels import LevelError as LevelError
    from .puzzles.path import Have as Have
    from .puzzles.path import Just as Just
    from .puzzles.path import Path as Path
    from .puzzles.path import Undo as Undo
    from .puzzles.pending import Batch as Batch
    from .puzzles.pending import Items as Items
    from .rounds import Round as Round
    from .rounds import finish_turn as finish_turn
    from .seats import Seats as Seats
    from .seats import seats_taken as seats_taken
    from .seats import why_not_gone as why_not_gone
    from .seats import why_not_now as why_not_now
    from .seats import why_too_few as why_too_few
    from .stacks import Stack as Stack
    from .stacks import sized as sized
    from .trick_game import TrickGame as TrickGame
    from .trick_game import TrickState as TrickState
    from .tricks import Tricks as Tricks
    from .tricks import passed_over as passed_over
    from .tricks import with_face as with_face

#: In which module each name is.
_WHERE = {
    "boards": (
        "Grid",
        "Labels",
        "board",
        "picture",
    ),
    "cards": (
        "Card",
        "PACK",
        "RANKS",
        "SUITS",
        "card_words",
        "is_red",
        "playing_cards",
        "rank_of",
        "suit_of",
    ),
    "puzzles.combining": (
        "Found",
        "Search",
        "combinations",
    ),
    "components": (
        "Chest",
        "Component",
        "Deck",
        "changed_at",
        "deck_of",
    ),
    "dealing": (
        "collect",
        "deal",
        "distribute",
    ),
    "declared": ("DeclaredGame",),
    "dice": (
        "Dice",
        "die_faces",
        "die_pips",
        "unrolled",
    ),
    "drawing": ("Drawing",),
    "graphs": (
        "Graph",
        "diagonal",
        "down",
        "graph_of",
        "grid_graph",
        "king_steps",
        "left",
        "lines",
        "orthogonal",
        "ray",
        "right",
        "up",
    ),
    "puzzles.levels": ("LevelError",),
    "moves": (
        "FixUp",
        "MoveType",
        "starting",
        "unchanged",
        "unless",
        "until",
    ),
    "moving": (
        "concatenate",
        "flip",
        "move",
        "move_all",
        "move_first",
        "overlap",
        "swap",
        "verify_conserved",
    ),
    "orders": (
        "after",
        "starting_with",
    ),
    "passing": ("Passing",),
    "puzzles.path": (
        "Have",
        "Just",
        "Path",
        "Undo",
    ),
    "puzzles.pending": (
        "Batch",
        "Items",
    ),
    "phases": (
        "Phase",
        "Phased",
        "Rulebook",
    ),
    "pieces": (
        "Option",
        "OptionTable",
        "Piece",
        "Pieces",
        "opponents_only",
        "owner_only",
        "with_piece",
        "without_piece",
    ),
    "rounds": (
        "Round",
        "finish_turn",
    ),
    "seats": (
        "Seats",
        "seats_taken",
        "why_not_gone",
        "why_not_now",
        "why_too_few",
    ),
    "stacks": (
        "Stack",
        "sized",
    ),
    "trick_game": (
        "TrickGame",
        "TrickState",
    ),
    "tricks": (
        "Tricks",
        "passed_over",
        "with_face",
    ),
}
_NAMES = {name: module for module, names in _WHERE.items() for name in names}

__all__ = sorted(_NAMES)


if not TYPE_CHECKING:  # a checker finds names that there are not

    def __getattr__(name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(f".{_NAMES[name]}", __name__), name)
        globals()[name] = found
        return found
