"""The registry names the opponents for each game, and says how strong they are.

It imports an agent on first use.  Other packages add theirs by the entry point group
``p2pgame.agents``: an entry point is an :class:`Opponent`, or a tuple of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import Literal, get_args

from p2pgame.engine import Message, Refusal

from .agent import Make

GROUP = "p2pgame.agents"

#: How strong an opponent is, the weakest first.
Level = Literal["easy", "middling", "strong", "perfect"]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An agent that people may choose by ``name`` (an id) or ``display`` name.

    ``about`` says honestly how it plays.  ``make`` seats it, or is where that
    function is: ``module:name``.  ``games`` are the games that it plays (None: any),
    and ``but`` are those that it does not.
    """

    name: str
    display: str
    level: Level
    about: str
    make: Make | str
    games: frozenset[str] | None = None
    but: frozenset[str] = frozenset()

    def plays(self, game: str) -> bool:
        return game not in self.but and (self.games is None or game in self.games)

    def maker(self) -> Make:
        """Return the function that seats this opponent; imports it if needed."""
        if not isinstance(self.make, str):
            return self.make
        module, _, names = self.make.partition(":")
        found: object = import_module(module)
        for name in names.split("."):
            found = getattr(found, name)
        assert callable(found)
        return found


#: Where agents for particular games are.
_PLAYERS = "p2pgame.agents.players"

#: The games that a search plays well (docs/design/search.md).
SEARCHED = frozenset(
    {
        *("checkers", "crazy-eights", "goofspiel", "hearts", "kuhn", "mover"),
        *("spades", "tictactoe"),
    }
)
#: Those of them where a little search is neither perfect nor stupid.
OPEN_ENDED = SEARCHED - {"crazy-eights", "kuhn", "tictactoe"}
#: Puzzles, which nobody solves by chance.
PUZZLES = frozenset({"fill", "flow", "fold"})

