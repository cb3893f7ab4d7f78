"""
How a dialect words its errors: by numbers that programs may rely on, each
with a sentence for people.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from boardhub.protocols.game import Refusal

#: The sentence for a number that nobody has given one.
NO_SENTENCE = "Das geht hier nicht."


@frozen
class Wording:
    """
    The error lines of a dialect. ``form`` has places for ``code`` and
    ``text``; ``texts`` are the sentences; ``refusals`` what a connection is
    told that the link will not serve.
    """

    form: str
    texts: Mapping[int, str]
    refusals: Mapping[Refusal, tuple[int, str]]

    def line(self, code: int, text: str = "") -> str:
        """
        The line for an error, with its number's sentence or another. Any
        number has one, so that no refused line goes unanswered.
        """
        text = text or self.texts.get(code, NO_SENTENCE)
        return self.form.format(code=int(code), text=text)

    def refusal_line(self, why: Refusal) -> str:
        """The line for a peer that the link refuses."""
        code, text = self.refusals[why]
        return self.form.format(code=int(code), text=text)
