## A replay of a finished game.

replay-place = Replay
replay-title = { $game }: { $names }
replay-loading = Reading and checking the file …
replay-checked = { $done } of { $total } turns checked
replay-step = Step { $step } of { $steps }
replay-first = First step
replay-back = One step back
replay-next = One step forward
replay-last = Last step
replay-play = Play
replay-pause = Pause
replay-speed = Speed
replay-timeline = Timeline
replay-history = What happened
replay-link = Link to this step
replay-copied = The link is copied.
replay-save = Save as { $format }
replay-empty = No game began in this file.
replay-failed = This file can't be shown
replay-others = Choose another file
replay-keys = Arrow keys step, the space bar plays.
replay-eyes = View as
replay-eyes-nobody = a spectator
replay-eyes-about = Cards that a player never showed stay face down.
onward = Go on from here
onward-as = Play as
onward-go = Go on against programs
onward-about = Practice on this machine. Cards that the file doesn't show are dealt anew, and nothing is signed or kept.
replay-no-move = This is a replay: nothing can be moved.
verdict-fair = Checked: fair
verdict-unfair = Not fair
verdict-damaged = This file can't be trusted: { $why }
verdict-all = { $entries } signed entries, { $turns } turns: every signature, proof and rule was checked.
verdict-unfinished = The game is not finished: { $why }
verdict-player = { $name }, key { $key } …
verdict-names = Names are what players call themselves; the key is what signed.
verdict-result = { $name }: { $points }
verdict-players = Who played
verdict-here = What this machine knows
verdict-more = How it was checked

## A page of its own with a replay inside.

alone-note = This page tells what p2pgame found on the machine that made it; it cannot check signatures itself. The transcript is inside: save it, and check it with “p2pgame verify { $file }”.
alone-save = Save the transcript
