flow-title = Flow
flow-also = Verbinden, Zahlen verbinden, Linien
flow-short = Buchstaben verbinden
flow-minutes = 5

# Glossar: line Linie, bridge Brücke, wall Mauer, point Punkt, grid Gitter.
flow-limit = limit ist von 1 bis { $most }
flow-edge = dort hört das Gitter auf
flow-nothing-to-undo = auf dieser Linie gibt es nichts zurückzunehmen
flow-nothing-to-redo = auf dieser Linie gibt es nichts zu wiederholen
flow-hint-line = sieh dir Linie { $line } an
flow-hint-retreats = { $line } hat sich verirrt: nimm den letzten Schritt zurück
flow-hint-grows = { $line } ist auf dem richtigen Weg und kann weiter
flow-undos-for = Zurücknehmen schafft Platz für ein Feld (b3), einen Schritt (B1 down) oder einen Buchstaben, der zu verbinden ist (B)
flow-goes = { $player } zieht { $line } { $way ->
    [up] nach oben
    [down] nach unten
    [left] nach links
    [right] nach rechts
   *[other] { $way }
}
flow-undoes = { $player } nimmt den letzten Schritt von { $line } zurück
flow-redoes = { $player } zieht { $line } wieder
flow-wall = dort ist eine Mauer
flow-clue = auf den Punkt { $point } kommt nichts
flow-straight = über eine Brücke geht eine Linie geradeaus
flow-own-line = eine Linie kreuzt sich nicht selbst: nimm sie zurück
flow-bridge = auf einer Brücke treffen sich zwei Hälften nicht im rechten Winkel
flow-aim = Verbinde gleiche Buchstaben durch Linien.
flow-moves-left = { $moves ->
    [one] noch 1 Zug
   *[other] noch { $moves } Züge
}
flow-not-solved = nicht gelöst
flow-some-joined = { $joined } von { $letters } verbunden
flow-cover = kein Feld darf frei bleiben
flow-ask = wähle das Ende einer Linie, dann die Felder, durch die sie geht
