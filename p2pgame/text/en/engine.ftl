## What everything else is made of.

nothing = {""}
list-separator = {", "}
list = { $items }
plain = { $text }
seat-number = player { $seat }

## Why something cannot be.

not-to-move = { $player } is not to move now
takes-a-number = { $verb } takes a number from { $low } to { $high }
move-impossible = { $move } is not possible now, but: { $offers }
nobody-leaves-midway = nobody joins or leaves { $game } midway
no-agreed-draw = { $game } knows no draw by agreement
nothing-is-placed = nothing is placed in { $game }
no-notation = { $game } has no notation for positions
wrong-seats = { $game } takes { $low } players, not { $seats }
wrong-seats-range = { $game } takes { $low } to { $high } players, not { $seats }
no-timer = no timer of { $player } is running
game-over = the game is over
wrong-event = that does not answer whose turn it is
no-rounds = { $game } has no rounds to stop after
last-round-already = this round is the last one already
orders-by-player = orders are by rising player, one each
still-to-follow = something is still to follow in this state: { $what }

## Time steps.

tick-not-open = tick { $tick } is not among those open, { $earliest } to { $latest }
no-such-player = there is no player { $seat }
order-too-long = an order is 1 to { $limit } characters of ASCII
second-order = { $player } has given one for { $tick }

## Going back.

undo-no-more = { $moves ->
    [0] nothing
   *[other] only { $moves }
} can be undone: { $why }
redo-no-more = { $player } has undone { $moves ->
    [0] nothing
   *[other] { $moves }
} to redo
not-to-choose = { $player } is not to choose now
nothing-before = nothing has happened before
request-already = there is a request already
gone-on-since = the game has gone on since that was asked
request-closed = that request is no longer open
not-asked = { $player } is not asked, or has answered
no-way-back = there is no going back to moment { $moment }
since-deck-shuffled = the deck has been shuffled since
since-cards-reshuffled = cards have been shuffled again since
since-cards-dealt = cards have been dealt since
since-cards-opened = cards have been opened since
since-dice-rolled = dice have been rolled since
since-something-placed = something has been placed secretly since
since-something-proved = something has been proved about hidden cards since
since-sealed-opened = sealed moves have been opened since
since-time-passed = time has passed for everybody since
since-somebody-came-or-went = somebody has come or gone since
since-last-round-agreed = all have agreed since that this round is the last
since-moved = { $player } has moved since
since-out-of-time = the time of { $player } has run out since

## Plans.

plan-partly-undone = part of what you had prepared is undone, from { $move } on: { $why }
plan-undone = all of what you had prepared is undone, from { $move } on: { $why }
plan-undo-no-more = { $levels ->
    [0] nothing
    [one] only one step
   *[other] only { $levels } steps
} of your plan can be undone
plan-redo-no-more = { $levels ->
    [0] nothing
    [one] only one step
   *[other] only { $levels } steps
} of your plan can be redone
not-your-turn-yet = it is not your turn yet
no-longer-your-turn = it is no longer your turn
nothing-planned = nothing is planned
plan-too-long = a plan has { $moves } moves at most
plan-join-no-more = { $levels ->
    [0] nothing
    [one] only one step
   *[other] only { $levels } steps
} of your plan can be grouped
plan-name-too-long = a name in a plan has { $limit } characters at most
gone-another-way = the game has gone another way since
move-too-long = a move is 1 to { $limit } characters of ASCII
plan-other-moves-next = { $player } moves next: confirm first
plan-next-several-choose = several choose at once next: confirm first
plan-next-shuffle = cards are shuffled next: confirm first
plan-next-reshuffle = cards are shuffled again next: confirm first
plan-next-deal = cards are dealt next: confirm first
plan-next-open = something hidden is shown next: confirm first
plan-next-roll = dice are rolled next: confirm first
plan-next-place = something is placed secretly next: confirm first
plan-next-prove = something is proved about hidden cards next: confirm first
plan-next-tick = time passes for everybody next: confirm first

## The kit for authors of games.

follows = { $name }
player-moves = { $player }: { $move }
no-move-of-this-game = { $move } is no move of this game
nobody-proposes = nobody proposes { $move }, it follows by itself
nobody-proposes-yet = nobody proposes { $move }, it follows by itself ({ $why })
wrong-phase = { $move } is for the phase { $phases }, and this is { $phase }
not-next-in-phase = { $move } is not next in the phase { $phase }
turn-not-over = the turn is not over because { $why }
no-such-seat = there is no seat { $seat }
out-for-good = { $player } is out of this game for good
is-already = { $player } is { $status } already
empty-seat = nobody sits on seat { $seat }
join-between-rounds = to join, wait until this round has ended
only-leave-for-good = { $player } can only leave for good, and only once
too-few-players = the table waits for { $missing ->
    [1] one more player
   *[other] { $missing } more players
}
piece-gives-nothing = piece { $piece } gives you no option now
piece-no-option = piece { $piece } has no option { $option } for you now
cards-not-face-down = these cards do not lie face down
card-has-to-wait = { $card } may not be played on the first trick while you have { $held }
may-not-lead-yet = { $card } may not lead before a card of its suit has been played, unless it is all you have: you have { $held }
follow-suit = follow suit: { $suit ->
    [c] clubs were
    [d] diamonds were
    [h] hearts were
   *[s] spades were
} led, and you have { $held }
not-your-card = { $card } is not in your hand
passes-cards = pass { $count } different cards of your hand, in one move
passes-twice = a card is named twice: pass different ones
passes-from-hand = pass cards of your own hand alone
passes-ascending = name the cards in ascending order: { $move }
has-revoked = { $player } has revoked
takes-the-trick = { $player } takes the trick
plays-card = { $player } plays { $card }
proves-allowed = { $player } proves that this was allowed
solves-it = { $player } has solved it
gives-up = { $player } gives up
block-nothing-undone = nothing of { $block } is undone

