"""What a player of one seat prepares, undoes and redoes before anybody else sees it."""

__all__: list[str] = []
