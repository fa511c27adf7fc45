mover-title = Mover
mover-also = walk, territory, move
mover-short = Walk at once, own the field
mover-minutes = 1
mover-aim = Walk by orders such as u 10: who owns most places at the end wins.
    .page = Walk over the field: who owns most places at the end wins.
mover-ticks = a game has 1 to { $most } ticks
mover-seconds = a tick takes 1 to 3600 seconds
mover-players-rise = players are numbers, by rising number
mover-players = players are numbers from 0 to { $last }
mover-tick = the tick is a number from 0 to { $last }
mover-field = a field has { $least } to { $most } places on each side, or 0: there is none
mover-horizon = orders are given 0 to { $most } ticks ahead
mover-begins = begins has a text for each of { $seats } seats, as the table before has left it: where it stands, and places that it alone owns
mover-places = places are numbers on the field, each owned by one player
mover-leaves = { $player } leaves, and ranks last
mover-no-orders = tick { $tick }: no orders
mover-orders = tick { $tick }: { $orders }
mover-enough = { $player } has enough
mover-order = { $player } orders { $steps } { $way }

## The drawing.

mover-drawn-tick-of = tick { $tick } of { $ticks }
mover-drawn-nobody-wins = Walk by orders such as u 10; nobody wins.
mover-drawn-owned = Own the most places at the end.
mover-drawn-over = { $owned ->
    [true] over: who owns most has won
   *[other] over, and nobody has won
}
mover-drawn-places = { $places ->
    [one] { $places } place
   *[other] { $places } places
}
mover-drawn-scale = one sign is { $steps } steps
mover-drawn-nowhere = no order
mover-drawn-more = and { $count } more

## The table in sentences.

mover-table-nowhere = { $player } has no order yet
mover-table-stands = { $player } stands at { $x }, { $y }
mover-table-walks = { $player } is at { $x }, { $y } and walks { $steps ->
    [one] { $steps } more step
   *[other] { $steps } more steps
} { $way ->
    [l] right
    [h] left
    [k] up
    [j] down
    [u] right and up
    [n] right and down
    [y] left and up
   *[b] left and down
}
mover-table-field = the field has { $side } by { $side } places, counted from 0, 0 in its middle, and no edge
mover-table-owns = { $player } owns { $places ->
    [one] { $places } place
   *[other] { $places } places
}
mover-table-free = not yours beside you: { $ways }
mover-table-way = { $way ->
    [l] right
    [h] left
    [k] up
    [j] down
    [u] right and up
    [n] right and down
    [y] left and up
   *[b] left and down
}
