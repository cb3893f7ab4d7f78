"""The pages under docs/ are true: tables, session, options, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from boardhub.games.burg import passages, scoring
from boardhub.games.burg.actions import ACTIONS, BY_NAME, KING, Action
from boardhub.games.burg.board import Board, square
from boardhub.games.burg.castles import BLOCKS
from boardhub.games.burg.stacks import STACKS
from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.genes import GENES
from boardhub.options import Options
from boardhub.protocols.burg import GAME as BURG_GAME
from boardhub.protocols.burg_faults import WORDING
from boardhub.protocols.ur_faults import LobbyFault
from boardhub.testing import MemoryHub
from tests.burg.positions import board
from tests.test_transcripts_burg import CHECKS
from tests.transcript import Scene, perform, read
from tests.ursuppe.scene import lay

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
URSUPPE = (ROOT / "docs" / "ursuppe.md").read_text()
BURG = (ROOT / "docs" / "burg.md").read_text()


#: What is told before the table: these come before an action's own checks.
BEFORE = {1001, 1016, 1022, 1027, 1031}


def rows(page: str, begin: str, end: str) -> list[list[str]]:
    """The cells of a table between two marks, without its head."""
    table = page[page.index(begin) : page.index(end)]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def drawing(page: str, begin: str) -> str:
    """The lines of the first block behind a mark."""
    block = page[page.index(begin) :].split("```")[1]
    return block.strip("\n")


def perform_session(page: str, directory: Path, lay: Callable[[Sequence[str]], Scene]) -> None:
    """Play the one session on a page."""
    (session,) = re.findall(r"```transcript\n(.*?)```", page, re.DOTALL)
    path = directory / "session.txt"
    path.write_text(session)
    perform(read(path), lay)


def test_error_table() -> None:
    """Every error number of the protocol has its row, with the text that is sent."""
    texts = {int(fault): fault.text for faults in (LobbyFault, Fault) for fault in faults}
    assert rows(URSUPPE, "<!-- errors", "<!-- end of errors") == [
        [str(number), texts[number]] for number in range(1, 39)
    ]


def test_gene_table() -> None:
    """The genes are described as the game has them."""
    told = rows(URSUPPE, "<!-- genes", "<!-- end of genes")
    assert [row[:6] for row in told] == [
        [
            f"{gene.number} {gene.name}",
            str(gene.price),
            str(gene.mutation),
            f"{gene.copies_3}/{gene.copies_4}",
            " or ".join(map(str, gene.predecessors)) or "-",
            str(gene.score),
        ]
        for gene in GENES
    ]


def test_session_is_what_happens(tmp_path: Path) -> None:
    """The commented session on the page is played, line by line."""
    perform_session(URSUPPE, tmp_path, lay)


def test_burg_session_is_what_happens(tmp_path: Path) -> None:
    """So is that of the castle game; its cards are those of the seed of a hub in memory."""
    perform_session(BURG, tmp_path, lambda _: Scene(MemoryHub(BURG_GAME)))


def test_burg_error_table() -> None:
    """Every error number has its row, with the text that is sent."""
    told = rows(BURG, "<!-- errors", "<!-- end of errors")
    assert [int(number) for number, _ in told] == list(range(1000, 1033))
    for number, text in told:
        assert WORDING.line(int(number)) == f"ERROR {number}: {text}"


def lines_of(action: Action) -> str:
    """The parameter lines of an action, as the table has them."""
    before = [*["KARTE"] * (action.card is not None), *["[FARBE]"] * (action is KING)]
    words = [*before, *["X", "Y"] * action.squares]
    return f"`{' '.join(words)}`" if words else "-"


def price_of(action: Action) -> str:
    """The action points or the card that an action costs."""
    return str(action.cost or "-") if action.card is None else f"card {action.card}"


def test_burg_action_table() -> None:
    """Every action has its row: parameters, points or card, and other names."""
    told = rows(BURG, "<!-- actions", "<!-- end of actions")
    assert [row[:4] for row in told] == [
        [
            f"`{action.name}`",
            lines_of(action),
            price_of(action),
            ", ".join(f"`{alias}`" for alias in action.aliases) or "-",
        ]
        for action in ACTIONS.values()
    ]


def test_burg_action_refusals() -> None:
    """Each action is refused by the numbers that the transcripts show, in their order."""
    for row in rows(BURG, "<!-- actions", "<!-- end of actions"):
        action = row[0].strip("`")
        told = [int(number) for number in re.findall(r"\b10\d\d\b", row[5])]
        shown = [number for number in CHECKS[action] if number not in BEFORE]
        assert told == [number for number, _ in groupby(shown)], action


def test_burg_actions_have_no_further_names() -> None:
    """Besides what the table says, card actions have one more name each, with `KARTE_`."""
    named = {name for action in ACTIONS.values() for name in (action.name, *action.aliases)}
    cards = {f"KARTE_{action.name}" for action in ACTIONS.values() if action.card is not None}
    assert set(BY_NAME) == named | cards


def test_burg_stacks() -> None:
    """The stacks of each number of players, and what is left in the supply."""
    assert rows(BURG, "<!-- stacks", "<!-- end of stacks") == [
        [
            str(seats),
            *[" ".join(map(str, stacks)) for stacks in years],
            str(BLOCKS - 8 - seats * sum(map(sum, years))),
        ]
        for seats, years in STACKS.items()
    ]


def test_burg_start_squares() -> None:
    """The board at the beginning is drawn as it is."""
    _, *drawn = drawing(BURG, "<!-- start squares").splitlines()
    assert "\n".join(drawn) == str(Board.at_start(2))


def test_burg_passage() -> None:
    """The knight of the drawing comes out where the page says, with and without the card."""
    drawn = board(drawing(BURG, "<!-- passage"))
    row = {square(x, 1): x for x in range(8)}
    source = square(1, 1)
    assert {row[e] for e in passages.exits(drawn, source) if e in row} == {0, 3, 6}
    assert {row[e] for e in passages.door_exits(drawn, source) if e in row} == {0, 3, 5, 6}


def test_burg_scoring() -> None:
    """The drawn year is counted as the page says."""
    drawn = board(drawing(BURG, "<!-- scoring"), 2)
    scores = [7, 1]
    scoring.count_year(drawn, scores, 2, [0, 1])
    assert scores == [22, 23]


def test_every_option_is_on_the_hosting_page() -> None:
    """Options of the daemon are documented, with their defaults, and no others."""
    told = {
        row[0].strip("`").split(" ")[0]: row[1].strip("`")
        for row in rows((ROOT / "docs" / "hosting.md").read_text(), "| option", "An option that")
    }
    options = Options()
    known = {f"--{name}": str(default) for name, _, default, *_ in options.optParameters}
    known |= {f"--{name}": "off" for name, *_ in options.optFlags}
    assert set(told) == {"--game", *known}
    for option, default in known.items():
        assert told[option] in (default, default.removesuffix(".0")), option


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Links to files and to headings on the same page exist."""
    text = page.read_text()
    headings = {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https:"):
            continue
        file, _, heading = target.partition("#")
        if file:
            assert (page.parent / file).exists(), target
        else:
            assert heading in headings, target
