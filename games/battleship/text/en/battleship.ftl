battleship-title = Battleship
battleship-also = battleships, sea battle, sink ships
battleship-short = Find and sink a hidden fleet
battleship-minutes = 10
battleship-board = the board is 4 to 12 cells wide
battleship-ships = ships are up to ten lengths on the board, like '3 2 2'
battleship-too-many = these ships find no room on this board
battleship-how-to-place = random, or for each ship ({ $ships }) its first cell and right or down, as in 'a1 right c3 down'
battleship-no-cell = there is no cell { $cell } on this board
battleship-no-way = a ship lies right or down, not { $way }
battleship-no-line = ship { $ship } takes { $length } cells side by side on the board
battleship-on = ship { $ship } lies on another
battleship-on-or-beside = ship { $ship } lies on or beside another
battleship-no-such-face = nothing like that can be placed
battleship-all-opened = all cells are opened
battleship-misses = { $player } shoots at { $cell }: water
battleship-hits = { $player } shoots at { $cell }: ship { $ship } is hit
battleship-sinks = { $player } shoots at { $cell }: ship { $ship } is sunk
battleship-lied = { $player } lied: { $why }
battleship-both-lied = { $first }; { $second }
battleship-no-lie = both fleets kept the rules
battleship-shot-at = you have shot at { $cell } already
battleship-placing = placing the fleets
battleship-shooting = shooting

## The drawing.

battleship-drawn-placing = placing
battleship-drawn-shooting = shooting
battleship-drawn-afloat = afloat { $ships }
battleship-drawn-sunk = sunk { $ships }

## The table in sentences.

battleship-table-not-placed = the ships of { $player } are not placed yet
battleship-table-whole = ship { $ship } of { $player } is not hit and lies on { $cells }
battleship-table-damaged = ship { $ship } of { $player } lies on { $cells } and is hit on { $hit }
battleship-table-hit = ship { $ship } of { $player } with { $length ->
    [one] { $length } cell
   *[other] { $length } cells
} is hit on { $hit }
battleship-table-unknown = ship { $ship } of { $player } with { $length ->
    [one] { $length } cell
   *[other] { $length } cells
} is not hit
battleship-table-sunk = ship { $ship } of { $player } is sunk on { $cells }
battleship-table-missed = { $player } has shot at water: { $cells }
