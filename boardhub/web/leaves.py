"""
Answers of one piece.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from twisted.web.http import Request
from twisted.web.resource import Resource
from twisted.web.server import Request as ServedRequest


class Leaf(Resource, ABC):
    """An answer of one piece."""

    isLeaf = True

    def render_HEAD(self, request: ServedRequest) -> bytes | int:
        """Status and headers of the same; nothing to throw away, which would be logged."""
        self.render_GET(request)
        return b""

    @abstractmethod
    def render_GET(self, request: ServedRequest) -> bytes | int:
        """The answer."""


class Plain(Leaf):
    """A short text with a status."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__()
        self._code = code
        self._text = text

    def render_GET(self, request: Request) -> bytes:
        """The text."""
        request.setResponseCode(self._code)
        request.setHeader(b"content-type", b"text/plain; charset=utf-8")
        return f"{self._text}\n".encode()

    def render(self, request: ServedRequest) -> bytes:
        """The same, whatever the method."""
        text = self.render_GET(request)
        return b"" if request.method == b"HEAD" else text
