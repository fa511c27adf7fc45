"""A hub that holds tables for front ends, and the page that it serves."""

__all__: list[str] = []
