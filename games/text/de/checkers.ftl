# Glossar: man Stein, king Dame, to take schlagen, to be crowned Dame werden.
checkers-moves = { $player } zieht { $move }
checkers-takes = { $player } schlägt { $move }
checkers-crowned = { $deed } und bekommt eine Dame
checkers-must-go-on = { $deed } und muss weiterschlagen
checkers-no-position = { $text } ist keine Stellung, wie etwa 'B:W21,K29:B1,12'
checkers-no-square = { $piece } ist kein Feld von 1 bis 32
checkers-two-pieces = auf { $square } stehen zwei Steine
checkers-man-crowned = auf { $square } kann kein einfacher Stein stehen, er würde dort zur Dame
checkers-drawn-black = Schwarz
checkers-drawn-white = Weiß
checkers-drawn-left = noch { $count }
checkers-drawn-must-jump = muss schlagen
checkers-drawn-goes-on = weiter von { $square }
checkers-drawn-quiet = remis nach { $moves } weiteren ruhigen Zügen
