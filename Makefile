# Two commands do everything on a machine with Python and make:
#   make play   install into .venv and play a hand of hold'em
#   make test   install into .venv and run the whole suite
# and the first in a browser: make web.
# While one works: make check, the part of the suite that needs no minute.
PYTHON ?= python3
EXTRAS ?= test
GAME ?= holdem
INPUTS ?= 1
KILLS ?= 300
BIN := .venv/bin

.PHONY: play web test test-web test-web-all page-figures check durations renderers lint bench load ticks mutants fuzz alterations kills attacks contrary faults golden meanings game archive gallery departures leaves plans absences simulate policies arena-check holdem-check secrecy openspiel-check chess-check oracles locks audit clean
.DELETE_ON_ERROR:

# Status 130 says that somebody has left, which is no error.
play: .venv/play
	@$(BIN)/p2pgame play $(GAME) || [ $$? = 130 ]

web: .venv/play
	@$(BIN)/p2pgame web || [ $$? = 130 ]

# The suite starts hundreds of programs, which need not compile what others have compiled.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/$(EXTRAS)
	$(BIN)/python -m pytest -n 3 --dist worksteal

# The page, driven in a real Chromium. Browser and hub often wait for each other, so two
# cores run three tests (PICTURES=folder: keep what it looks like; JITTER=7: as on a slow
# machine, on which everything waits for random times by this seed, tests/browser/jitter.py).
test-web: export PYTHONDONTWRITEBYTECODE =
test-web: export P2PGAME_PICTURES = $(PICTURES)
test-web: export P2PGAME_JITTER = $(JITTER)
test-web: .venv/$(EXTRAS)
	$(BIN)/python -m pytest -n 3 --dist worksteal tests/browser

# The same with everything that takes long: every game to its end, more games among
# friends through a relay, and pictures of every table if there is a folder for them.
test-web-all: export P2PGAME_ALL_GAMES = 1
test-web-all: test-web

# What the page weighs, and how soon it shows what happens (a few minutes).
page-figures: .venv/$(EXTRAS)
	$(BIN)/python -m tests.browser.figures

# What every change may break and what is quick: structure, words, the log, the
# engine and its kit, what entries say, the client's events (TESTS='tests/games': more).
QUICK := tests/test_architecture.py tests/text tests/log tests/engine \
  tests/tabletop tests/playtest tests/session/entries tests/session/lobby tests/client
