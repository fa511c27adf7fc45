"""Memory: pairs of cards lie face down; two to six players look for them.

The player to move opens a card, then another.  Two equal cards are a pair: the
player takes it and goes on.  Other cards lie open for some seconds, unless the player
hides them earlier; then it is the next player's turn.  The most pairs win.

Source: the children's game, as in the examples of jkomoros/boardgame.
"""

from msgspec.structs import replace

from p2pgame.engine import EMPTY, Game, Options, Policy, Reason, State, Zone, by_score
from p2pgame.engine.drawing import Drawing, Look
from p2pgame.engine.events import Chosen, Event, Opened, Shuffled
from p2pgame.engine.message import NOTHING, Message
from p2pgame.engine.turns import Choose, Open, Shuffle, Timer, Turn
from p2pgame.engine.views import Faces
from p2pgame.tabletop import Stack, changed_at, flip, move_all, overlap, picture, sized

FACES = (
    *("ant", "ape", "bat", "bee", "cat", "cow", "dog", "elk", "emu", "fox"),
    *("gnu", "hen", "jay", "owl", "pig", "ram", "rat", "sow", "tit", "yak"),
)


class MemoryOptions(Options, frozen=True):
    pairs: int = 10
    seconds: int = 3


class Memory(State, frozen=True):
    """``chosen`` is the card about to be opened; ``faces`` are those lying open."""

    seconds: int
    hidden: Stack
    open: Stack
    won: tuple[Stack, ...]
    player: int = 0
    chosen: int = EMPTY
    faces: tuple[str, ...] = ()

    @property
    def pairs(self) -> tuple[int, ...]:
        return tuple(len(stack) // 2 for stack in self.won)


class MemoryGame(Game[Memory, MemoryOptions]):
    name, version, seats, options = "memory", 1, range(2, 7), MemoryOptions

    def why_not(self, seats: int, options: MemoryOptions) -> Message | None:
        fits = 2 <= options.pairs <= len(FACES) and 1 <= options.seconds <= 600
        return None if fits else Message.of("memory-options")

    def setup(self, seats: int, options: MemoryOptions) -> Memory:
        grid = sized("cards", 2 * options.pairs)
        return Memory(options.seconds, grid, grid, (Stack("cards"),) * seats)

    def turn(self, state: Memory) -> Turn:
        size = len(state.hidden.places)
        if sum(state.pairs) == size // 2:
            return by_score(state.pairs)
        if len(state.open) == 2:
            return Choose(state.player, ("hide",), Timer(state.seconds, "hide"))
        if state.chosen != EMPTY:
            return Open((state.chosen,))
        if not state.hidden:
            return Shuffle(FACES[: size // 2] * 2, tuple(range(len(state.won))))
        return Choose(state.player, tuple(str(n + 1) for n in state.hidden.filled))

    def apply(self, state: Memory, event: Event) -> Memory:
        match event:
            case Shuffled():
                size = len(state.hidden.places)
                return replace(state, hidden=sized("cards", size, range(size)))
            case Chosen(player, "hide"):
                up, down = flip(state.open, state.hidden, *state.open)
                after = (player + 1) % len(state.won)
                return replace(state, hidden=down, open=up, player=after, faces=())
            case Chosen(_, place):
                return replace(state, chosen=state.hidden.places[int(place) - 1])
            case Opened(faces):
                down, up = flip(state.hidden, state.open, state.chosen)
                faces = state.faces + faces
                return replace(state, hidden=down, open=up, chosen=EMPTY, faces=faces)
        raise AssertionError(event)

    def fix_up(self, state: Memory) -> tuple[Message, Memory] | None:
        if len({*state.faces}) != 1 or len(state.open) != 2:
            return None
        up, mine = move_all(state.open, state.won[state.player])
        won = changed_at(state.won, state.player, mine)
        told = Message.by("memory-takes", state.player, face=state.faces[0])
        return told, replace(state, open=up, won=won, faces=())

    def explain(
        self, state: Memory, player: int, text: str, faces: Faces
    ) -> Reason | None:
        size = len(state.hidden.places)
        if text == "hide":
            return Reason.of("too-early", "memory-too-early")
        if not text.isdecimal() or len(state.open) == 2:
            return None
        if 1 <= int(text) <= size:
            return Reason.of("not-there", "memory-not-there", number=int(text))
        return Reason.of("no-such-card", "memory-no-such-card", last=size)

    def scores(self, state: Memory) -> tuple[int, ...]:
        return state.pairs

    def zones(self, state: Memory) -> tuple[Zone, ...]:
        piles = [("open", state.open)]
        piles += [(f"won by {seat}", stack) for seat, stack in enumerate(state.won)]
        shown = (stack.zone(name, others=Policy.VISIBLE) for name, stack in piles)
        return (state.hidden.zone("face down"), *shown)

    def show(self, state: Memory, faces: Faces) -> str:
        grid = enumerate(overlap(state.open, state.hidden), 1)
        seen = {EMPTY: "", **faces}
        marks = [str(n) if c in state.hidden else seen.get(c, "?") for n, c in grid]
        won = (f"player {seat} has {pairs}" for seat, pairs in enumerate(state.pairs))
        return f"{picture(marks)}\n{', '.join(won)}"

    def in_sentences(
        self, state: Memory, faces: Faces, seat: int | None
    ) -> tuple[Message, ...]:
        from .memory_sentences import in_sentences

        return in_sentences(state, faces)

    def draw(self, state: Memory, faces: Faces, look: Look) -> Drawing:
        from .memory_drawing import drawn

        return drawn(state, self.turn(state), faces, look)

    def tell(self, state: Memory, event: Event) -> Message | None:
        if isinstance(event, Opened):
            number = state.hidden.places.index(state.chosen) + 1
            who, face = state.player, event.faces[0]
            return Message.by("memory-opens", who, number=number, face=face)
        return NOTHING if isinstance(event, Chosen) and event.move != "hide" else None
