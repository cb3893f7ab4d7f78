"""
Words that open something: the password of a match, a player's secret. What is
kept of them does not give them away.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes
from typing import Any

from attrs import frozen

#: Bytes of chance in a lock: two with the same word differ.
_SALT = 16


@frozen
class Lock:
    """Opens with one word, which it does not hold."""

    salt: bytes
    digest: bytes

    def opens(self, word: str) -> bool:
        """Whether this is the word."""
        return compare_digest(self.digest, _digest(word, self.salt))

    def to_plain(self) -> list[str]:
        """As JSON has it."""
        return [self.salt.hex(), self.digest.hex()]


def lock(word: str | Lock | None) -> Lock | None:
    """A lock for this word, or the lock itself; none for no word."""
    if not word or isinstance(word, Lock):
        return word or None
    salt = token_bytes(_SALT)
    return Lock(salt, _digest(word, salt))


def from_plain(plain: Any) -> Lock:
    """
    The lock that `Lock.to_plain` has written.

    :raise ValueError: that is none.
    """
    try:
        salt, digest = map(bytes.fromhex, plain)
    except TypeError as error:
        raise ValueError(f"{plain!r} is no lock") from error
    return Lock(salt, digest)


def _digest(word: str, salt: bytes) -> bytes:
    return blake2b(word.encode("utf-8", "surrogatepass"), salt=salt, digest_size=32).digest()
