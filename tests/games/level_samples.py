"""One level in every notation in which people have levels, and as a table has it."""

from __future__ import annotations

#: As the rules know it.
LEVEL = "level 1\ngrid\n  A..B\n  .C..\n  CDA.\n  D.B.\n"

#: The same, as solvers, packs, editors and programs write it.
SAMPLES = {
    "rows": "A..B\n.C..\nCDA.\nD.B.\n",
    "no line end": "A..B\n.C..\nCDA.\nD.B.",
    "small letters": "a..b\n.c..\ncda.\nd.b.\n",
    "small letters that are others": "A..B\n.a..\nabA.\nb.B.\n",
    "a pair in two cases": "A..B\n.C..\ncda.\nd.b.\n",
    "lines of Windows": "A..B\r\n.C..\r\nCDA.\r\nD.B.\r\n",
    "lines of an old Mac": "A..B\r.C..\rCDA.\rD.B.\r",
    "a mark of byte order": "\ufeffA..B\n.C..\nCDA.\nD.B.\n",
    "indented, with blanks behind": "  A..B  \n  .C..\n  CDA.\n  D.B.\n\n\n",
    "a size above": "4 4\nA..B\n.C..\nCDA.\nD.B.\n",
    "a size and an empty line": "4 4\n\nA..B\n.C..\nCDA.\nD.B.\n",
    "a size of one number": "4\nA..B\n.C..\nCDA.\nD.B.\n",
    "a size with x": "4x4\nA..B\n.C..\nCDA.\nD.B.\n",
    "a size in words": "size: 4x4\nA..B\n.C..\nCDA.\nD.B.\n",
    "a size and a count": "4 4 4\nA..B\n.C..\nCDA.\nD.B.\n",
    "width and height": "width=4\nheight=4\n\nA..B\n.C..\nCDA.\nD.B.\n",
    "its number above": "1\nA..B\n.C..\nCDA.\nD.B.\n",
    "comments": "; one\n// two\n# a third one\nA..B\n.C..\nCDA.\nD.B.\n",
    "zeros": "A00B\n0C00\nCDA0\nD0B0\n",
    "underscores": "A__B\n_C__\nCDA_\nD_B_\n",
    "minus signs": "A--B\n-C--\nCDA-\nD-B-\n",
    "stars": "A**B\n*C**\nCDA*\nD*B*\n",
    "plus signs, without bridges": "A++B\n+C++\nCDA+\nD+B+\n",
    "blanks": "A  B\n C  \nCDA \nD B \n",
    "blanks that an editor cut": "A  B\n C\nCDA\nD B\n",
    "blanks below a size": "4 4\nA  B\n C\nCDA\nD B\n",
    "marks apart": "A . . B\n. C . .\nC D A .\nD . B .\n",
    "marks far apart": "a  -  -  b\n-  c  -  -\nc  d  a  -\nd  -  b  -\n",
    "tabs": "A\t.\t.\tB\n.\tC\t.\t.\nC\tD\tA\t.\nD\t.\tB\t.\n",
    "bars": "|A|.|.|B|\n|.|C|.|.|\n|C|D|A|.|\n|D|.|B|.|\n",
    "digits": "1..2\n.3..\n341.\n4.2.\n",
    "digits and zeros": "1002\n0300\n3410\n4020\n",
    "numbers": "1 0 0 2\n0 3 0 0\n3 4 1 0\n4 0 2 0\n",
    "numbers with commas": "1,0,0,2\n0,3,0,0\n3,4,1,0\n4,0,2,0\n",
    "cells of a spreadsheet": "A,,,B\n,C,,\nC,D,A,\nD,,B,\n",
    "a list of texts": '["A..B",\n ".C..",\n "CDA.",\n "D.B."]\n',
    "a list of lists": "[\n  [1, 0, 0, 2],\n  [0, 3, 0, 0],\n  [3, 4, 1, 0],\n"
    "  [4, 0, 2, 0]\n]\n",
    "one line": "a..b/.c../cda./d.b.",
    "a pack": "4,0,1,4;0,1,2,6,10;3,7,11,15,14;5,9,8;9,13,12\n",
    "our own": "level 1\ngrid\n  A..B\n  .C..\n  CDA.\n  D.B.\n",
    "our own in small letters": "level 1\ngrid\n  a..b\n  .c..\n  cda.\n  d.b.\n",
}

#: Files with two levels, of which the second is LEVEL.
SEVERAL = {
    "an empty line": "AA\n..\n\nA..B\n.C..\nCDA.\nD.B.\n",
    "sizes": "# Copyright somebody\n\n2 2\nAA\n..\n\n4 4\nA..B\n.C..\nCDA.\nD.B.\n",
    "numbers": "1\nAA\n..\n2\nA..B\n.C..\nCDA.\nD.B.\n",
    "titles": "Level 1\nAA\n..\nLevel 2\nA..B\n.C..\nCDA.\nD.B.\n",
    "signs": "AA\n..\n---\nA..B\n.C..\nCDA.\nD.B.\n",
    "a pack": "2,0,1,1;0,1\n4,0,2,4;0,1,2,6,10;3,7,11,15,14;5,9,8;9,13,12\n",
    "our own": "level a\ngrid\n  AA\n  ..\n"
    "level b\ngrid\n  A..B\n  .C..\n  CDA.\n  D.B.\n",
}
