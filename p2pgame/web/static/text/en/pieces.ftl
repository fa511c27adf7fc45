# Cards, chips, dice and boards, as screen readers say them.

card-name = { $rank ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [T] ten
    [J] jack
    [Q] queen
    [K] king
   *[A] ace
} of { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
your-move = Your move
card-down = face-down card
stack-of-cards = { $name }: { $count ->
    [0] no cards
    [1] one card
   *[other] { $count } cards
}
cards-face-down = { $count ->
    [one] one card, face down
   *[other] { $count } cards, face down
}
chips-of = { $count ->
    [1] one chip
   *[other] { $count } chips
}
die-shows = die showing { $value }
die-hidden = hidden die
piece = { $colour ->
    [first-piece] white
   *[second-piece] black
} { $shape ->
    [king] king
    [queen] queen
    [rook] rook
    [bishop] bishop
    [knight] knight
    [pawn] pawn
    [man] man
   *[crowned] king
}
on-sea = { $shape ->
    [ship] ship { $ship }
    [hit] ship { $ship }, hit
    [sunk] ship { $ship }, sunk
   *[miss] water
}
sea-cell = { $cell }, not shot at
sea-own = Your sea
sea-of = The sea of { $name }
ships-place = Put your ship of { $length } cells: choose its first cell. It lies { $way ->
    [right] to the right
   *[down] downwards
}.
ships-placed = Your fleet is complete.
ships-turn = Turn the ship
ships-undo = Remove the last ship
ships-done = Ready
ships-no-room = There is no room for a ship of { $length } cells there.
graph-place = place { $place }
graph-ways = leads to { $ways }
scene-cell = { $cell }, { $sign }
scene-cell-free = { $cell }, free
scene-sign = { $name }: { $sign }
scene-hand = your hand
scene-held = cards in the hand
scene-taken = tricks taken
scene-pick = choose { $count ->
    [one] one more card
   *[other] { $count } more cards
}
scene-fewer = one fewer
scene-more = one more
scene-picked = your cards are laid down; the others choose
puzzle = The puzzle
puzzle-pad = Blocks beside the grid
puzzle-block = Block { $item }, { $cells } cells
puzzle-free = { $cell }, free
puzzle-wall = { $cell }, wall
puzzle-point = { $cell }, point { $item }
puzzle-line = { $cell }, line { $item }
puzzle-head = { $cell }, end of line { $item }
puzzle-first = { $cell }, block { $item }, where it began
puzzle-item = { $cell }, block { $item }
puzzle-picked = { $item } is chosen.
puzzle-way = { $item } { $way ->
    [left] to the left
    [right] to the right
    [up] upwards
   *[down] downwards
}
puzzle-off = Take { $item } off the grid
puzzle-done = What was done
puzzle-nothing = Nothing so far.
puzzle-undo = Undo { $item }
puzzle-redo = Redo { $item }
puzzle-would = { $item } { $move }, which a redo does again
puzzle-undone = { $item } { $move } was undone
puzzle-redone = { $item } { $move } was redone
puzzle-restores = an undo brings back { $items }
