"""What boardhub finds by the entry point."""

from boardhub.protocols.exhibit import Drawing
from boardhub.protocols.game import Game
from boardhub_nim.bots import RandomBot, StrongBot
from boardhub_nim.dialect import NimDialect
from boardhub_nim.rules import RULES

GAME = Game(
    rules=RULES,
    port=15010,
    dialect=NimDialect,
    bots={"random": RandomBot, "strong": StrongBot},
    drawing=Drawing("boardhub_nim", "nim.js"),
)
