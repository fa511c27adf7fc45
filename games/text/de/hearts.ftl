# Glossar: hearts Herz (das Spiel heißt Hearts), clubs Kreuz, to lead ausspielen.
hearts-goal = das Ziel sind 1 bis 1000 Punkte
hearts-points = Punkte { $points }
hearts-has-to-lead = du hast die Kreuz 2, und die spielt aus
hearts-not-the-leader = nur die Kreuz 2 spielt aus
