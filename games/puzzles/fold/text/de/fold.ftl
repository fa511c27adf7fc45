fold-title = Fold
fold-also = Falten, Entfalten, Faltpuzzle
fold-short = Blöcke übers Gitter falten
fold-minutes = 5

# Glossar: fold falten, unfold aufklappen, block Block, side Seite, grid Gitter.
fold-folds = { $player } faltet { $block } zurück
fold-unfolds = { $player } klappt { $block } { $side ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
    [down] nach unten
   *[other] { $side }
} auf
fold-unfolds-again = { $player } klappt { $block } wieder { $side ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
    [down] nach unten
   *[other] { $side }
} auf
fold-initial-shape = { $block } hat noch die erste Form
fold-unknown-move = { $move } ist nichts von 'A left', 'A right', 'A up', 'A down', 'undo A', 'redo A', mit einem Block aus { $blocks }, und auch nicht 'give up'
fold-no-room = im Gitter ist kein Platz, um { $block } { $side ->
    [left] nach links
    [right] nach rechts
    [up] nach oben
    [down] nach unten
   *[other] { $side }
} aufzuklappen
fold-in-the-way = { $block } käme auf die erste Form von { $other }
fold-hint-folds = { $block } ist so aufgeklappt, wie es nicht bleiben kann: falte ein Mal zurück
fold-hint-unfolds = { $block } lässt sich von da, wo es jetzt liegt, aufklappen
fold-undos-for = Zurücknehmen schafft Platz für ein Feld (b3) oder für einen Block, der sich auffalten soll (B right)
fold-aim = Klappe die Blöcke auf, bis sie das Gitter füllen.
fold-ask = wähle einen Block, dann die Seite, zu der er aufklappt
fold-where = zu welcher Seite klappt Block { $block } auf?
