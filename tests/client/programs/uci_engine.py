"""An engine that speaks UCI and plays a script: what it does wrong is for its tests.

``python uci_engine.py LOG WHAT`` writes what it is told to LOG.  WHAT is a move,
``score KIND N MOVE``, ``moves MOVE …`` for one after the other, or a fault: ``mute``
says nothing at all, ``crash`` stops when it should think, ``hang`` thinks for ever,
``late`` thinks until it is told to stop, ``endless`` talks and never moves, and
``dies-once`` crashes in its first life.
"""

import sys
from pathlib import Path


def main(log: Path, what: list[str]) -> None:
    for line in sys.stdin:
        with log.open("a") as file:
            file.write(line)
        match line.split():
            case ["uci"] if what != ["mute"]:
                print("id name Scripted")
                print("option name Skill Level type spin default 20 min 0 max 20")
                print("option name UCI_LimitStrength type check default false")
                print("option name UCI_Elo type spin default 1350 min 1350 max 2850")
                print("option name Style type combo var Solid var Very Risky")
                print("option name Clear Hash type button")
                print("uciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["stop"] if what == ["late"]:
                print("bestmove e2e4", flush=True)
            case ["go", *_]:
                think(log, what)
            case ["quit"]:
                return


def think(log: Path, what: list[str]) -> None:
    match what:
        case ["crash"]:
            sys.exit(1)
        case ["dies-once"]:
            if log.read_text().split().count("uci") == 1:
                sys.exit(1)
            print("bestmove e2e4", flush=True)
        case ["hang" | "late"]:
            print("info depth 1 score cp 12", flush=True)
        case ["endless"]:
            while True:
                print("info string " + "x" * 4000)
        case ["score", kind, number, move]:
            print(f"info depth 1 seldepth 2 score {kind} {number} nodes 20 pv {move}")
            print(f"bestmove {move} ponder e7e5", flush=True)
        case ["moves", *moves]:
            done = sum(line.startswith("go") for line in log.open())
            print(f"bestmove {moves[done - 1]}", flush=True)
        case [move]:
            print(f"bestmove {move}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
