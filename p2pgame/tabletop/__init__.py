"""The tabletop kit gives game authors components, stacks, boards, dice and cards.

All are immutable values: an operation returns a new one.
"""

from .boards import (
    Grid,
    Labels,
    board,
    picture,
)
from .cards import (
    PACK,
    RANKS,
    SUITS,
    Card,
    card_words,
    is_red,
    playing_cards,
    rank_of,
    suit_of,
)
from .components import (
    Chest,
    Component,
    Deck,
    changed_at,
    deck_of,
)
from .dealing import collect, deal, distribute
from .declared import DeclaredGame
from .dice import (
    Dice,
    die_faces,
    die_pips,
    unrolled,
)
from .drawing import Drawing
from .graphs import (
    Graph,
    diagonal,
    down,
    graph_of,
    grid_graph,
    king_steps,
    left,
    lines,
    orthogonal,
    ray,
    right,
    up,
)
from .levels import LevelError
from .moves import FixUp, MoveType, starting, unchanged, unless, until
from .moving import (
    concatenate,
    flip,
    move,
    move_all,
    move_first,
    overlap,
    swap,
    verify_conserved,
)
from .orders import after, starting_with
from .passing import Passing
from .past import combinations, own, traverse
from .path import Have, Just, Path, Undo
from .pending import Batch, Items
from .phases import Phase, Phased, Rulebook
from .pieces import (
    Option,
    OptionTable,
    Piece,
    Pieces,
    opponents_only,
    owner_only,
    with_piece,
    without_piece,
)
from .rounds import Round, finish_turn
from .seats import Seats, seats_taken, why_not_gone, why_not_now, why_too_few
from .stacks import (
    Stack,
    sized,
)
from .trick_game import TrickGame, TrickState
from .tricks import Tricks, passed_over, with_face

__all__ = [
    "PACK",
    "RANKS",
    "SUITS",
    "Batch",
    "Card",
    "Chest",
    "Component",
    "Deck",
    "DeclaredGame",
    "Dice",
    "Drawing",
    "FixUp",
    "Graph",
    "Grid",
    "Have",
    "Items",
    "Just",
    "Labels",
    "LevelError",
    "MoveType",
    "Option",
    "OptionTable",
    "Passing",
    "Path",
    "Phase",
    "Phased",
    "Piece",
    "Pieces",
    "Round",
    "Rulebook",
    "Seats",
    "Stack",
    "TrickGame",
    "TrickState",
    "Tricks",
    "Undo",
    "after",
    "board",
    "card_words",
    "changed_at",
    "collect",
    "combinations",
    "concatenate",
    "deal",
    "deck_of",
    "diagonal",
    "die_faces",
    "die_pips",
    "distribute",
    "down",
    "finish_turn",
    "flip",
    "graph_of",
    "grid_graph",
    "is_red",
    "king_steps",
    "left",
    "lines",
    "move",
    "move_all",
    "move_first",
    "opponents_only",
    "orthogonal",
    "overlap",
    "own",
    "owner_only",
    "passed_over",
    "picture",
    "playing_cards",
    "rank_of",
    "ray",
    "right",
    "seats_taken",
    "sized",
    "starting",
    "starting_with",
    "suit_of",
    "swap",
    "traverse",
    "unchanged",
    "unless",
    "unrolled",
    "until",
    "up",
    "verify_conserved",
    "why_not_gone",
    "why_not_now",
    "why_too_few",
    "with_face",
    "with_piece",
    "without_piece",
]
