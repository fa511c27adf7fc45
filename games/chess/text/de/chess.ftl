# Glossar: draw Remis, to resign aufgeben, FEN und PGN bleiben.
chess-offers-draw = { $player } bietet Remis an und ist am Zug
chess-accepts-draw = { $player } nimmt das Remis an
chess-claims-draw = { $player } reklamiert Remis und bekommt es
chess-resigns = { $player } gibt auf
chess-plays = { $player } zieht { $move }
chess-seconds = ein Zug dauert von 1 Sekunde bis zu einer Woche, oder 0 für beliebig lange
chess-time-needs-agreement = wer die Zeit überschreitet, gibt auf, und das braucht agreement=true
chess-only-the-board = mit agreement=false gibt es Remis nur durch das Brett
chess-no-fen = das ist keine FEN: { $why }
chess-no-such-position = keine Partie Schach führt zu dieser Stellung: { $why }
chess-tag-fen = die Angabe FEN: { $why }
chess-drawn-white = Weiß
chess-drawn-black = Schwarz
chess-drawn-number = Zug { $number }
chess-drawn-last-move = letzter Zug { $move }
chess-drawn-in-check = im Schach
chess-drawn-draw-offered = bietet Remis an
chess-by-mate = matt
chess-by-resignation = aufgegeben
chess-by-agreement = remis durch Einigung
chess-by-claim = remis reklamiert
chess-by-stalemate = patt
chess-by-material = remis: niemand kann mattsetzen
chess-by-75-moves = remis nach 75 Zügen
chess-by-repetition = remis durch Wiederholung
