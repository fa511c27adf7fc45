battleship-title = Schiffe versenken
battleship-also = Seeschlacht, Flottenmanöver, Schiffeversenken
battleship-short = Flotte finden und versenken
battleship-minutes = 10
battleship-placing = die Flotten aufstellen
battleship-shooting = schießen

# Glossar: cell Feld, ship Schiff, sea Meer, fleet Flotte, right/down rechts/runter.
battleship-board = das Meer ist 4 bis 12 Felder breit
battleship-ships = die Schiffe sind bis zu zehn Längen, die ins Meer passen, wie '3 2 2'
battleship-too-many = diese Schiffe haben in diesem Meer keinen Platz
battleship-how-to-place = random, oder für jedes Schiff ({ $ships }) sein erstes Feld und right oder down, wie in 'a1 right c3 down'
battleship-no-cell = ein Feld { $cell } gibt es hier nicht
battleship-no-way = ein Schiff liegt nach rechts (right) oder unten (down), nicht { $way }
battleship-no-line = Schiff { $ship } braucht { $length } Felder nebeneinander
battleship-on = Schiff { $ship } liegt auf einem anderen
battleship-on-or-beside = Schiff { $ship } liegt auf oder neben einem anderen
battleship-no-such-face = so etwas lässt sich nicht auslegen
battleship-all-opened = alle Felder sind aufgedeckt
battleship-misses = { $player } schießt auf { $cell }: Wasser
battleship-hits = { $player } schießt auf { $cell }: Schiff { $ship } getroffen
battleship-sinks = { $player } schießt auf { $cell }: Schiff { $ship } versenkt
battleship-lied = { $player } hat gelogen: { $why }
battleship-both-lied = { $first }; { $second }
battleship-no-lie = beide Flotten waren nach den Regeln
battleship-drawn-placing = legt aus
battleship-drawn-shooting = schießt
battleship-drawn-afloat = schwimmt noch: { $ships }
battleship-drawn-sunk = versenkt: { $ships }
battleship-shot-at = auf { $cell } hast du schon geschossen

## The table in sentences.

battleship-table-not-placed = die Schiffe von { $player } sind noch nicht gesetzt
battleship-table-whole = Schiff { $ship } von { $player } ist nicht getroffen und liegt auf { $cells }
battleship-table-damaged = Schiff { $ship } von { $player } liegt auf { $cells } und ist getroffen auf { $hit }
battleship-table-hit = Schiff { $ship } von { $player } mit { $length ->
    [one] { $length } Feld
   *[other] { $length } Feldern
} ist getroffen auf { $hit }
battleship-table-unknown = Schiff { $ship } von { $player } mit { $length ->
    [one] { $length } Feld
   *[other] { $length } Feldern
} ist nicht getroffen
battleship-table-sunk = Schiff { $ship } von { $player } ist versenkt auf { $cells }
battleship-table-missed = { $player } hat ins Wasser geschossen: { $cells }
