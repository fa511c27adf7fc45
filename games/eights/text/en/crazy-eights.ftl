crazy-eights-title = Crazy eights
crazy-eights-also = eights, crazy 8s, crazy 8, Swedish rummy, switch, Mau-Mau
crazy-eights-short = Match rank or suit, go out
crazy-eights-minutes = 5
crazy-eights-options = there are 1 to 100 draws in a turn, and 1 to 1000 plays
crazy-eights-too-few-cards = there are not as many cards to deal
crazy-eights-no-card = that is no card of the pack
crazy-eights-no-match = { $card } does not fit on { $top }: play the same rank, an eight, or { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
crazy-eights-owed = { $card } does not fit: play a two, or draw the { $count } cards that you owe
crazy-eights-no-draw = you can draw no more, after { $count ->
    [one] { $count } card
   *[other] { $count } cards
}: play a card, or pass
crazy-eights-no-pass = you can pass once you have drawn all you may: play a card, or draw
crazy-eights-last-one = { $player } is the last one there
crazy-eights-no-card-left = { $player } has no card left
crazy-eights-no-more-plays = no more cards are to be played
crazy-eights-all-passed = all have passed
crazy-eights-deals = { $player } deals
crazy-eights-passes = { $player } passes
crazy-eights-names = { $player } names { $suit }
crazy-eights-draws = { $player } draws { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
crazy-eights-turned-up = { $card } is turned up
crazy-eights-takes-back = { $player } shows { $card }, which does not fit, takes it back and draws
crazy-eights-leaves = { $player } leaves

## The table, drawn.

crazy-eights-drawn-follow = suit to follow
crazy-eights-drawn-pile = { $count ->
    [one] { $count } card in the pile
   *[other] { $count } cards in the pile
}
crazy-eights-drawn-owed = { $count } cards to draw
crazy-eights-drawn-back = the other way round
crazy-eights-drawn-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## The table in sentences.

crazy-eights-table-top = on top lies { $card }
crazy-eights-table-follow = the suit to follow is { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
crazy-eights-table-cards = { $player } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
crazy-eights-table-points = { $player } has { $points ->
    [one] { $points } point
   *[other] { $points } points
}
