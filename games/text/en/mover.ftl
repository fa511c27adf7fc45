mover-aim = Walk by orders such as u 10; nobody wins.
mover-ticks = a game has 1 to { $most } ticks
mover-seconds = a tick takes 1 to 3600 seconds
mover-players-rise = players are numbers, by rising number
mover-players = players are numbers from 0 to { $last }
mover-tick = the tick is a number from 0 to { $last }
mover-no-orders = tick { $tick }: no orders
mover-orders = tick { $tick }: { $orders }
mover-order = { $player } orders { $steps } { $way }

## The drawing.

mover-drawn-tick-of = tick { $tick } of { $ticks }
mover-drawn-over = over, and nobody has won
mover-drawn-scale = one sign is { $steps } steps
mover-drawn-nowhere = no order
mover-drawn-more = and { $count } more
