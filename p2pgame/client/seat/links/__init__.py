"""The links of one seat: where they lead, how they are called, and that they last."""

__all__: list[str] = []
