memory-title = Memory
memory-also = concentration, pairs, pelmanism, matching pairs, match match
memory-short = Find pairs of hidden cards
memory-minutes = 8
memory-options = memory has 2 to 20 pairs, seen for 1 to 600 seconds
memory-takes = { $player } takes the pair of { $face }
memory-opens = { $player } opens { $number }: { $face }
memory-too-early = nothing is to be hidden before two cards lie open
memory-not-there = card { $number } does not lie face down any more
memory-no-such-card = the cards are numbered 1 to { $last }

## The table, drawn.

memory-drawn-left = { $pairs ->
    [one] { $pairs } pair left
   *[other] { $pairs } pairs left
}
memory-drawn-pairs = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}

## The table in sentences.

memory-table-down = face down: { $cards }
memory-table-open = card { $number } lies open: { $face }
memory-table-pairs = { $player } has { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}
