"""Hypothesis without deadlines: machines are shared, and a promise is not a speed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("p2pgame", deadline=None)
settings.load_profile("p2pgame")
