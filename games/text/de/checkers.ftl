checkers-title = Dame
checkers-also = Damespiel, Checkers
checkers-short = Alle Steine schlagen
checkers-minutes = 15

# Glossar: man Stein, king Dame, to take schlagen, to be crowned Dame werden.
checkers-moves = { $player } zieht { $move }
checkers-takes = { $player } schlägt { $move }
checkers-crowned = { $deed } und bekommt eine Dame
checkers-must-go-on = { $deed } und muss weiterschlagen
checkers-claims-draw = { $player } reklamiert remis: eine Stellung kommt zum dritten Mal
checkers-no-position = { $text } ist keine Stellung, wie etwa 'B:W21,K29:B1,12'
checkers-no-square = { $piece } ist kein Feld von 1 bis 32
checkers-two-pieces = auf { $square } stehen zwei Steine
checkers-man-crowned = auf { $square } kann kein einfacher Stein stehen, er würde dort zur Dame
checkers-black = Schwarz
checkers-white = Weiß
checkers-drawn-left = noch { $count }
checkers-drawn-must-jump = muss schlagen
checkers-drawn-goes-on = weiter von { $square }
checkers-drawn-quiet = remis nach { $moves } weiteren ruhigen Zügen
checkers-light-square = Steine stehen nur auf dunklen Feldern, und { $square } ist hell
checkers-nothing-to-claim = es gibt kein Remis zu reklamieren: kein Zug führt zum dritten Mal zur selben Stellung
checkers-nothing-there = auf { $square } steht kein Stein
checkers-not-yours = der Stein auf { $square } gehört dir nicht
checkers-goes-on = der Stein, der geschlagen hat, muss weiter: { $moves }
checkers-must-take = wer schlagen kann, muss schlagen: { $moves }
checkers-not-free = { $square } ist nicht frei
checkers-man-goes-on = ein einfacher Stein geht nach vorn; zurück von { $square } geht nur eine Dame
checkers-one-step = ein Stein geht einen Schritt schräg, oder springt über einen gegnerischen und schlägt ihn

## The table in sentences.

checkers-table-goes-on = { $player } muss von { $square } weiterschlagen
checkers-table-must-take = { $player } muss schlagen
checkers-table-left = { $player } hat noch { $count }
