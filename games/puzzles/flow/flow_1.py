"""The first version of flow, for tables and transcripts that began by its rules."""

from __future__ import annotations

from .flow import Flow


class Flow1(Flow):
    """The first version: a level has at most 12 rows and columns.

    Levels of Flow Free have up to 15, and so have those of the second version.
    """

    version = 1
    side = 12
