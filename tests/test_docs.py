"""The pages under docs/ are true: tables, session, options, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardhub.games.ursuppe.errors import Fault
from boardhub.games.ursuppe.genes import GENES
from boardhub.options import Options
from boardhub.protocols.ur_session import LobbyFault
from tests.transcript import perform, read
from tests.ursuppe.scene import lay

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
URSUPPE = (ROOT / "docs" / "ursuppe.md").read_text()


def rows(page: str, begin: str, end: str) -> list[list[str]]:
    """The cells of a table between two marks, without its head."""
    table = page[page.index(begin) : page.index(end)]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


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
    (session,) = re.findall(r"```transcript\n(.*?)```", URSUPPE, re.DOTALL)
    path = tmp_path / "session.txt"
    path.write_text(session)
    perform(read(path), lay)


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
