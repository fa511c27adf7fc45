hearts-goal = the goal is 1 to 1000 points
hearts-points = points { $points }
hearts-has-to-lead = you have the 2 of clubs, which leads
hearts-not-the-leader = only the 2 of clubs leads
