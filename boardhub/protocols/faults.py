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


#: What a connection is told that the link will not serve.
REFUSALS: Mapping[Refusal, str] = {
    Refusal.CONNECTIONS: "Zu viele Verbindungen, später noch einmal.",
    Refusal.LINE_TOO_LONG: "Die Zeile ist zu lang.",
    Refusal.FLOOD: "Zu viele Zeilen in zu kurzer Zeit.",
}

#: What somebody in a lobby is told who has said nothing for too long.
IDLE = "Zu lange nichts gehört, bitte neu verbinden."


@frozen
class Wording:
    """
    The error lines of a dialect. ``form`` has places for ``code`` and
    ``text``; ``texts`` are the sentences; ``refusals`` the numbers for a
    connection that the link will not serve, ``late`` that for lateness.
    """

    form: str
    texts: Mapping[int, str]
    refusals: Mapping[Refusal, int]
    late: int

    def line(self, code: int, text: str = "") -> str:
        """
        The line for an error, with its number's sentence or another. Any
        number has one, so that no refused line goes unanswered.
        """
        text = text or self.texts.get(code, NO_SENTENCE)
        return self.form.format(code=int(code), text=text)

    def refusal_line(self, why: Refusal) -> str:
        """The line for a peer that the link refuses."""
        return self.line(self.refusals[why], REFUSALS[why])

    def idle_line(self) -> str:
        """The last line for who has said nothing in the lobby for too long."""
        return self.line(self.late, IDLE)

    def late_line(self) -> str:
        """The line for a player whose time has run out."""
        return self.line(self.late)
