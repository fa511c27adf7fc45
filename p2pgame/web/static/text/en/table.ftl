# The table: seats, moves, history, chat, offers, results.

players = Players
you = you
program = program
score = score
to-move = to move
chooses = chooses
offline = not connected
path = { $path ->
    [lan] here
    [direct] direct
   *[other] by relay
}
board = board
selection = Which move?

your-turn = It is your turn.
your-moves = Your moves
moves = Moves
moves-of = { $name }: { $count } moves
move-on-table = Choose on the table.
piece-letters = KQRBN
type-move = Type a move
type-instead = Type a move instead
make-move = Play
sealed = All choose at once. Your choice stays sealed until everybody has chosen.
sealed-sent = You have chosen “{ $move }”. It stays sealed until everybody has chosen.
least = min
most = max
which-kind = Of which kind
usual-amounts = Usual amounts
amount-bounds = Choose a number from { $low } to { $high }.
place-by-chance = Place by chance
confirm-grave = Really “{ $move }”?
confirm-fold = You can check for nothing. Really fold?
confirm-all = Really put in everything?
yes-do-it = Yes
no-wait = No, wait
seconds-others = { $seconds } s until the others go on
seconds-own = { $seconds } s left for you
progress-shuffle = Players who have shuffled
progress-verify = Turns checked

# Moves of one word, as buttons say them; what is typed stays English.
move-words = {""}
    .offer-draw = Offer draw
    .accept-draw = Accept draw
    .claim-draw = Claim draw
    .resign = Resign
    .lose-on-time = Lose on time
    .give-up = Give up
    .restart = Restart
    .hit = Hit
    .stand = Stand
    .draw = Draw
    .pass = Pass
    .clubs = Clubs
    .diamonds = Diamonds
    .hearts = Hearts
    .spades = Spades
    .none = None
    .add = Add
    .subtract = Subtract
    .bet = Bet
    .raise = Raise
    .show = Show
    .muck = Muck
    .liar = Liar
    .hide = Hide
    .enough = Enough
    .roll = Roll
    .hold = Hold
    .rock = Rock
    .paper = Paper
    .scissors = Scissors
    .nil = Nil
    .raise-to = Raise to
    .half-pot = Half pot
    .pot = Pot
    .ones = Ones
    .twos = Twos
    .threes = Threes
    .fours = Fours
    .fives = Fives
    .sixes = Sixes

history = History
trust = Trust
history-and-chat = History and chat
history-earlier = Show earlier lines
look-back = One step back
look-forth = One step on
looking-back = As it was: { $line }
back-to-now = Back to now
news = What happens at the table
close = Close
say-to-all = Say something to all
send = Send
mute = Mute
keep-player = Keep { $name }
player-kept = { $name } is kept as a contact
mute-name = Don’t show what { $name } says
four-colours = A colour for each suit
loading-table = Laying the table …

offers = Offers
offer-draw = Offer a draw
    .about = The game ends as a draw if all agree
offer-takeback = Take back
    .about = Your last move is taken back if all agree
offer-last-round = Last round
    .about = The game ends after this round if all agree
nudge = Nudge
    .about = Remind those for whom the turn waits
nudged = They were reminded.
leave = Leave
    .about = Leave the game for good; you may lose by it
stay = Stay
confirm-leave = Leave the game for good? { $price } To go on later, close the page instead.
offered = { $who }: { $what }
words-draw = a draw is offered.
words-takeback = { $count ->
    [1] the last move is to be taken back.
   *[other] the last { $count } moves are to be taken back.
}
words-last-round = this round is to be the last.
agree = Agree
offer-waits = The others must agree.

plan = Plan
plan-waits = For your turn
plan-confirmed = Made when your turn comes
plan-help = Each move is a step now, and nobody else sees it.
plan-steps = Steps of the plan
plan-actions = What to do with the plan
plan-points = ({ $points } points)
plan-ahead = Possible next, as far as is known now:
plan-ahead-type = { $count } moves are possible next, as far as is known now. Type one.
plan-type = What may come next shows when your turn comes. Type it as you would then; a card by its name.
plan-step = A move for your turn
plan-add = Add
plan-begin = Plan moves
    .about = Try moves as steps that nobody else sees, and make them all when you confirm
plan-confirm = Confirm
    .about = Make all steps as moves, now or when your turn comes
plan-undo = Undo
plan-undo-all = Undo all
plan-redo = { $count ->
    [0] Redo
   *[other] Redo ({ $count })
}
plan-join = Join the last two
    .about = Undo and redo take the last two steps as one
plan-drop = Drop the plan
    .about = Forget the steps; what has been played stays

hint = Hint
hint-more = Say more
hint-level = Hint { $level } of { $levels }
undos = Make room
undos-for = Room for a cell or move
undos-find = What to undo
undos-found = What makes room for { $wanted }
undos-make = Undo
undos-more = Others

results = How it ended
you-won = You won!
they-won = { $count ->
    [1] { $who } won.
   *[other] { $who } won together.
}
you-lost-least = You lost least.
they-lost-least = { $count ->
    [1] { $who } lost least.
   *[other] { $who } share the smallest loss.
}
nobody-won = It is a tie.
you-did-it = You did it!
game-over = The game is over.
game-stopped = The game was stopped.
table-left = The table is closed.
verifying = Checking every signature, proof and rule …
saved-as = Saved as { $name }
play-again = Play again
play-next-level = Next level: { $level }
play-again-with = Again with { $seats }
another-game = Another game
play-it = Play it
play-without =
    { $count ->
        [1] Go on without { $name }
       *[other] Go on without them
    }
sit-out = Sit one out
sat-out = You sit out the next game, and are back for the one after it.
buy-chips = Buy chips
chips-to-buy = Chips to buy for the next table
enough-played = Enough for now
look-at-table = Look at the table
results-open = Result
close-table = Close the table
