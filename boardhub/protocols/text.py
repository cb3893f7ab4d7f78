"""
How the old line protocols write words, numbers and free text.
"""

from __future__ import annotations

import re
from unicodedata import category

#: What separates words.
BLANKS = " \t"

#: Categories of characters that are no text: controls, separators of lines and paragraphs.
_UNSPEAKABLE = frozenset(["Cc", "Zl", "Zp"])

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class Refused(Exception):
    """
    A line that is answered by an error of this number; nothing has changed.
    ``text`` stands in place of the number's own sentence.
    """

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(int(code))
        self.code = int(code)
        self.text = text


def split(line: str) -> tuple[str, str]:
    """The first word, and the rest without blanks around it."""
    word, blank, rest = line.strip(BLANKS).partition(" ")
    if "\t" in word:
        word, _, more = word.partition("\t")
        rest = more + blank + rest
    return word, rest.strip(BLANKS)


def parameters(rest: str) -> list[str]:
    """The words of a line after its first; any run of blanks separates."""
    return [each for each in rest.replace("\t", " ").split(" ") if each]


def number(text: str) -> int | None:
    """The value of up to nine ASCII digits, with or without a ``-``; None: no number."""
    return int(text) if _NUMBER.fullmatch(text) else None


def free_text(text: str, length: int) -> str:
    """
    Names and messages: cut by characters, control characters (an inner tab,
    too) and all that ends a line somewhere replaced by U+FFFD, blanks around
    it gone.
    """
    text = text.strip(BLANKS)
    if not text.isprintable():
        text = "".join("\ufffd" if category(each) in _UNSPEAKABLE else each for each in text)
    return text[:length].rstrip(BLANKS)
