"""Checks and tells finished games: transcripts, evidence, receipts, whole evenings.

A file is read in another process (``folders``, ``bounded``) unless it is our own.
``parted`` puts its parts together, ``checking`` verifies it, ``local_facts`` adds what
this machine knows, and ``findings`` says what came of it.  ``replaying`` tells the game
again.  Import the module that is needed: a seat that adds up its ``evening`` need not
load what reads strangers' files.
"""

__all__: list[str] = []
