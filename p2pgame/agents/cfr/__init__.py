"""Solves small games for two by counterfactual regret minimisation, from their rules.

:func:`expand` walks a game's whole tree once and keeps its sequence form: the
information sets of both seats, and what each pair of their ways is worth.
:class:`Solver` iterates on it, :func:`exploitability` and :func:`value` say how good
the result is, and a :class:`Policy` is the file that it goes to, which
:mod:`.policy_player` plays.
"""

from .expansion import expand
from .measure import exploitability, value
from .policy import Policy
from .solver import Solver

__all__ = ["Policy", "Solver", "expand", "exploitability", "value"]
