liars-dice-title = Bluff
liars-dice-also = Lügenwürfel, Lügenwürfeln, Perudo, Dudo, Würfelbluff
liars-dice-short = Würfel ansagen, anzweifeln
liars-dice-minutes = 5
liars-dice-bidder = am Gebot

# Glossar: bid Gebot, to call anzweifeln.
liars-dice-dice = alle haben 1 bis { $most } Würfel
liars-dice-no-die = so ein Würfel ist nicht dabei
liars-dice-found = { $count } gefunden in { $thrown }
liars-dice-called = { $bid } angezweifelt, { $found }: { $player } verliert
liars-dice-bid = { $number } × { $face ->
    [ones] Eins
    [twos] Zwei
    [threes] Drei
    [fours] Vier
    [fives] Fünf
    [sixes] Sechs
   *[other] { $face }
}
liars-dice-bids = { $player } bietet { $bid }
liars-dice-rolls = alle würfeln verdeckt
liars-dice-ask = Bieten
liars-dice-drawn-no-bid = niemand hat geboten
liars-dice-drawn-bid = { $player } bietet { $number } × { $face ->
    [1] Eins
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
   *[other] Sechs
}
liars-dice-drawn-wild = { $face ->
    [1] Einsen
   *[other] Sechsen
} zählen für alles
liars-dice-drawn-dice = { $dice } Würfel im Spiel
liars-dice-drawn-left = { $dice } Würfel
liars-dice-nothing-to-doubt = noch hat niemand geboten: sag, wie viele Würfel eine Zahl zeigen
liars-dice-one-at-least = biete mindestens einen Würfel
liars-dice-too-high = es gibt nur { $total } Würfel
liars-dice-too-low = das Gebot ist { $bid }: biete so viele einer höheren Zahl, oder mindestens { $more } von irgendeiner
liars-dice-no-ones-first = Einsen zählen für jede Zahl: beginne eine Runde mit einer anderen
liars-dice-or-ones = das Gebot ist { $bid }: biete so viele einer höheren Zahl, mindestens { $more } einer anderen als Einsen oder mindestens { $ones } ones (Einsen)
liars-dice-after-ones = das Gebot ist { $bid }: biete mindestens { $ones } ones (Einsen) oder mindestens { $more } einer anderen Zahl

## The table in sentences.

liars-dice-table-left = { $player } hat noch { $dice } Würfel
liars-dice-table-bid = { $player } hat { $number } { $face ->
    [1] Einsen
    [2] Zweien
    [3] Dreien
    [4] Vieren
    [5] Fünfen
   *[6] Sechsen
} geboten
