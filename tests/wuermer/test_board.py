"""
Start files and what they must be (spec/wuermer-rules.md 2 and 6).
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardhub.games.rules import Player
from boardhub.games.wuermer.board import BEISPIEL, BadBoard, Board, lines, read_board
from boardhub.games.wuermer.state import RULES, Wuermer

PLAYERS = [Player("rot"), Player("gelb")]

#: The start of the protocol document without its last line, comments and dots left out.
OF_THE_DOCUMENT = """
    12 13 7 4 200
    Hindernisse 4 2 5 2 9 2 9 3
    Eigene_Wuermer 2 11 2 12 2 13 4 11 4 12 4 13
    Gegnerische_Wuermer 3 11 3 12 3 13 5 11 5 12 5 13
"""

#: The small board of the worked win (spec/wuermer-rules.md 8.2).
SMALL = "5 6 3 2 50 Hindernisse Eigene_Wuermer 2 4 2 5 2 6 Gegnerische_Wuermer 4 4 4 5 4 6"


def data(words: str) -> list[str]:
    """A line for each word; the blank within one is written as ``_``."""
    return [word.replace("_", " ") for word in words.split()]


def start(head: str, obstacles: str, first: str, second: str) -> list[str]:
    """A start file: size, hole and limit, obstacles, and the worms of both."""
    words = f"{head} Hindernisse {obstacles} Eigene_Wuermer {first} Gegnerische_Wuermer {second}"
    return data(words)


def begun(file: Sequence[str]) -> Wuermer:
    """A game on this board; the first player is asked."""
    game = RULES.state(2, "seed", {"board": list(file)})
    game.begin(PLAYERS)
    return game


def read(rows: Sequence[str]) -> Board:
    """The board of these lines, each of them ended."""
    return read_board("".join(f"{row}\n" for row in rows))


def small(**changed: str) -> list[str]:
    """The small board with another head (``head``) or another list."""
    parts = {"head": "5 6 3 2 50", "obstacles": "", "first": "2 4 2 5 2 6", "second": "4 4 4 5 4 6"}
    return start(**{**parts, **changed})


def test_example() -> None:
    """``beispiel`` is what the protocol document spells out, in 40 lines."""
    assert BEISPIEL.width == 12
    assert BEISPIEL.height == 13
    assert BEISPIEL.hole == (7, 4)
    assert BEISPIEL.limit == 200
    assert BEISPIEL.obstacles == ((4, 2), (5, 2), (9, 2), (9, 3))
    assert BEISPIEL.worms == (
        (((2, 11), (2, 12), (2, 13)), ((4, 11), (4, 12), (4, 13))),
        (((3, 11), (3, 12), (3, 13)), ((5, 11), (5, 12), (5, 13))),
    )
    assert len(lines(BEISPIEL, 0)) == 40
    assert lines(BEISPIEL, 0) == data(OF_THE_DOCUMENT)


def test_the_second_player_is_told_the_worms_the_other_way_round() -> None:
    """Own and foreign lists are swapped, all before them is the same."""
    first, second = lines(BEISPIEL, 0), lines(BEISPIEL, 1)
    assert second[:14] == first[:14]
    assert second[14:] == data(
        "Eigene_Wuermer 3 11 3 12 3 13 5 11 5 12 5 13"
        " Gegnerische_Wuermer 2 11 2 12 2 13 4 11 4 12 4 13"
    )


def test_file_of_the_example() -> None:
    """The example can be read back from its own lines."""
    assert read(data(OF_THE_DOCUMENT)) == BEISPIEL


def test_no_obstacles() -> None:
    """The list of obstacles may be empty: the next word follows at once."""
    board = read(data(SMALL))
    assert board.obstacles == ()
    assert board == Board(
        5,
        6,
        (3, 2),
        50,
        (),
        ((((2, 4), (2, 5), (2, 6)),), (((4, 4), (4, 5), (4, 6)),)),
    )
    assert lines(board, 0) == data(SMALL)


def test_order_is_kept() -> None:
    """Obstacles and worms stay in the order of the file, in which worms are numbered."""
    file = small(
        obstacles="5 1 1 1 3 6",
        first="2 4 2 5 2 6 1 4 1 5 1 6",
        second="5 4 5 5 5 6 4 4 4 5 4 6",
    )
    board = read(file)
    assert board.obstacles == ((5, 1), (1, 1), (3, 6))
    assert [worm[0] for worm in board.worms[0]] == [(2, 4), (1, 4)]
    assert [worm[0] for worm in board.worms[1]] == [(5, 4), (4, 4)]
    assert begun(file).worms[0] == {1: ((2, 4), (2, 5), (2, 6)), 2: ((1, 4), (1, 5), (1, 6))}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends(end: str) -> None:
    """LF and CRLF both end lines, and the last line may do without."""
    text = end.join(data(OF_THE_DOCUMENT))
    assert read_board(text) == read_board(text + end) == BEISPIEL


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2 4 2 5 1 5", "4 4 4 5 5 5"),
        ("1 1 1 2 2 2", "5 6 4 6 4 5"),
        ("3 3 2 3 2 4", "3 4 3 5 3 6"),
    ],
)
def test_bent_worms(first: str, second: str) -> None:
    """A worm need not be straight nor stand at the bottom, and may touch the other's."""
    assert len(read(small(first=first, second=second)).worms[0]) == 1


