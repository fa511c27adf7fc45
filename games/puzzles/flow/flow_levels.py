"""This module has the levels of flow, for :mod:`p2pgame.tabletop.puzzles.levels`.

Two equal letters are points to join, ``+`` is a bridge, ``#`` a wall.  Each level
has exactly one solution that leaves no cell free.
"""

FLOW = """\
level first
grid
  A..B
  .C..
  CDA.
  D.B.

level five
grid
  A..AB
  B....
  C...C
  .....
  DE.ED

level bridge
grid
  .....
  .B+..
  CACD.
  ..D.B
  ....A

level bridges
grid
  ......
  .ED.DB
  ......
  .A+...
  .E..+C
  BC...A

level seven
grid
  A.....A
  B....BC
  C......
  ......D
  DE.....
  F....F.
  G...GE.

level eight
grid
  A......B
  C....CA.
  ........
  BD....DE
  ...FE...
  .G.....G
  ......FH
  H.......
"""
