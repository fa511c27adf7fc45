"""Every message has its sentence, and no sentence is without a message."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from p2pgame.client.words import say
from p2pgame.engine import AnyGame, Message, Reason, SeatName, listed, plain
from p2pgame.engine.errors import MessageTooLong
from p2pgame.engine.message import DEPTH, TEXT_LIMIT
from p2pgame.games.registry import GAMES, find
from p2pgame.playtest import play
from p2pgame.text import Catalogue, languages, title_of
from p2pgame.text import catalogue as catalogue_module
from p2pgame.web.page_words import first_words
from tests.english import english
from tests.sources import MODULES, ROOT, parsed

ROOMS = (
    *("p2pgame/engine/", "p2pgame/tabletop/", "p2pgame/scene/", "p2pgame/agents/"),
    *("p2pgame/session/", "p2pgame/client/", "p2pgame/web/", "p2pgame/transport/"),
)
SENTENCE = re.compile(r"^([a-z][a-z0-9-]*) =(.*(?:\n(?:[ }].*)?)*)", re.M)
#: What the renderer itself asks for.
OWN = {"list-separator", "seat-number"}
#: What is called with a message's id: the errors of the client, and a phrase.
ERRORS = {"ClientError", "Refused", "Gone", "InvalidRequest", "NotVerified", "phrase"}


def sentences() -> dict[str, set[str]]:
    """Return the arguments that each sentence of the catalogue uses."""
    files = [*(ROOT / "p2pgame/text/en").glob("*.ftl")]
    for name in ("click", "reasons"):  # found by their words, not their ids
        files.remove(ROOT / f"p2pgame/text/en/{name}.ftl")
    files += (ROOT / "games").rglob("text/en/*.ftl")
    return {
        id: {*re.findall(r"\$(\w+)", text)}
        for file in files
        for id, text in SENTENCE.findall(file.read_text("utf-8"))
    }


def sources() -> Iterator[ast.Module]:
    for path in MODULES:
        if path.as_posix().startswith((*ROOMS, "games/", "cli/")):
            yield parsed(path)


def calls() -> Iterator[tuple[str, set[str]]]:
    """Yield each message that the source makes by its id, with its arguments."""
    for tree in sources():
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Name("Message" | "Reason" as kind), way), args
                ) if way in ("of", "by"):
                    id = args[kind == "Reason"]
                    names = {word.arg for word in node.keywords if word.arg}
                    is_whole = all(word.arg for word in node.keywords)
                    if isinstance(id, ast.Constant) and is_whole:
                        yield (
                            str(id.value),
                            names | ({"player"} if way == "by" else set()),
                        )
                case ast.Call(
                    ast.Name(name) | ast.Attribute(_, name),
                    [ast.Constant(str(id))],
                ) if name in ERRORS and all(word.arg for word in node.keywords):
                    yield id, {word.arg for word in node.keywords if word.arg}
                case ast.Call(ast.Name("unless"), [_, ast.Constant(str(id)), *_]):
                    yield id, {word.arg for word in node.keywords if word.arg}


def test_each_message_has_a_sentence_with_just_its_arguments() -> None:
    known, made = sentences(), [*calls()]
    assert len(made) > 150
    for id, args in made:
        assert id in known, f"no .ftl file has a sentence for {id}"
        assert known[id] == args, f"{id} is given {args} and says {known[id]}"


def test_no_two_sentences_have_one_id() -> None:
    """Of two the later file's would be told, whichever message was meant."""
    files = [*ROOT.glob("p2pgame/text/en/*.ftl"), *ROOT.glob("games/**/text/en/*.ftl")]
    ids = [id for file in files for id, _ in SENTENCE.findall(file.read_text("utf-8"))]
    assert sorted(ids) == sorted({*ids})


def test_no_sentence_is_without_a_message() -> None:
    literals = {
        node.value
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    kinds = ("title", "also", "short", "minutes")  # p2pgame/text/titles.py
    titles = {f"{name}-{kind}" for name in GAMES for kind in kinds}
    assert not sentences().keys() - literals - OWN - titles


@pytest.mark.parametrize("language", languages())
def test_the_page_knows_the_titles_before_it_asks(language: str) -> None:
    known = re.findall(r"^game-([a-z-]+) = (.+)$", first_words(language), re.M)
    said = {name: say(title_of(name), language=language) for name in GAMES}
    assert dict(known) == said
    assert not said.keys() & set(said.values())


def test_a_game_without_a_title_is_called_by_its_name() -> None:
    opening = Message.of(
        "opening", players=(plain("Ann"),), count=1, game=title_of("no-such")
    )
    assert say(opening) == "Ann plays no-such."


@pytest.mark.parametrize("name", GAMES)
def test_all_that_happens_in_random_games_has_a_sentence(name: str) -> None:
    game, known = GAMES[name], sentences()
    for seed in range(4):
        playout = play(game, game.seats[0], game.options(), seed)
        states = [step.state for step in playout.steps]
        told = list(map(game.tell, states, playout.events))
        told += [said for step in playout.steps for said, _ in step.fix_ups]
        for message in filter(None, told):
            for each in parts(message):
                assert known.get(each.id) == {*each.args}, each
            data = msgspec.json.encode(message)
            assert msgspec.json.decode(data, type=Message) == message


def parts(message: Message) -> Iterator[Message]:
    """Yield a message and all that are in it."""
    yield message
    for value in message.args.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Message):
                yield from parts(item)


