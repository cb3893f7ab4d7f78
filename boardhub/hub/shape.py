"""
What a record of each kind has, and of what sort it is: whoever has read a
journal may trust in that, whatever somebody has done to the file. Whether it
is true is another matter (`boardhub.hub.replay`).

Kinds and fields that are not known here are let pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any, Final, TypeAlias

Is: TypeAlias = Callable[[Any], bool]

#: Seats that a match may have.
SEATS_MOST: Final = 256

#: Times and amounts are less than this, in any unit.
NUMBER_MOST: Final = 1e15

_SCORE: Final = re.compile(r"-?\d{1,30}(\.\d{1,30}|/[1-9]\d{0,29})?", re.ASCII)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _word(value: Any) -> bool:
    """A text that is shown as it is."""
    return isinstance(value, str) and value.isprintable()


def _whole(value: Any) -> bool:
    return type(value) is int and abs(value) < NUMBER_MOST


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < NUMBER_MOST


def _span(value: Any) -> bool:
    return _number(value) or value == inf


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _seat(value: Any) -> bool:
    return type(value) is int and 0 <= value < SEATS_MOST


def _seats(value: Any) -> bool:
    return type(value) is int and 1 <= value <= SEATS_MOST


def _score(value: Any) -> bool:
    return isinstance(value, str) and _SCORE.fullmatch(value) is not None


def _moment(value: Any) -> bool:
    """A time of day with its zone, which is one in UTC, too."""
    try:
        return datetime.fromisoformat(value).astimezone(UTC).tzinfo is not None and _word(value)
    except (TypeError, ValueError, OverflowError):
        return False


def _move(value: Any) -> bool:
    return isinstance(value, list) and value != [] and _word(value[0])


def _or_null(each: Is) -> Is:
    return lambda value: value is None or each(value)


def _list_of(each: Is) -> Is:
    return lambda value: isinstance(value, list) and all(map(each, value))


def _row(*cells: Is) -> Is:
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(cells)
        and all(fits(cell) for fits, cell in zip(cells, value, strict=True))
    )


def _fields(needed: Mapping[str, Is], **perhaps: Is) -> Is:
    return lambda value: isinstance(value, dict) and _wrong(value, needed, perhaps) is None


def _wrong(
    value: Mapping[str, Any], needed: Mapping[str, Is], perhaps: Mapping[str, Is]
) -> str | None:
    """The first field that is missing, or is not what it should be."""
    for name, fits in needed.items():
        if name not in value or not fits(value[name]):
            return name
    return next(
        (name for name in perhaps if name in value and not perhaps[name](value[name])), None
    )


_LIMITS: Final = _fields(
    {"timeout": _span}, match=_span, start=_span, away=_or_null(_span), least=_whole
)

_END: Final = _fields(
    {}, over=_text, exit=_whole, signal=_whole, cpu=_number, memory=_number, text=_text
)

_LINES: Final = _list_of(_row(_number, _text))

_REPORT: Final = _fields(
    {},
    program=_text,
    end=_or_null(_END),
    stderr=_text,
    unfinished=_text,
    heard=_LINES,
    said=_LINES,
)

#: What each kind has.
_NEEDED: Final[Mapping[str, Mapping[str, Is]]] = {
    "match": {
        "game": _word,
        "rules": _whole,
        "boardhub": _word,
        "name": _text,
        "seats": _seats,
        "options": _object,
        "limits": _LIMITS,
        "seed": _text,
        "made": _moment,
    },
    "seat": {"seat": _seat, "what": _word},
    "begin": {"players": _list_of(_row(_text, _object))},
    "move": {
        "prompt": _whole,
        "seat": _or_null(_seat),
        "move": _move,
        "asked": _number,
        "answered": _number,
        "hub": _number,
    },
    "leave": {"seat": _seat, "reason": _word},
    "refused": {"seat": _seat, "code": _whole, "line": _text},
    "restart": {"when": _word},
    "end": {
        "reason": _word,
        "scores": _or_null(_list_of(_score)),
        "seats": _list_of(_or_null(_word)),
        "reports": _list_of(_or_null(_REPORT)),
    },
}

#: What each kind may have.
_PERHAPS: Final[Mapping[str, Mapping[str, Is]]] = {
    "match": {"python": _word, "standing": _truth, "public": _truth},
    "seat": {"name": _text, "facts": _object, "program": _text, "reason": _word, "code": _word},
    "begin": {"programs": _list_of(_row(_seat, _text)), "absent": _list_of(_row(_seat, _word))},
    "move": {"late": _truth, "absent": _truth},
    "leave": {"code": _word},
}

#: What a coming or going has beside, by what it is.
_OF_SEAT: Final[Mapping[str, Mapping[str, Is]]] = {
    "taken": {"name": _text, "facts": _object},
    "absent": {"reason": _word},
}


#: Fields that name a seat, or have a value for each.
_PER_SEAT: Final = ("seat", "seats", "players", "scores", "reports", "absent")


def flaw(record: Mapping[str, Any], seats: int | None) -> str | None:
    """
    The field by which a record is not one of its kind, in a match of so many
    seats (None: it is not known of how many); None: it is.
    """
    kind = record["record"]
    needed = _NEEDED.get(kind)
    if needed is None:
        return None
    wrong = _wrong(record, {**needed, "at": _number}, _PERHAPS.get(kind, {}))
    if wrong is None and kind == "seat":
        wrong = _wrong(record, _OF_SEAT.get(record["what"], {}), {})
    if wrong is None and kind != "match" and seats is not None:
        wrong = next(
            (name for name in _PER_SEAT if not _is_for(record.get(name), name, seats)), None
        )
    return wrong


def _is_for(value: Any, name: str, seats: int) -> bool:
    """Whether a field that speaks of seats speaks of those that there are."""
    match value:
        case int() if name == "seat":
            return value < seats
        case list() if name == "absent":
            return all(seat < seats for seat, _ in value)
        case list():
            return len(value) == seats
    return True
