"""Verify a transcript and print who won: python who_won.py FILE"""

import sys

import p2pgame

try:
    checked = p2pgame.verify(sys.argv[1])
except p2pgame.ClientError as error:
    sys.exit(f"not verified: {error}")
most = max(checked.payoffs)
for player, payoff in zip(checked.players, checked.payoffs, strict=True):
    if payoff == most:
        print(f"{player.name} won {payoff} in {checked.game}")