@pytest.mark.parametrize(
    "head",
    ["3 6 3 2 50", "99 6 3 2 50", "5 99 3 2 50", "99 99 3 2 50", "5 6 3 2 1", "5 6 3 2 9999"],
)
def test_least_and_most(head: str) -> None:
    """Sides of 3 to 99 fields, 1 to 9999 turns each."""
    file = small(head=head, first="1 4 1 5 1 6", second="3 4 3 5 3 6")
    board = read(file)
    told = (board.width, board.height, *board.hole, board.limit)
    assert " ".join(map(str, told)) == head


def test_three_by_three() -> None:
    """The least board has room for two worms and a hole."""
    board = read(start("3 3 2 2 1", "", "1 1 1 2 1 3", "3 1 3 2 3 3"))
    assert (board.width, board.height) == (3, 3)


@pytest.mark.parametrize(
    "head",
    [
        "2 6 2 2 50",
        "100 6 3 2 50",
        "5 100 3 2 50",
        "0 6 3 2 50",
        "5 0 3 2 50",
        "-5 6 3 2 50",
        "5 6 3 2 0",
        "5 6 3 2 10000",
        "5 6 3 2 -1",
        "5 6 0 2 50",
        "5 6 6 2 50",
        "5 6 3 0 50",
        "5 6 3 7 50",
        "5 6 -3 2 50",
        f"5 6 3 2 {'9' * 5000}",
    ],
)
def test_out_of_range(head: str) -> None:
    """A size or limit out of its range, or a hole off the board, makes no board."""
    with pytest.raises(BadBoard):
        read(small(head=head, first="1 4 1 5 1 6", second="2 4 2 5 2 6"))


def test_height_of_two() -> None:
    """Two rows are too few."""
    with pytest.raises(BadBoard):
        read(start("9 2 5 1 50", "", "1 1 2 1 3 1", "7 1 8 1 9 1"))


@pytest.mark.parametrize(
    "obstacles",
    [
        "0 1",
        "6 1",
        "1 0",
        "1 7",
        "3 2",
        "1 1 1 1",
        "1 1 5 5 1 1",
        "2 4",
        "2 6",
        "4 5",
        "1",
        "1 1 2",
    ],
)
def test_bad_obstacles(obstacles: str) -> None:
    """Obstacles are whole fields on the board, apart from each other, the hole and all worms."""
    with pytest.raises(BadBoard):
        read(small(obstacles=obstacles))


@pytest.mark.parametrize(
    "worm",
    [
        "2 6 2 7 2 8",
        "1 4 0 4 0 5",
        "2 1 2 0 1 0",
        "2 4 2 4 2 5",
        "2 4 2 5 2 5",
        "2 4 2 5 2 4",
        "2 4 1 5 1 6",
        "2 4 2 5 1 6",
        "2 3 2 5 2 6",
        "2 3 2 4 2 6",
        "5 1 1 2 1 3",
        "3 2 2 2 1 2",
        "3 1 3 2 3 3",
        "3 4 3 3 3 2",
        "4 4 3 4 2 4",
        "3 5 4 5 5 5",
        "4 6 3 6 2 6",
        "4 4 4 5 4 6",
        "2 4 2 5",
        "2 4 2 5 2",
        "",
        "2 4 2 5 2 6 1 4",
        "2 4 2 5 2 6 1 4 1 5 1 6",
    ],
)
@pytest.mark.parametrize("side", ["first", "second"])
def test_bad_worms(worm: str, side: str) -> None:
    """
    A worm is three fields on the board, each beside the former, apart from
    the hole and all other worms; both sides have as many.
    """
    other = {"first": "second", "second": "first"}[side]
    with pytest.raises(BadBoard):
        read(small(**{side: worm, other: "4 4 4 5 4 6"}))