## Drawings of tables.

seat-you = you
seat-left = has left
tricks-bidding = bidding
tricks-opening = before the first trick
tricks-playing = playing tricks
trick-taken = { $player } took this trick
duel-pot = pot { $chips }
duel-did = { $move ->
    [check] checks
    [bet] bets
    [raise] raises
    [call] calls
   *[other] folds
}

## Drawings of boards.

seat-to-move = to move
seat-won = won
seat-lost = lost
seat-even = draw
puzzle-solved = solved
puzzle-given-up = given up
puzzle-filled = { $filled } of { $cells } cells filled
puzzle-redo = redo { $moves }
puzzle-restores = undo restores { $items }
puzzle-nothing-to-undo = nothing was done that could be undone
puzzle-nothing-to-redo = nothing was undone that could be redone
puzzle-random-size = a drawn level has { $smallest } to { $largest } columns and rows, as in random:7x7
puzzle-random-none = no level of { $width } by { $height } with one solution was found; try it again, or a smaller one
puzzle-file-choose = there are { $count } levels in it, here as number, name (columns×rows, letters): { $levels }. Choose one: -o level=@FILE:1, or a first line "choose 1"
puzzle-file-none-such = there is no level { $wanted } among its { $count }, here as number, name (columns×rows, letters): { $levels }
puzzle-hint-block = look at block { $block }
puzzle-hint-move = the next move: { $move }
puzzle-hint-unsolvable = this level has no solution
puzzle-hint-too-hard = no hint: the search for a solution of this level is too long
puzzle-past = past { $moves }
undos-do = { $undos }: { $follows }
undos-step = { $times ->
    [one] undo { $item }
   *[other] undo { $item } { $times } times
}
undos-free = frees { $cells }
undos-take = covers { $cells } again
undos-leave = { $cells ->
    [one] 1 cell stays covered
   *[other] { $cells } cells stay covered
}
undos-not-needed = nothing has to be undone for that
undos-never-free = nothing frees { $cell }

## Tables in sentences, to be read aloud.

and-last = { $most } and { $last }
number-range = { $low } to { $high }
grid-size = the grid has columns a to { $column } and rows 1 to { $row }
grid-walls = walls: { $cells }
grid-free = free cells: { $cells }
grid-full = no cell is free
puzzle-table-redo = { $item }: a redo makes { $moves } again
puzzle-table-restores = { $item }: an undo brings back { $items }
puzzle-table-past = { $item }: its past is { $moves }
puzzle-bridges = bridges: { $cells }
puzzle-points = { $letter }1 begins on { $one }, { $letter }2 on { $other }
puzzle-line = line { $line } goes { $cells }
puzzle-joined = { $letter } is joined
puzzle-lies = block { $block } lies on { $cells }
puzzle-on-pad = block { $block } is on the pad; its shape, as if at the corner, is { $cells }
puzzle-folded = block { $block } is folded and lies on { $cells }
puzzle-unfolded = block { $block } begins on { $cells } and is unfolded over { $more }
puzzle-pad = pad
scene-no-pieces = { $sign }, { $player }: nowhere yet
scene-pieces = { $sign }, { $player }: { $cells }
scene-free = free: { $cells }
scene-signs = { $sign }: { $cells }
scene-stack = { $label }: { $count }
scene-spread = { $label }: { $cards }
scene-counted = { $name }: { $count }
scene-chips = { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
}
scene-bet = bet { $chips }
scene-line = { $before }{ $player }{ $after }
board-shape = { $shape ->
    [king] king
    [queen] { $count ->
        [one] queen
       *[other] queens
    }
    [rook] { $count ->
        [one] rook
       *[other] rooks
    }
    [bishop] { $count ->
        [one] bishop
       *[other] bishops
    }
    [knight] { $count ->
        [one] knight
       *[other] knights
    }
    [pawn] { $count ->
        [one] pawn
       *[other] pawns
    }
    [man] { $count ->
        [one] man
       *[other] men
    }
   *[crowned] { $count ->
        [one] king
       *[other] kings
    }
}
board-men = { $men } on { $cells }
board-counted = { $count } { $men }
board-side = { $side }, { $player }: { $pieces }
board-side-empty = { $side }, { $player }: no piece left
board-taken = { $player } has taken { $pieces }
hand-of-you = you have { $cards }
has-played = { $player } has played { $card }
has-shown = { $player } has shown { $cards }
on-the-board = on the board: { $cards }
player-has-left = { $player } has left
duel-done = { $player } { $move ->
    [check] checks
    [bet] bets
    [raise] raises
    [call] calls
   *[other] folds
}
