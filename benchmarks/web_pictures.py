"""Pictures of the web board for the documentation: `python -m benchmarks.web_pictures`. Needs Chromium and the extra `test`.

Each picture is taken from a real page with a real engine. The numbers of the engine differ a little between runs.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from miai.core.machine import find_program
from tests.web.browser import Page, Server, chromium

FOLDER = Path(__file__).parent.parent / "docs" / "web"
COLOURS = 256
"""Colours of a picture: as many as a byte can name make the file a third as long, and nobody sees it."""
GAME = (
    b"(;GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bob]RE[B+R];B[ee];W[ge];B[gf];W[fe];B[ef];W[ff];B[fg];W[gg];B[hf];W[eg];B[fh];W[he]"
    b"(;B[ed];W[fc];B[dg];W[gh];B[fd];W[gd];B[ec];W[fb];B[eb];W[hg])(;B[gh];W[hg];B[hh];W[dg]))"
)


def main() -> None:
    """Take all pictures."""
    path = find_program("chromium")
    assert path is not None, "needs Chromium"
    with chromium(path) as browser, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "state")
        game = Path(folder) / "game.sgf"
        game.write_bytes(GAME)
        take_play(_open(browser, server))
        take_analysis(_open(browser, server), game)
        take_search(_open(browser, server), game)
        take_phone(browser, server)
        server.stop()


def _open(browser: Any, server: Server, scheme: str = "light") -> Page:
    return Page(browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=scheme), server.address)


def _save(page: Page, name: str) -> None:
    page.tab.wait_for_timeout(700)
    page.tab.screenshot(path=FOLDER / f"{name}.png")
    with Image.open(FOLDER / f"{name}.png") as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)


def take_play(page: Page) -> None:
    """Take a picture of a game against the engine."""
    page.new_game(playouts=200)
    play_some(page, page.click)
    page.tab.mouse.move(640, 790)
    _save(page, "play")


def play_some(page: Page, play: Any, count: int = 6) -> None:
    """Play a few legal moves, each answered by the engine."""
    for _ in range(count):
        page.wait_for_turn("b")
        taken = page.stones("b") | page.stones("w")
        play(next(word for word in ("E5", "C6", "G3", "C3", "F7", "G6", "D3", "D7", "E7") if word not in taken))
        page.tab.wait_for_timeout(300)
    page.wait_for_turn("b")


def take_analysis(page: Page, game: Path) -> None:
    """Take pictures of an analysed game record, in the light and the dark theme."""
    page.upload(game)
    page.wait_for_message("moves")
    page.open_panel("Analyse")
    page.press("Analyse the whole game")
    page.tab.wait_for_selector("[data-review]")
    page.tab.wait_for_selector("[data-review]", state="detached", timeout=600_000)
    page.tab.keyboard.press("Home")
    for _ in range(12):
        page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("a")
    page.tab.wait_for_timeout(8000)
    page.tab.wait_for_selector(".q-notification", state="detached")
    page.tab.set_viewport_size({"width": 1360, "height": 1060})
    _save(page, "analyse")
    best = page.tab.locator(".hint.best").get_attribute("data-hint")
    page.tab.set_viewport_size({"width": 1280, "height": 800})
    page.tab.keyboard.press("d")
    page.tab.keyboard.press("o")
    page.tab.mouse.move(*page.place(best))
    _save(page, "dark")


def take_search(page: Page, game: Path) -> None:
    """Take a picture of the search graph."""
    page.upload(game)
    page.wait_for_message("moves")
    page.open_panel("Search")
    page.tab.keyboard.press("End")
    page.tab.wait_for_selector(".stones circle")
    page.tab.mouse.move(640, 20)
    page.tab.keyboard.press("a")
    page.tab.wait_for_timeout(25_000)
    page.tab.wait_for_selector(".q-notification", state="detached")
    page.tab.set_viewport_size({"width": 1280, "height": 1010})
    _save(page, "search")


def take_phone(browser: Any, server: Server) -> None:
    """Take a picture of a phone with a tap that waits for confirmation."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = Page(context, server.address)
    page.new_game(playouts=100)

    def play(vertex: str) -> None:
        page.tab.touchscreen.tap(*page.place(vertex))
        page.tab.locator(".confirm .q-btn", has_text="Play Black").tap()

    play_some(page, play, 3)
    taken = page.stones("b") | page.stones("w")
    page.tab.touchscreen.tap(*page.place(next(word for word in ("C3", "D3", "E2") if word not in taken)))
    page.tab.wait_for_selector("[data-pending]")
    _save(page, "phone")


if __name__ == "__main__":
    main()
