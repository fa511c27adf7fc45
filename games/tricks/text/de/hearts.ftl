hearts-title = Hearts
hearts-also = Herzen, Herz, Schwarze Dame
hearts-short = Kein Herz stechen, oder alle
hearts-minutes = 30

# Glossar: hearts Herz (das Spiel heißt Hearts), clubs Kreuz, to lead ausspielen.
hearts-goal = das Ziel sind 1 bis 1000 Punkte
hearts-points = Punkte in diesem Blatt: { $points }
hearts-has-to-lead = du hast die Kreuz 2, und die spielt aus
hearts-shoots = { $player } hat alle 26 Punkte genommen
hearts-moon = { $player } { $way ->
    [add] gibt allen anderen 26 dazu
   *[subtract] zieht sich 26 ab
}
hearts-not-the-leader = nur die Kreuz 2 spielt aus
hearts-drawn-hand = Blatt { $number }
hearts-drawn-goal = { $goal ->
    [0] die letzte Runde
    [1] bis 1 Punkt
   *[other] bis { $goal } Punkte
}
hearts-drawn-broken = Herz ist gefallen
hearts-drawn-unbroken = Herz ist nicht gefallen
hearts-drawn-deal = es wird gegeben
hearts-drawn-lead = die Kreuz 2 spielt aus
hearts-drawn-moon = wer alle Punkte hat, wählt: den anderen 26 dazu (add) oder sich 26 ab (subtract)
hearts-drawn-pass = du gibst { $count } Karten { $step ->
    [1] nach links
    [3] nach rechts
   *[other] gegenüber
} weiter, an { $player }
hearts-drawn-passing = alle geben Karten { $step ->
    [1] nach links
    [3] nach rechts
   *[other] gegenüber
} weiter
hearts-has = { $player } { $points }

## The table in sentences.

hearts-table-points = { $player } hat { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}, und { $now } in diesem Blatt
hearts-pass-to = An { $player } geben
