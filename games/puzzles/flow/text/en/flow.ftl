flow-title = Flow
flow-also = numberlink, number link, arukone, lines
flow-short = Join letters by lines
flow-minutes = 5
flow-aim = Join equal letters by lines.
flow-limit = limit is from 1 to { $most }
flow-edge = there the grid ends
flow-nothing-to-undo = there is nothing to undo on that line
flow-nothing-to-redo = there is nothing to redo on that line
flow-hint-line = look at line { $line }
flow-hint-retreats = { $line } has gone astray: take its last step back
flow-hint-grows = { $line } is on its way, and can go on
flow-undos-for = undos make room for a cell (b3), a step (B1 down), or a letter that is to be joined (B)
flow-goes = { $player } draws { $line } { $way }
flow-undoes = { $player } takes the last step of { $line } back
flow-redoes = { $player } draws { $line } again
flow-wall = there is a wall
flow-clue = nothing moves onto the point { $point }
flow-straight = a line goes straight over a bridge
flow-own-line = a line does not go over itself: undo it
flow-bridge = two halves do not join at a right angle on a bridge
flow-moves-left = { $moves ->
    [one] 1 move left
   *[other] { $moves } moves left
}
flow-not-solved = not solved
flow-some-joined = { $joined } of { $letters } joined
flow-cover = no cell may be left free
flow-ask = choose the end of a line, then the cells through which it goes
