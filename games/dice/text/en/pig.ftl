pig-title = Pig
pig-also = pig dice, pigs, jeopardy dice
pig-short = Roll on, or keep your points
pig-minutes = 5
pig-goal = the goal is 2 to 1000 points
pig-enough = you have enough for { $goal }: hold, and you have won

## The table, drawn.

pig-drawn-goal = to { $goal } points
pig-drawn-rolls = the die is rolled

## The table in sentences.

pig-table-points = { $player } has { $points ->
    [one] { $points } point
   *[other] { $points } points
}
pig-table-turn = { $player } has rolled { $total } in this turn