def test_no_worms() -> None:
    """Each side has at least one worm."""
    with pytest.raises(BadBoard):
        read(small(first="", second=""))


def test_own_worms_do_not_overlap() -> None:
    """Two worms of one side share no field either."""
    with pytest.raises(BadBoard):
        read(small(first="2 4 2 5 2 6 1 5 2 5 3 5", second="4 4 4 5 4 6 5 4 5 5 5 6"))


@pytest.mark.parametrize("row", range(40))
def test_a_line_too_few_or_too_many(row: int) -> None:
    """No line can be left out or said twice, and the file cannot end before its end."""
    rows = data(OF_THE_DOCUMENT)
    for broken in (rows[:row] + rows[row + 1 :], rows[: row + 1] + rows[row:], rows[:row]):
        with pytest.raises(BadBoard):
            read(broken)


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (0, "x"),
        (0, "5.0"),
        (0, "+5"),
        (0, "5 6"),
        (0, "0x5"),
        (0, "\N{FULLWIDTH DIGIT FIVE}"),
        (0, "\N{ARABIC-INDIC DIGIT FIVE}"),
        (1, ""),
        (4, "1_0"),
        (5, "hindernisse"),
        (5, "Hindernis"),
        (5, "Eigene Wuermer"),
        (6, "Gegnerische Wuermer"),
        (6, "Eigene W\N{LATIN SMALL LETTER U WITH DIAERESIS}rmer"),
        (6, "Eigene  Wuermer"),
        (13, "Eigene Wuermer"),
        (13, "Erster"),
        (19, "Erster"),
        (7, "vier"),
    ],
)
def test_other_words(row: int, line: str) -> None:
    """Numbers are ASCII digits, the words are the document's to the letter."""
    rows = data(SMALL)
    rows[row] = line
    with pytest.raises(BadBoard):
        read(rows)


@pytest.mark.parametrize("line", ["Erster", "Zweiter", "1", "Ende"])
def test_nothing_follows(line: str) -> None:
    """The line that says who begins is no part of the file, nor is anything else."""
    with pytest.raises(BadBoard):
        read([*data(SMALL), line])


def test_words_in_another_order() -> None:
    """The lists come in the order of the document."""
    rows = data(SMALL)
    with pytest.raises(BadBoard):
        read([*rows[:5], *rows[6:], "Hindernisse"])
    with pytest.raises(BadBoard):
        read([*rows[:6], *rows[13:], *rows[6:13]])


def test_comments_of_the_document_are_no_data() -> None:
    """The explanations between the document's lines do not belong into a file."""
    rows = data(SMALL)
    with pytest.raises(BadBoard):
        read([rows[0], "    Breite der Welt", *rows[1:]])


@pytest.mark.parametrize("text", ["", "\n", "\r\n", "\0", "Hindernisse\n"])
def test_no_start_file(text: str) -> None:
    """What is no start file at all is refused as one."""
    with pytest.raises(BadBoard):
        read_board(text)


def test_a_game_with_a_bad_board() -> None:
    """A game cannot be made on a board that cannot be."""
    with pytest.raises(BadBoard):
        RULES.state(2, "seed", {"board": small(obstacles="3 2")})


def test_on_the_board() -> None:
    """Fields count from 1 to the width and to the height."""
    board = read(data(SMALL))
    inside = [(x, y) for x in range(-1, 9) for y in range(-1, 9) if board.holds((x, y))]
    assert inside == [(x, y) for x in range(1, 6) for y in range(1, 7)]


@pytest.mark.parametrize(
    ("row", "line", "where"),
    [
        (0, "x", "1"),
        (4, "0", "5"),
        (5, "Hinderniss", "6"),
        (6, "6", "7"),
        (7, "0", "8"),
        (9, "9", "10"),
        # An obstacle on the hole, then a middle and a tail that are not beside the part before.
        (6, "3", "[78]"),
        (11, "4", "1[23]"),
        (20, "1", "2[12]"),
    ],
)
def test_where_it_is_wrong(row: int, line: str, where: str) -> None:
    """The text of the error names the line, from 1; either of a field's two."""
    rows = small(obstacles="1 2")
    rows[row] = line
    with pytest.raises(BadBoard, match=rf"\bline {where}\b"):
        read(rows)
