sentences = { $first } { $second }
random = random
overtaken = The others had gone on without somebody who was too late; what really happened is told once more.

## How a game begins and ends.

opening = { $players } { $count ->
    [one] plays
   *[other] play
} { $game }.
terms-audited-deck = The deck is audited when the game is over: who cheats is found out then, and all cards are shown, folded ones too.
terms-watched = Whoever has the watch link can look on: they see what all see, and read what you say.
terms-silent-wait = Whoever is silent for { $seconds } s is waited for.
terms-silent-default = For whoever is silent for { $seconds } s a move is made.
terms-silent-forfeit = Whoever is silent for { $seconds } s has lost, and the game is over.
terms-silent-finish = Whoever is silent for { $seconds } s is gone, and the others go on.
terms-bank = For all decisions together each player has { $seconds } s.
game-ended = The game is over: { $result }.
forfeited-by = It was forfeited by { $players }.
all-even = nobody wins or loses
ends-with-nothing = { $player } ends with 0 points
payoff = { $player } { SIGNED($points) }

## What happens.

takes-back = { $player } takes the last move back
all-agree-draw = all agree to a draw
all-agree-takeback = all agree to take { $moves ->
    [1] the last move
   *[other] the last { $moves } moves
} back
all-agree-last-round = all agree that this is the last round
is-now = { $player } is { $status }
has-gone = { $player } has gone
gone-others-go-on = { $player } has gone; the others go on without them
gone-and-over = { $player } has gone, and { $game } can't go on with a seat empty
cards-shuffled = { $cards } cards shuffled by { $players ->
    [1] one player
   *[other] { $players } players
}, every proof checked
cards-shuffled-again = { $cards } cards shuffled again, every proof checked
cards-dealt = { $cards } cards dealt
opened = opened: { $cards }
shows-cards = { $player } shows { $cards }
has-placed = { $player } has placed what is hidden
has-proved = { $player } has proved it
rolled-in-secret = the dice are rolled in secret
rolled = { $sides ->
    [6] rolled: { $pips }
   *[other] rolled: { $pips } (of 1 to { $sides })
}
your-cards = Your cards: { $cards }
your-new-cards = { $count ->
    [one] Your new card: { $cards }
   *[other] Your new cards: { $cards }
}
your-dice = Your dice: { $pips }

## What goes on.

waiting-for = waiting for { $players }
waiting-for-signature = waiting for { $players } to sign the end
now-shuffling = shuffling { $cards } cards
now-dealing = dealing
now-opening = opening cards
now-rolling = rolling
now-checking = checking a claim of { $player }
now-taking-orders = taking orders

## Beside the moves.

chat = { $player }: { $text }
says-too-much = { $player } says a lot; { $lines ->
    [1] 1 line is
   *[other] { $lines } lines are
} not shown.
moved-for-you = You were silent for too long: { $move } is made for you.
moved-for-them = { $player } is silent: { $move } is made for them.
offer-counts = { $offer }; it counts if all agree before the next move.
offer-seen = { $offer }.
offer-answer = { $offer }; type { $motion } to agree.
offers-draw = { $player } offers a draw
offers-last-round = { $player } asks that this be the last round
offers-takeback = { $player } asks to { $what }
agrees-draw = { $player } agrees to a draw.
agrees-last-round = { $player } agrees that this is the last round.
agrees-takeback = { $player } agrees to { $what }.
motion-takeback = { $moves ->
    [1] take the last move back
   *[other] take { $moves } moves back
}
