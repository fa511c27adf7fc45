hearts-title = Hearts
hearts-also = heart, hearts card game, black lady
hearts-short = Take no hearts, or all
hearts-minutes = 30
hearts-goal = the goal is 1 to 1000 points
hearts-points = points of this hand: { $points }
hearts-has = { $player } { $points }
hearts-has-to-lead = you have the 2 of clubs, which leads
hearts-shoots = { $player } has taken all 26 points
hearts-moon = { $player } { $way ->
    [add] adds 26 to the others
   *[subtract] subtracts 26
}
hearts-not-the-leader = only the 2 of clubs leads

## The table, drawn.

hearts-drawn-hand = hand { $number }
hearts-drawn-goal = { $goal ->
    [0] the last hand
    [1] to 1 point
   *[other] to { $goal } points
}
hearts-drawn-broken = hearts are broken
hearts-drawn-unbroken = hearts are not broken
hearts-drawn-deal = the cards are dealt
hearts-drawn-lead = the 2 of clubs leads
hearts-drawn-moon = who has taken all points chooses: add 26 to the others, or subtract 26
hearts-drawn-pass = you pass { $count } cards { $step ->
    [1] to the left
    [3] to the right
   *[other] across
}, to { $player }
hearts-drawn-passing = each passes cards { $step ->
    [1] to the left
    [3] to the right
   *[other] across
}

## The table in sentences.

hearts-table-points = { $player } has { $points ->
    [one] { $points } point
   *[other] { $points } points
}, and { $now } in this hand
hearts-pass-to = Pass them to { $player }
