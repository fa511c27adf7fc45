chess-title = Schach
chess-also = Schachspiel, Schachpartie
chess-short = Den König matt setzen
chess-minutes = 20

# Glossar: draw Remis, to resign aufgeben, FEN und PGN bleiben.
chess-offers-draw = { $player } bietet Remis an und ist am Zug
chess-accepts-draw = { $player } nimmt das Remis an
chess-claims-draw = { $player } reklamiert Remis und bekommt es
chess-resigns = { $player } gibt auf
chess-runs-out-of-time = { $player } überschreitet die Zeit
chess-drawn-for-no-mate = { $deed }; das ist remis, denn { $other } hat zu wenig übrig, um mattzusetzen
chess-plays = { $player } zieht { $move }
chess-seconds = ein Zug dauert von 1 Sekunde bis zu einer Woche, oder 0 für beliebig lange
chess-time-needs-agreement = wer die Zeit überschreitet, verliert ohne das Brett, und das braucht agreement=true
chess-only-the-board = mit agreement=false gibt es Remis nur durch das Brett
chess-no-fen = das ist keine FEN: { $why }
chess-no-such-position = keine Partie Schach führt zu dieser Stellung: { $why }
chess-tag-fen = die Angabe FEN: { $why }
chess-white = Weiß
chess-black = Schwarz
chess-drawn-number = Zug { $number }
chess-drawn-in-check = im Schach
chess-drawn-draw-offered = bietet Remis an
chess-by-mate = matt
chess-by-resignation = aufgegeben
chess-by-time = auf Zeit gewonnen
chess-by-no-mate = remis: { $side ->
    [white] Weiß
   *[black] Schwarz
} kann nicht mattsetzen
chess-by-agreement = remis durch Einigung
chess-by-claim = remis reklamiert
chess-by-stalemate = patt
chess-by-material = remis: niemand kann mattsetzen
chess-by-75-moves = remis nach 75 Zügen
chess-by-repetition = remis durch Wiederholung
chess-nothing-to-accept = dir ist kein Remis angeboten
chess-nothing-to-claim = Remis lässt sich bei der dritten Wiederholung reklamieren, oder nach 50 Zügen ohne Schlag und Bauernzug
chess-nothing-there = auf { $square } steht keine Figur
chess-not-yours = { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } auf { $square } gehört dir nicht
chess-own-piece = auf { $square } steht deine eigene Figur: { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    }
chess-no-such-piece = so eine Figur hast du nicht: { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    }
chess-none-can-go = keine Figur dieser Art kann nach { $square }: { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    }
chess-which-one = mehr als eine Figur kann dorthin, { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    }: { $moves }
chess-in-the-way = { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } auf { $square } ist im Weg
chess-no-way = { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } kommt von dort nicht nach { $square }
chess-pawn-blocked = ein Bauer schlägt schräg, und { $square } vor ihm ist nicht frei
chess-pawn-takes-nothing = ein Bauer geht nur zum Schlagen schräg, und auf { $square } steht nichts
chess-promotion = sag, was aus dem Bauern wird: { $move }=Q für eine Dame, oder =R, =B oder =N
chess-pinned = { $own ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $own }
    } auf { $square } ist gefesselt: { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } auf { $at } würde den König schlagen
chess-king-into-check = der König stünde im Schach auf { $square }, das { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } von { $at } angreift
chess-king-stays-in-check = der König auf { $square } steht im Schach durch { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } auf { $at } und bliebe es
chess-castling-lost = { $move }: der König oder dieser Turm hat schon gezogen oder steht nicht dort
chess-castling-blocked = { $move }: { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } auf { $square } ist im Weg
chess-castling-attacked = { $move }: der König { $place ->
    [in] steht im Schach auf { $square }, das { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } von { $at } angreift
    [over] käme über { $square }, das { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } von { $at } angreift
   *[to] stünde im Schach auf { $square }, das { $piece ->
        [pawn] Bauer
        [knight] Springer
        [bishop] Läufer
        [rook] Turm
        [queen] Dame
        [king] König
       *[other] { $piece }
    } von { $at } angreift
}

## The table in sentences.

chess-table-in-check = { $player } steht im Schach
chess-table-offers-draw = { $player } bietet Remis an
