"""A table before its game: guests, admission, reserved seats, what guests are told."""

__all__: list[str] = []