check: export PYTHONDONTWRITEBYTECODE =
check: .venv/$(EXTRAS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -q $(QUICK) $(TESTS)

# Where does the suite spend its time? CPU seconds by folder, file and test
# (TESTS='tests/games': of these alone).
durations: export PYTHONDONTWRITEBYTECODE =
durations: .venv/$(EXTRAS)
	$(BIN)/python -m tests.durations -n 2 --dist worksteal -q $(TESTS)

# How many lines show games, by game and kind, and those of the kits they share.
renderers: .venv/$(EXTRAS)
	@$(BIN)/python -m tests.renderers

lint: .venv/$(EXTRAS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/test
	$(BIN)/python -m pytest bench --benchmark-only -p no:xdist

# Load a relay with tables of six, beside echoes: where nothing else runs, two minutes
# (LOAD='--tables 100 --rate 1000': a part; --help names the rest).
load: .venv/$(EXTRAS)
	$(BIN)/python -m bench.network.relay_load $(LOAD)

# Break relays and their stores while tables play (20 minutes, as superuser: it mounts disks;
# FAULTS='"redis kill" 1 3': one cell, one game, three more tables).
faults: .venv/$(EXTRAS)
	$(BIN)/python -m tests.relay.faults $(FAULTS)

# Attack a relay and see what its tables feel (15 minutes; ATTACKS='fragments': one), then
# a host's listener, and see what guests feel (ATTACKS=listener: that alone), then every
# listener, as strangers (ATTACKS=strangers: that alone, seven minutes), then programs as
# another user, by their database, their backups, a relay of nostr, a router and chat
# (ATTACKS=programs, as superuser, eight minutes).
attacks: RELAY_ATTACKS = $(filter-out listener strangers programs,$(ATTACKS))
attacks: .venv/$(EXTRAS)
	$(if $(RELAY_ATTACKS)$(if $(ATTACKS),,all),$(BIN)/python -m bench.network.relay_attacks $(RELAY_ATTACKS))
	$(if $(filter listener,$(ATTACKS))$(if $(ATTACKS),,all),$(BIN)/python -m bench.network.listener_attacks)
	$(if $(filter strangers,$(ATTACKS))$(if $(ATTACKS),,all),$(BIN)/python -m bench.network.stranger_attacks)
	$(if $(filter programs,$(ATTACKS))$(if $(ATTACKS),,all),$(BIN)/python -m tests.attacks.programs)

# Have three real programs play by a hundred files of rules that contradict themselves:
# nobody may be accused, and the rules are named (half an hour beside other work).
# SOURCES="'id()' 'a refusal'": those of these sources and places alone.
contrary: .venv/test
	$(BIN)/python -m tests.game_files.contrary_programs $(SOURCES)

# Take the defences against known attacks out of a copy, one at a time (RANDOM=20: break
# twenty random lines instead; SEED=7 ROOM=p2pgame/web: the same ones, of that room).
mutants: .venv/test
	$(BIN)/python -m tests.$(if $(RANDOM),random_mutants $(RANDOM) $(if $(SEED),--seed $(SEED)) $(if $(ROOM),--in $(ROOM)),mutants)

# Give every parser of peers' bytes millions of hostile inputs (INPUTS=0.05: a twentieth).
fuzz: .venv/test
	$(BIN)/python -m tests.fuzz --inputs $(INPUTS) $(if $(SEED),--seed $(SEED))

# Two verifiers on files that players changed and signed anew: where do they differ?
COUNT ?= 5000
alterations: .venv/test
	$(BIN)/python -m tests.fuzz.alterations --count $(COUNT) $(if $(SEED),--seed $(SEED))

.venv/play: pyproject.toml
	@echo "Installing into .venv, which takes about a minute."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[chess]'
	@touch $@

# One stamp for each set of extras, so that asking for more installs more.
.venv/%: .venv/play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[$*]'
	touch $@

# Kill real programs over a network that misbehaves (300: some fifteen minutes).
kills: .venv/$(EXTRAS)
	$(BIN)/python -m tests.blackbox $(KILLS) $(SEED)

# Print how late 20 ticks come to three programs.
ticks: .venv/$(EXTRAS)
	$(BIN)/python -m bench.ticks

# Write the golden playthroughs anew; git diff then shows what has changed.
golden: .venv/$(EXTRAS)
	$(BIN)/python -m tests.games.cases --write

# Write down what new versions of games mean; lines that are there are never changed.
meanings: .venv/$(EXTRAS)
	$(BIN)/python -m tests.meanings --write

# Write what tests and pages keep of a game that is new, and see what it still lacks
# (NAME=nim, which has a line in games/registry.py).
game: .venv/$(EXTRAS)
	@$(BIN)/python -m tests.new_game $(NAME)

# Append whole transcripts of new games and versions, and those that must be refused;
# REMAKE=--remake: all of them.
REMAKE ?= --write
archive: .venv/$(EXTRAS)
	$(BIN)/python -m tests.archiving $(REMAKE)

# Play the attacks of docs/attacks.md anew, and write down what the program says of them.
gallery: .venv/$(EXTRAS)
	$(BIN)/python -m tests.attacks.gallery --write

# Kill a player after every single word of a hand of every game (half an hour).
departures: .venv/$(EXTRAS)
	$(BIN)/python -m tests.session.game.departures

# Compare leaves with playing on passively, in random games with each number of seats
# (LEAVES=5: half an hour).
LEAVES ?= 20
leaves: .venv/$(EXTRAS)
	$(BIN)/python -m tests.games.leaving --games $(LEAVES) --seed $(or $(SEED),0)

# Play games in which players plan at random, each beside one in which the same moves are
# just made (PLANS=50: a few minutes).
PLANS ?= 500
plans: .venv/$(EXTRAS)
	$(BIN)/python -m tests.client.seat.plans.plan_games --seed $(or $(SEED),0) --games $(PLANS)

# Explore all states of a round at tables of three and four, with somebody who forks, too
# (an hour), and walk through those of five to seven (ten minutes; WALKS: a table).
WALKS ?= 20000
absences: .venv/$(EXTRAS)
	$(BIN)/python -m tests.session.game.absence_model
	$(BIN)/python -m tests.session.game.absence_walks --walks $(WALKS) --seed $(or $(SEED),0)

# Play whole games of whole programs in which everything goes wrong, from SEED on, then
# hands of hold'em with all cards, then games on slow machines and a slow net, then kill
# real programs (an hour on two cores).  Another process judges the evidence of all.
# STATE=campaign.jsonl keeps the games: the same command goes on where it was stopped.
GAMES ?= 20000
FULL ?= 100
UNHURRIED ?= 2000
simulate: .venv/$(EXTRAS)
	$(BIN)/python -m tests.simulation --seed $(or $(SEED),0) --games $(GAMES) --full-games $(FULL) \
		$(if $(STATE),--state $(STATE))
	$(BIN)/python -m tests.simulation --unhurried --seed $(or $(SEED),0) --games $(UNHURRIED) --full-games 20
	$(BIN)/python -m tests.simulation.twice 50
	P2PGAME_ALL_STOPS=1 $(BIN)/python -m pytest -q tests/simulation/test_crash_points.py
	$(BIN)/python -m tests.blackbox $(KILLS) $(SEED)

# Solve the games anew whose policies come along (half a minute).
policies: .venv/$(EXTRAS)
	for game in kuhn leduc; do \
		$(BIN)/p2pgame train $$game --out p2pgame/agents/cfr/policies/$$game.json || exit 1; done

# Play search against random moves until a sequential test decides (up to an hour a game;
# OF="kuhn hearts" names the games, SECONDS limits each).
SECONDS ?= 3600
arena-check: .venv/test
	$(BIN)/python -m tests.agents.arena_check --seconds $(SECONDS) $(OF)

# Does an agent decide by anything that its seat may not know? OF=hearts: that game alone.
secrecy: .venv/test
	$(BIN)/python -m tests.agents.secrecy $(OF)

# Play search against OpenSpiel's own, with equal simulations.
openspiel-check: .venv/test,oracle
	$(BIN)/python -m tests.agents.openspiel_check $(OF)

# Play GAMES games of each that OpenSpiel or pokerkit knows beside it (half an hour; the
# suite plays some hundred of each).
ORACLES := tests/games/test_*_openspiel.py tests/games/test_holdem_pokerkit.py tests/games/test_rps.py
oracles: .venv/test,oracle
	P2PGAME_GAMES=$(GAMES) P2PGAME_HANDS=$(GAMES) $(BIN)/python -m pytest -n 2 -q $(ORACLES)

# Compare the chess players' mates in two with trying everything, and play a hundred games
# of each level against random moves (CHESS="--games 10 --mates 20": fewer).
chess-check: .venv/$(EXTRAS)
	$(BIN)/python -m tests.agents.chess_check $(CHESS)

# Play the opponents for hold'em against each other, random and three scripts, DEALS
# deals of each pair (an hour or two on two cores).
DEALS ?= 20000
holdem-check: .venv/test
	$(BIN)/python -m tests.agents.holdem_check --deals $(DEALS) $(if $(STATE),--state $(STATE))

# Pin all that a release is tested with, exactly and by hashes, as it is installed now:
# requirements/play.txt is for those who play, requirements/test.txt for the suite.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
  --constraints .venv/tested.txt --extra chess --extra nostr --extra redis pyproject.toml
locks: .venv/$(EXTRAS),chess,nostr,redis,dev,locks
	$(BIN)/python -m pip freeze --exclude-editable > .venv/tested.txt
	$(LOCK) --output-file requirements/play.txt
	$(LOCK) --extra test --extra dev --output-file requirements/test.txt

# Ask the index what is known against the pinned packages; one that it can't tell of
# fails, too (a mirror may know no advisories).
audit: .venv/$(EXTRAS),chess,nostr,redis,dev,locks
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r requirements/play.txt
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r requirements/test.txt

clean:
	rm -rf .venv build *.egg-info
