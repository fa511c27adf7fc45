"""Lets programs play at seats: agents, chess engines, others in any language."""

__all__: list[str] = []
