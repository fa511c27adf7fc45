"""A port that accepts links: which connections it takes, in what order, how many."""

__all__: list[str] = []
