# Glossar: cell Feld, ship Schiff, sea Meer, fleet Flotte, right/down rechts/runter.
battleship-board = das Meer ist 4 bis 12 Felder breit
battleship-ships = die Schiffe sind bis zu zehn Längen, die ins Meer passen, wie '3 2 2'
battleship-too-many = diese Schiffe haben in diesem Meer keinen Platz
battleship-how-to-place = schreibe für jedes Schiff ({ $ships }) sein erstes Feld und right (nach rechts) oder down (nach unten), wie in 'a1 right c3 down', oder random (zufällig)
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
battleship-no-lie = keine Flotte war gelogen
