# Glossar: wie in client.ftl.  Was die Bibliothek der Befehlszeile sagt; gefunden wird es an ihren
# englischen Worten, die in der englischen Datei stehen.

click-usage = Aufruf:
click-options = Optionen
click-arguments = Argumente
click-commands = Befehle
click-deprecated = veraltet
click-default = sonst: { $default }
click-dynamic = (je nachdem)
click-variable = Umgebungsvariable: { $var }
click-required = nötig
click-help = Zeige diesen Text.
click-version = Zeige die Version.
click-try = Hilfe gibt '{ $command } { $option }'.
click-error = Fehler: { $message }
click-aborted = Abgebrochen!
click-invalid = Das geht nicht: { $message }
click-invalid-for = { $param_hint } geht so nicht: { $message }
click-missing-command = Es fehlt ein Befehl.
click-missing-argument = Es fehlt
click-missing-option = Es fehlt die Option
click-missing-parameter = Es fehlt
click-missing-parameter-name = Es fehlt: { $param_name }
click-missing-other = Es fehlt { $param_type }
click-choices =
    Möglich sind:
    { $choices }
click-no-option = Die Option { $name } gibt es nicht.
click-no-option-before = Die Option { $name } gibt es nicht
click-no-command = Den Befehl { $name } gibt es nicht.
click-did-you-mean = { $count ->
    [one] Meintest du { $possibility }?
   *[other] (Meintest du eines von: { $possibilities }?)
}
click-extra = { $count ->
    [one] Ein Wort zu viel: { $args }
   *[other] Wörter zu viel: { $args }
}
click-takes-values = { $count ->
    [one] Es braucht { $nargs } Werte, nicht 1.
   *[other] Es braucht { $nargs } Werte, nicht { $len }.
}
click-no-value = Die Option { $name } hat keinen Wert.
click-requires = { $count ->
    [one] Die Option { $name } braucht einen Wert.
   *[other] Die Option { $name } braucht { $nargs } Werte.
}
click-argument-takes = { $name } braucht { $nargs } Werte.
click-not-one-of = { $count ->
    [one] { $value } ist nicht { $choice }.
   *[other] { $value } ist keines von { $choices }.
}
click-not-in-range = { $value } liegt nicht im Bereich { $range }.
click-not-a = { $value } ist kein gültiger Wert ({ $number_type }).
click-no-boolean = { $value } ist weder ja noch nein. Möglich sind: { $states }
click-no-file = { $filename } lässt sich nicht öffnen: { $message }
click-unknown-error = unbekannter Fehler
click-is-file = { $name } { $filename } ist eine Datei.
click-is-directory = { $name } { $filename } ist ein Ordner.
click-not-readable = { $name } { $filename } lässt sich nicht lesen.
click-not-writable = { $name } { $filename } lässt sich nicht schreiben.
click-not-executable = { $name } { $filename } lässt sich nicht ausführen.
click-not-there = { $name } { $filename } gibt es nicht.
click-repeat = Zur Bestätigung noch einmal
click-not-equal = Fehler: die beiden Eingaben sind verschieden.
click-invalid-input = Fehler: das geht nicht
