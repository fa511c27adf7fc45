"""What can go wrong in the engine.

* IllegalMove   somebody asked for what the rules do not allow now
* RulesError    the rules themselves are broken: a fault of the game's author
"""


class IllegalMove(ValueError):
    """The rules do not allow this now; the state is unchanged.

    ``code`` is for programs, the message is a sentence for people.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class RulesError(Exception):
    """The rules of this game contradict themselves."""
