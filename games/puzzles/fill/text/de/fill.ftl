fill-title = Fill
fill-also = Füllen, Packen, Blockpuzzle
fill-short = Blöcke ins Gitter packen
fill-minutes = 5

# Glossar: drag ziehen, pad Ablage, block Block, grid Gitter.
fill-drags = { $player } zieht { $block } nach { $cell }
fill-drags-back = { $player } zieht { $block } zurück nach { $cell }
fill-drags-again = { $player } zieht { $block } wieder nach { $cell }
fill-to-pad = { $player } zieht { $block } auf die Ablage
fill-back-to-pad = { $player } zieht { $block } zurück auf die Ablage
fill-again-to-pad = { $player } zieht { $block } wieder auf die Ablage
fill-unknown-move = { $move } ist nichts von 'A c2', 'A pad', 'undo A', 'redo A', mit einem Block aus { $blocks }, und auch nicht 'give up'
fill-in-the-way = was { $block } wegschieben würde, kommt sich selbst in die Quere: zieh erst einen Teil davon auf die Ablage
fill-on-the-pad = { $block } hat die Ablage noch nicht verlassen
fill-no-room = { $block } passt bei { $cell } nicht ins Gitter
fill-already-there = { $block } ist schon dort
fill-hint-on = { $block } kann jetzt von der Ablage an den richtigen Platz
fill-hint-over = { $block } liegt falsch, und der richtige Platz ist frei
fill-hint-off = { $block } liegt falsch und ist anderen im Weg: nimm es vom Gitter
fill-undos-for = Zurücknehmen schafft Platz für ein Feld (b3) oder für einen Block, der zu ziehen ist (B c2)
fill-aim = Ziehe die Blöcke von der Ablage, bis sie das Gitter füllen.
fill-ask = wähle einen Block, dann das Feld, auf das er kommt
fill-where = wohin kommt Block { $block }?
