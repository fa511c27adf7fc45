holdem-title = Texas Hold'em
holdem-also = Poker, Pokern, Texas, Holdem, Texas-Poker
holdem-short = Bluffen und setzen
holdem-minutes = 2
holdem-phase-preflop = Pre-Flop
holdem-phase-flop = Flop
holdem-phase-turn = Turn
holdem-phase-river = River
holdem-phase-showdown = Showdown
holdem-role-button = der Button

# Glossar, wie am Pokertisch gesprochen wird:
#   fold foldet   check checkt   call callt   bet setzt   raise erhöht auf
#   muck muckt    all-in all-in  pot Pot      blinds, ante, button, flop, turn, river
#   hand Hand     stack Stack    chips Chips  a pair of queens  ein Paar Damen
#   to split teilen
holdem-hands = Hände sind von 0 (bis zum Ende) bis { $most }
holdem-raise-every = die Blinds steigen nach 1 bis { $most } Händen (raise_every) oder nie (0)
holdem-blinds = der Small Blind ist mindestens 1, der Big Blind nicht kleiner, der Stack auch nicht
holdem-ante = die Ante ist von 0 bis zum Stack, der Stack höchstens { $most }
holdem-first-button = der Button ist ein Platz von 1 bis { $seats }, oder wird ausgelost (0)
holdem-stacks = alle { $seats } brauchen je einen Stack, wie in 900,1100
holdem-stack = ein Stack ist eine Zahl von Chips, mindestens 1
holdem-stack-most = ein Stack hat höchstens { $most } Chips
holdem-nothing-to-call = es gibt nichts zu callen: checke
holdem-bet-to-call = es gibt einen Einsatz: call { $chips } oder fold
holdem-not-now = { $cards } lässt sich jetzt nicht aufdecken

## What happens.

holdem-button = der Button beginnt bei { $player }
holdem-hand = Hand { $hand }: der Button geht an { $player }
holdem-blinds-now = die Blinds sind jetzt { $small } und { $big }
holdem-blinds-ante = die Blinds sind jetzt { $small } und { $big }, die Ante { $ante }
holdem-posts = { $player } zahlt { $what }: { $chips }
holdem-no-chips = { $player } hat keine Chips mehr für { $what }
holdem-ante-posted = die Ante
holdem-small-blind = den Small Blind
holdem-big-blind = den Big Blind
holdem-straddle = den Straddle
holdem-blind = den Blind
holdem-out-of-chips = { $player } hat keine Chips mehr
holdem-folds = { $player } foldet
holdem-checks = { $player } checkt
holdem-mucks = { $player } muckt
holdem-calls = { $player } callt { $chips }
holdem-raises = { $player } erhöht auf { $total }
holdem-all-in = { $deed }, all-in
holdem-flop = Flop: { $cards }
holdem-turn = Turn: { $cards }
holdem-river = River: { $cards }
holdem-leaves = { $player } verlässt den Tisch
holdem-leaving-costs = { $player } ist gegangen; das kostet { $chips } für die Hände, die noch kommen
holdem-uncalled = { $chips } nicht gecallt, zurück an { $player }
holdem-pot = Pot { $chips } an { $player }
holdem-pot-with = { $pot }: { $hand }
holdem-split = Pot { $chips } geteilt, { $shares }: { $hand }
holdem-share = { $chips } an { $player }

## Hands.

holdem-royal-flush = ein Royal Flush
holdem-straight-flush = ein Straight Flush bis { $rank }
holdem-quads = ein Vierling { $ranks }
holdem-full-house = ein Full House, { $first } über { $second }
holdem-flush = ein Flush bis { $rank }
holdem-straight = eine Straße bis { $rank }
holdem-trips = ein Drilling { $ranks }
holdem-two-pair = zwei Paare, { $first } und { $second }
holdem-pair = ein Paar { $ranks }
holdem-high-card = höchste Karte { $rank }
holdem-one = { $rank ->
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
    [6] Sechs
    [7] Sieben
    [8] Acht
    [9] Neun
    [10] Zehn
    [11] Bube
    [12] Dame
    [13] König
   *[other] Ass
}
holdem-many = { $rank ->
    [2] Zweien
    [3] Dreien
    [4] Vieren
    [5] Fünfen
    [6] Sechsen
    [7] Siebenen
    [8] Achten
    [9] Neunen
    [10] Zehnen
    [11] Buben
    [12] Damen
    [13] Könige
   *[other] Asse
}
holdem-drawn-before = vor der ersten Hand
holdem-drawn-hand = Hand { $hand }
holdem-drawn-hand-of = Hand { $hand } von { $hands }
holdem-drawn-blinds = Blinds { $small }/{ $big }
holdem-drawn-ante = Ante { $chips }
holdem-drawn-pot = Pot { $chips }
holdem-drawn-side = Nebentopf { $chips }
holdem-drawn-wins = { $player } gewinnt { $chips }
holdem-drawn-all-in = all-in
holdem-drawn-folded = gefoldet
holdem-drawn-out = raus
holdem-drawn-have = du hast { $hand }
holdem-drawn-button = D
holdem-drawn-small = SB
holdem-drawn-big = BB
holdem-call-nothing = es gibt nichts zu callen: check, oder setz etwas
holdem-call-takes-all = ein Call nimmt alle deine { $chips } Chips, zum Erhöhen bleibt nichts
holdem-no-full-raise = seit du dran warst, hat niemand voll erhöht: call oder fold
holdem-nobody-could-call = niemand sonst hat Chips, um eine Erhöhung zu callen
holdem-raise-too-small = { $total } ist zu wenig: erhöhe mindestens auf { $least }, um so viel wie die letzte Erhöhung oder der Big Blind
holdem-bet-too-small = { $total } ist zu wenig: setz mindestens { $least }
holdem-too-large = mehr als { $most } hast du nicht: das ist all-in
holdem-bets = { $player } setzt { $total }

## The table in sentences.

holdem-table-blinds = die Blinds sind { $small } und { $big }
holdem-table-button = { $player } hat den Button
holdem-table-no-board = auf dem Board liegt keine Karte
holdem-table-chips = { $player } hat { $chips } Chips
holdem-table-bet = { $player } hat { $chips } gesetzt
holdem-table-all-in = { $player } ist all-in
holdem-table-folded = { $player } hat gefoldet und noch { $chips } Chips
holdem-table-out = { $player } ist raus
