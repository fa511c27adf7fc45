pig-title = Böse Eins
pig-also = Eins ist keins, Schweinchen, Pig
pig-short = Weiterwürfeln oder aufhören
pig-minutes = 5
pig-goal = das Ziel sind 2 bis 1000 Punkte
pig-drawn-goal = bis { $goal } Punkte
pig-drawn-rolls = der Würfel rollt
pig-enough = für { $goal } hast du genug: mit hold hast du gewonnen

## The table in sentences.

pig-table-points = { $player } hat { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
pig-table-turn = { $player } hat in diesem Zug { $total } gewürfelt