#: The opponents that come with p2pgame.
SHIPPED: tuple[Opponent, ...] = (
    Opponent(
        "random",
        "Random",
        "easy",
        "makes any legal move, each as likely",
        "p2pgame.agents.uniform:Uniform.seated",
    ),
    Opponent(
        "easygoing-eddie",
        "Easygoing Eddie",
        "easy",
        "plays by chance, but neither bets much nor gives up",
        "p2pgame.agents.casual:Casual.seated",
        but=PUZZLES,
    ),
    Opponent(
        "slipping-sam",
        "Slipping Sam",
        "middling",
        "plays perfectly, but one move in four is a slip",
        "p2pgame.agents.exhaustive:Exhaustive.slipping",
        frozenset({"tictactoe"}),
    ),
    Opponent(
        "perfect-pia",
        "Perfect Pia",
        "perfect",
        "never loses: she tries every way to the end",
        "p2pgame.agents.exhaustive:Exhaustive.perfect",
        frozenset({"tictactoe"}),
    ),
    Opponent(
        "forgetful-fred",
        "Forgetful Fred",
        "easy",
        "remembers half of the last eight cards that were shown",
        f"{_PLAYERS}.memory_player:MemoryPlayer.forgetful",
        frozenset({"memory"}),
    ),
    Opponent(
        "attentive-anna",
        "Attentive Anna",
        "middling",
        "remembers four of five of the last 24 cards that were shown",
        f"{_PLAYERS}.memory_player:MemoryPlayer.attentive",
        frozenset({"memory"}),
    ),
    Opponent(
        "elephant-ella",
        "Elephant Ella",
        "strong",
        "forgets no card that was shown",
        f"{_PLAYERS}.memory_player:MemoryPlayer.perfect",
        frozenset({"memory"}),
    ),
    Opponent(
        "stubborn-stan",
        "Stubborn Stan",
        "middling",
        "follows every hit to the end, and looks for the next one by chance",
        f"{_PLAYERS}.battleship_player:BattleshipPlayer.following",
        frozenset({"battleship"}),
    ),
    Opponent(
        "sounding-sonja",
        "Sounding Sonja",
        "strong",
        "shoots where most ships may still lie",
        f"{_PLAYERS}.battleship_player:BattleshipPlayer.counting",
        frozenset({"battleship"}),
    ),
    Opponent(
        "basic-bea",
        "Basic Bea",
        "strong",
        "hits or stands by the dealer's open card, as the book says",
        f"{_PLAYERS}.blackjack_player:BlackjackPlayer.basic",
        frozenset({"blackjack"}),
    ),
    Opponent(
        "watchful-wanda",
        "Watchful Wanda",
        "middling",
        "looks for patterns in what you throw",
        f"{_PLAYERS}.rps_player:PatternPlayer.seated",
        frozenset({"rps"}),
    ),
    Opponent(
        "even-evan",
        "Even Evan",
        "perfect",
        "throws each shape as often: nobody can win from him in the long run",
        "p2pgame.agents.uniform:Uniform.seated",
        frozenset({"rps"}),
    ),
    Opponent(
        "holding-hanna",
        "Holding Hanna",
        "strong",
        "rolls until a turn is worth 20, and looks at nobody's points",
        f"{_PLAYERS}.small_games:HoldAtTwenty.seated",
        frozenset({"pig"}),
    ),
    Opponent(
        "balanced-ben",
        "Balanced Ben",
        "perfect",
        "plays an equilibrium: nobody can win from him in the long run",
        "p2pgame.agents.cfr.policy_player:equilibrium",
        frozenset({"kuhn", "leduc"}),
    ),
    Opponent(
        "wavering-willa",
        "Wavering Willa",
        "middling",
        "plays an equilibrium, but one decision in four is random",
        "p2pgame.agents.cfr.policy_player:wavering",
        frozenset({"leduc"}),
    ),
    Opponent(
        "calling-carl",
        "Calling Carl",
        "easy",
        "calls too much, seldom raises, and believes nobody",
        f"{_PLAYERS}.holdem.player:HoldemPlayer.calling",
        frozenset({"holdem"}),
    ),
    Opponent(
        "prudent-paula",
        "Prudent Paula",
        "middling",
        "knows the odds and half believes a bet, but bets too little herself",
        f"{_PLAYERS}.holdem.player:HoldemPlayer.steady",
        frozenset({"holdem"}),
    ),
    Opponent(
        "solid-sid",
        "Solid Sid",
        "strong",
        "reads bets, weighs odds, stacks and position, and bluffs now and then",
        f"{_PLAYERS}.holdem.player:HoldemPlayer.solid",
        frozenset({"holdem"}),
    ),
    Opponent(
        "patient-petra",
        "Patient Petra",
        "perfect",
        "solves every puzzle that its solver can",
        f"{_PLAYERS}.solvers:Solver.seated",
        PUZZLES,
    ),
    Opponent(
        "trusting-tom",
        "Trusting Tom",
        "middling",
        "counts how likely a bid is, and believes too much of it",
        f"{_PLAYERS}.liars_dice_player:LiarsDicePlayer.trusting",
        frozenset({"liars-dice"}),
    ),
    Opponent(
        "doubting-dora",
        "Doubting Dora",
        "strong",
        "counts how likely each bid is, and believes a little of it",
        f"{_PLAYERS}.liars_dice_player:LiarsDicePlayer.doubting",
        frozenset({"liars-dice"}),
    ),
    Opponent(
        "ducking-doris",
        "Ducking Doris",
        "middling",
        "takes no trick that she can duck, and knows where the queen may be",
        f"{_PLAYERS}.hearts_player:HeartsPlayer.seated",
        frozenset({"hearts"}),
    ),
    Opponent(
        "bidding-beth",
        "Bidding Beth",
        "middling",
        "counts her tricks, bids them, and takes no more",
        f"{_PLAYERS}.spades_player:SpadesPlayer.seated",
        frozenset({"spades"}),
    ),
    Opponent(
        "thrifty-thea",
        "Thrifty Thea",
        "middling",
        "keeps her eights, and sheds what would cost her most",
        f"{_PLAYERS}.eights_player:EightsPlayer.seated",
        frozenset({"crazy-eights"}),
    ),
    Opponent(
        "nimble-nora",
        "Nimble Nora",
        "middling",
        "thinks through 40 ways in which the game may go on, then moves",
        "p2pgame.agents.search.search_agent:nimble",
        OPEN_ENDED,
    ),
    Opponent(
        "brisk-bruno",
        "Brisk Bruno",
        "middling",
        "thinks through 60 ways in which the game may go on, then moves",
        "p2pgame.agents.search.search_agent:brisk",
        OPEN_ENDED,
    ),
    Opponent(
        "hasty-henry",
        "Hasty Henry",
        "easy",
        "takes what he can, and never thinks of your answer",
        f"{_PLAYERS}.chess_player:HastyPlayer.seated",
        frozenset({"chess"}),
    ),
    Opponent(
        "steady-stella",
        "Steady Stella",
        "middling",
        "looks three half-moves ahead, and finds every mate in two",
        f"{_PLAYERS}.chess_player:ChessPlayer.steady",
        frozenset({"chess"}),
    ),
    Opponent(
        "farsighted-fiona",
        "Farsighted Fiona",
        "strong",
        "looks five half-moves or so ahead, and finds every mate in two",
        f"{_PLAYERS}.chess_player:ChessPlayer.farsighted",
        frozenset({"chess"}),
    ),
    Opponent(
        "quick-quinn",
        "Quick Quinn",
        "middling",
        "thinks through 50 ways in which the game may go on, then moves",
        "p2pgame.agents.search.search_agent:quick",
        OPEN_ENDED,
    ),
    Opponent(
        "careful-clara",
        "Careful Clara",
        "strong",
        "thinks through 200 ways in which the game may go on, then moves",
        "p2pgame.agents.search.search_agent:thorough",
        SEARCHED,
    ),
    Opponent(
        "thorough-theo",
        "Thorough Theo",
        "strong",
        "thinks through 1000 ways in which the game may go on, for some seconds",
        "p2pgame.agents.search.search_agent:patient",
        SEARCHED,
    ),
)


