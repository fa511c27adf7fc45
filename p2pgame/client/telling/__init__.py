"""Tells a game in messages, and its table in sentences or as a drawing."""

__all__: list[str] = []
