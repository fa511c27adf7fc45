"""Commands for readers of transcripts: they check files, and tell games again."""

__all__: list[str] = []