def opponents(game: str | None = None) -> tuple[Opponent, ...]:
    """Return the opponents for a game, None: all; the weakest first.

    Raises:
      Refusal: A package's entry point is no opponent.
    """
    found = [one for one in (*SHIPPED, *_others()) if game is None or one.plays(game)]
    order = get_args(Level)
    return tuple(sorted(found, key=lambda one: order.index(one.level)))


def find(text: str, game: str | None = None) -> Opponent:
    """Return the opponent with this id or display name, in any case.

    Raises:
      Refusal: There is none, or it does not play this game; it says who does.
    """
    known, wanted = opponents(game), text.strip().casefold()
    for one in known:
        if wanted in (one.name.casefold(), one.display.casefold()):
            return one
    near = _near(wanted, known) or [one.display for one in known]
    shown = ", ".join(near)
    if game is None:
        raise Refusal(Message.of("no-such-agent", name=text, known=shown))
    raise Refusal(Message.of("no-such-agent-for", name=text, game=game, known=shown))


def usual(game: str, count: int) -> tuple[Opponent, ...]:
    """Return so many opponents for a game, where nobody has chosen any.

    The first are of middling strength, or the nearest to it that there are.  None sits
    there twice while there is another, but for those that play at random.
    """
    order = ("middling", "strong", "easy", "perfect")
    known = [one for one in opponents(game) if one.name != "random"]
    near = sorted(known, key=lambda one: order.index(one.level))
    named = [one for one in near if one.name != "easygoing-eddie"] or near
    return tuple(named[n % len(named)] for n in range(count))


def strongest(game: str) -> Opponent | None:
    """Return the best opponent for a game; None: all of them are easy to beat."""
    best = opponents(game)[-1]
    return None if best.level == "easy" else best


def _near(wanted: str, known: Iterable[Opponent]) -> list[str]:
    """Return the display names that look like ``wanted``."""
    spelt: dict[str, str] = {}
    for one in known:
        words = one.display.casefold().split()
        for text in (one.name, one.display.casefold(), *words):
            spelt.setdefault(text, one.display)
    near = get_close_matches(wanted, spelt, n=3, cutoff=0.6)
    return list(dict.fromkeys(spelt[text] for text in near))


@lru_cache(maxsize=1)
def _others() -> tuple[Opponent, ...]:
    """Return the opponents of other packages.

    Scanning installed packages is slow, so this happens only on demand.
    """
    from importlib.metadata import entry_points

    found: list[Opponent] = []
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Refusal(Message.of("no-agent", entry=point.value, why=why)) from error
        for one in loaded if isinstance(loaded, tuple) else (loaded,):
            if not isinstance(one, Opponent):
                why = "it is no Opponent"
                raise Refusal(Message.of("no-agent", entry=point.value, why=why))
            found.append(one)
    return tuple(found)
