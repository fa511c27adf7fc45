"""Secrets that are good for one use, such as a nonce that is drawn beforehand."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Holds a secret until somebody takes it; shows nothing of it.

    It can be neither copied nor written to a file, where it would be good again.
    """

    __slots__ = ("_left",)

    def __init__(self, secret: T) -> None:
        self._left = [secret]

    def take(self) -> T:
        """Return the secret, of which nothing stays behind.

        Raises:
          ValueError: It was taken before.
        """
        try:
            return self._left.pop()  # one step, so that of two threads one fails
        except IndexError:
            raise ValueError("a secret for one use was used before") from None

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret for one use has no copy")