def test_a_message_and_a_reason_survive_json_and_are_keys() -> None:
    inner = Message.of("b", text="x")
    message = Message.by("a-b", 1, n=-3, all=listed(SeatName(2), inner))
    reason = Reason("code", message)
    data = msgspec.json.encode(reason)
    assert msgspec.json.decode(data, type=Reason) == reason
    assert {message: 1}[msgspec.json.decode(msgspec.json.encode(message), type=Message)]


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"message","id":"A b","args":{}}',
        b'{"type":"message","id":"a","args":{"x":1.5}}',
        b'{"type":"message","id":"a","args":{"x":99999999999999999999}}',
        b'{"type":"message","id":"a","args":{"x":"%s"}}' % (b"x" * (TEXT_LIMIT + 1)),
    ],
)
def test_what_is_no_message_is_not_read(data: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Message)


def test_too_much_is_cut_or_refused() -> None:
    assert len(str(Message.of("a", text="x" * 9999).args["text"])) == TEXT_LIMIT
    deep = Message.of("a")
    for _ in range(DEPTH - 1):
        deep = Message.of("a", inner=deep)
    with pytest.raises(MessageTooLong):
        Message.of("a", inner=deep)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message.by("holdem-calls", 1, chips=1234567), "Ben calls 1234567"),
        (Message.by("holdem-calls", 7, chips=0), "player 7 calls 0"),
        (Message.by("crazy-eights-draws", 0, count=1), "Ann draws 1 card"),
        (Message.by("crazy-eights-draws", 0, count=4), "Ann draws 4 cards"),
        (Message.by("payoff", 0, points=0), "Ann 0"),
        (Message.by("payoff", 0, points=-12), "Ann -12"),
        (Message.of("forfeited-by", players=(SeatName(0), SeatName(1))), "Ann, Ben"),
        (Message.of("nothing"), ""),
    ],
)
def test_names_numbers_and_lists_are_written_out(message: Message, text: str) -> None:
    assert text in english(message, ["Ann", "Ben"])
    assert text or not english(message)


@pytest.mark.parametrize(
    "text", ["{ $player }", "{-brand}", "\u2068x", "a\nb = c", "}"]
)
def test_what_a_peer_writes_is_shown_as_it_is(text: str) -> None:
    assert english(Message.by("chat", 0, text=text), [text]) == f"{text}: {text}"
    long = "x" * TEXT_LIMIT
    assert english(Message.by("chat", 0, text=long), ["Ann"]) == f"Ann: {long}"


def test_a_message_without_a_sentence_is_readable() -> None:
    message = Message.by("mine-takes", 0, stones=3)
    assert Catalogue().say(message, ["Ann"]) == "mine takes (player Ann, stones 3)"
    unfit = Message.of("holdem-calls", chips=3)
    assert english(unfit) == "holdem calls (chips 3)"
    assert Catalogue("xx").say(Message.by("not-to-move", 2)) == (
        "player 2 is not to move now"
    )


def test_two_threads_may_say_something_first_at_the_same_time() -> None:
    said = {
        "kuhn-no-bet": "es gibt noch keinen Einsatz: check oder bet",
        "pig-drawn-rolls": "der Würfel rollt",
    }
    for _ in range(4):
        catalogue, both = Catalogue("de"), Barrier(2)
        for game in ("kuhn", "pig"):
            catalogue.learn(find(game))

        def say(id: str, catalogue: Catalogue = catalogue, both: Barrier = both) -> str:
            both.wait()
            return catalogue.say(Message.of(id))

        with ThreadPoolExecutor(2) as threads:
            assert [*threads.map(say, said)] == [*said.values()]


def test_a_game_is_read_once_however_often_it_is_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is learned again with each message of it that is said."""
    reads = list[str]()

    def words_of(game: AnyGame, language: str) -> str:
        reads.append(game.name)
        return real(game, language)

    real = catalogue_module.words_of
    monkeypatch.setattr(catalogue_module, "words_of", words_of)
    catalogue = Catalogue()
    for _ in range(3):
        catalogue.learn(find("kuhn"))
        catalogue.say(Message.of("kuhn-drawn-nothing"))
    assert reads == ["kuhn"]
