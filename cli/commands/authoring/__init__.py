"""Commands for authors of games and of programs that play."""

__all__: list[str] = []
