"""The ways through the soup, square by square (spec/ursuppe-rules.md 1.3)."""

from __future__ import annotations

#: Square -> where a step west, north, east, south leads; None: it is blocked.
WAYS = {
    (1, 0): (None, None, None, (1, 1)),
    (0, 1): (None, None, (1, 1), (0, 2)),
    (1, 1): ((0, 1), (1, 0), (2, 1), (1, 2)),
    (2, 1): ((1, 1), None, (3, 1), None),
    (3, 1): ((2, 1), None, (4, 1), (3, 2)),
    (4, 1): ((3, 1), None, None, (4, 2)),
    (0, 2): (None, (0, 1), (1, 2), (0, 3)),
    (1, 2): ((0, 2), (1, 1), None, (1, 3)),
    (3, 2): (None, (3, 1), (4, 2), (3, 3)),
    (4, 2): ((3, 2), (4, 1), None, (4, 3)),
    (0, 3): (None, (0, 2), (1, 3), (0, 4)),
    (1, 3): ((0, 3), (1, 2), (2, 3), (1, 4)),
    (2, 3): ((1, 3), None, (3, 3), (2, 4)),
    (3, 3): ((2, 3), (3, 2), (4, 3), (3, 4)),
    (4, 3): ((3, 3), (4, 2), None, None),
    (0, 4): (None, (0, 3), (1, 4), None),
    (1, 4): ((0, 4), (1, 3), (2, 4), None),
    (2, 4): ((1, 4), (2, 3), (3, 4), None),
    (3, 4): ((2, 4), (3, 3), None, None),
}
