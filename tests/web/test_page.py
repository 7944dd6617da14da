"""The page in Chromium with real engines. It takes minutes and needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from miai.go.notation.coordinates import from_vertex, to_vertex
from miai.go.notation.position import Position
from miai.go.records.sgf import parse_record
from miai.go.rules.plain import PlainGame
from miai.store.graph import GraphStore
from miai.web.uploads import MOST_BYTES
from tests.store.graph.made import GAME as GAME_OF_CARDS
from tests.store.graph.made import make_positions
from tests.twins.go_rules import playable_points
from tests.web.browser import Page, Server

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)

GAME = b"(;GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bob];B[ee];W[cc];B[gc];W[cg];B[gg](;W[ec])(;W[ce];B[ge]))"


@pytest.fixture
def sgf(tmp_path):
    (tmp_path / "game.sgf").write_bytes(GAME)
    return tmp_path / "game.sgf"


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 860}, accept_downloads=True)
    made = Page(context, server.address)
    yield made
    assert made.faults == []
    context.close()


def test_a_game_is_played_to_a_score(page):
    page.new_game(playouts=20)
    source = random.Random(7)
    for number in range(80):
        page.wait_for_turn("b")
        if page.tab.locator("[data-result]:visible").count():
            break
        position = Position.of(9, *([from_vertex(word, 9) for word in page.stones(color)] for color in "bw"))
        points = playable_points(PlainGame(position))
        if number < 30 and points:
            point = source.choice(points)
            before = page.stones("w")
            page.click(to_vertex(point))
            page.tab.wait_for_timeout(30)
            if not page.stones("w") - before and page.tab.locator(".player.turn .disc.b").count():
                continue  # forbidden by ko, which the position alone does not show
        else:
            page.press("Pass")
            page.tab.wait_for_timeout(100)
    page.tab.wait_for_selector("[data-result]")
    page.tab.wait_for_selector("text=Click a stone to mark")
    result = page.tab.locator("[data-result]").get_attribute("data-result")
    page.press("Accept")
    page.tab.wait_for_selector("text=Result:")
    record = parse_record(page.download())
    assert record.result == result
    assert len(record.moves()) > 20


def test_all_requests_go_to_this_machine(page, server):
    page.open_panel("Search")
    page.open_panel("Analyse")
    assert len(page.requests) > 5
    assert [url for url in page.requests if f"127.0.0.1:{server.port}" not in url and not url.startswith(("data:", "blob:"))] == []


def test_a_record_is_unchanged_after_opening_and_saving(page, sgf):
    page.upload(sgf)
    page.wait_for_message("6 moves")
    page.tab.keyboard.press("End")
    page.wait_for_stone("E7", "w")
    data = page.download()
    again = parse_record(data)
    assert again.moves() == parse_record(GAME).moves()
    sgf.with_name("again.sgf").write_bytes(data)
    page.upload(sgf.with_name("again.sgf"))
    page.wait_for_message("again.sgf")
    assert page.download() == data
    assert page.tab.locator(".hint").count() == 0, "opening a file never starts analysis"


def test_a_record_is_opened_by_drag_and_drop(page):
    drop = """data => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([data], "dropped.sgf"));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));
    }"""
    page.tab.evaluate(drop, GAME.decode())
    page.wait_for_message("dropped.sgf")


def test_illegal_moves_are_refused_and_undo_and_resign_work(page):
    page.new_game(playouts=20)
    page.click("E5")
    page.wait_for_stone("E5", "b")
    page.wait_for_turn("b")
    page.click("E5")
    page.wait_for_message("there is a stone already")
    page.press("Undo")
    page.tab.wait_for_function("document.querySelectorAll('.stones circle').length === 0")
    page.press("Resign")
    page.answer("Resign the game")
    page.tab.wait_for_selector("text=White wins by resignation")


def test_with_handicap_stones_the_engine_begins(page):
    page.new_game(handicap=4, playouts=20)
    page.tab.wait_for_selector(".stones .w")
    assert page.stones("b") == {"C3", "G7", "C7", "G3"}


def test_analysis_shows_candidates_owners_and_a_variation_on_hover(page, sgf):
    page.upload(sgf)
    page.wait_for_message("6 moves")
    page.open_panel("Analyse")
    page.tab.keyboard.press("End")
    page.tab.locator(".q-toggle", has_text="Analyse").click()
    page.tab.wait_for_selector(".hint")
    best = page.tab.locator(".hint.best").get_attribute("data-hint")
    page.tab.mouse.move(*page.place(best))
    page.tab.wait_for_selector('[data-pv="1"]')
    page.tab.mouse.move(5, 5)
    page.tab.wait_for_selector('[data-pv="1"]', state="detached")
    page.tab.keyboard.press("o")
    page.tab.wait_for_selector(".owner", state="attached")
    page.tab.keyboard.press("h")
    page.tab.wait_for_selector(".hint", state="detached")
    assert page.tab.locator(".win-line").count() == 1, "the curve stays"
    page.open_panel("Search")
    page.tab.wait_for_selector(".graph .node")
    page.tab.wait_for_selector(".parts .p-rave", state="attached")
    page.open_panel("Analyse")
    page.tab.keyboard.press("h")
    page.tab.keyboard.press("a")
    page.tab.wait_for_selector(".lamp.ready")


def test_a_whole_game_is_analysed_in_the_background_and_saved(page, sgf):
    page.upload(sgf)
    page.wait_for_message("6 moves")
    page.open_panel("Analyse")
    page.tab.get_by_label("thoroughness").click()
    page.tab.locator(".q-menu .q-item", has_text="quick").click()
    page.press("Analyse the whole game")
    page.tab.wait_for_selector("[data-review]")
    page.tab.wait_for_selector("[data-review]", state="detached")
    assert page.tab.locator(".win-dot").count() == 7
    page.tab.locator(".variations .dot").nth(3).click()
    page.tab.wait_for_selector(".variations .dot.now")
    data = page.download()
    assert data.count(b"SBKV[") == 7 and data.count(b"miai: Black wins") == 7


def test_on_a_phone_taps_are_confirmed_and_the_page_fits_the_screen(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = Page(context, server.address)
    page.tab.touchscreen.tap(*page.place("C3"))
    page.tab.wait_for_selector('[data-pending="C3"]')
    assert page.stones("b") == set()
    page.tab.locator(".confirm .q-btn", has_text="Play Black C3").tap()
    page.wait_for_stone("C3", "b")
    for panel in ("Play", "Analyse", "Search"):
        page.open_panel(panel)
        assert page.tab.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth")
    assert page.faults == []
    context.close()


def test_a_reload_during_a_game_loses_nothing(page):
    page.new_game(playouts=20)
    page.click("E5")
    page.tab.wait_for_selector(".stones .w")
    page.wait_for_turn("b")
    before = page.stones("b"), page.stones("w")
    page.tab.reload()
    page.tab.wait_for_selector(".stones .w")
    assert (page.stones("b"), page.stones("w")) == before


def test_a_killed_engine_is_replaced_and_the_game_continues(page, server):
    page.new_game(playouts=20)
    page.click("E5")
    page.tab.wait_for_selector(".stones .w")
    page.wait_for_turn("b")
    for pid in server.engines():
        os.kill(pid, signal.SIGKILL)
    page.wait_for_message("The engine has stopped (ended by SIGKILL)")
    answered = page.stones("w")
    free = next(word for word in ("C3", "G7", "C7", "G3") if word not in answered)
    page.click(free)
    page.wait_for_stone(free, "b")
    page.tab.wait_for_function("document.querySelectorAll('.stones .w').length >= 2")


def test_two_users_play_two_games(browser, server):
    contexts = [browser.new_context() for _ in range(2)]
    one, two = (Page(context, server.address) for context in contexts)
    for page in (one, two):
        page.new_game(playouts=20)
    one.click("C3")
    two.click("G7")
    one.wait_for_stone("C3", "b")
    two.wait_for_stone("G7", "b")
    for page in (one, two):
        page.tab.wait_for_selector(".stones .w")
    assert one.stones("b") == {"C3"} and two.stones("b") == {"G7"}
    assert len(server.engines()) >= 2
    for context in contexts:
        context.close()


@pytest.mark.parametrize("data", [b"(;GM[1]SZ[19]" + b";B[aa]" * 3_500_000, b"(;" * (MOST_BYTES // 2)], ids=["20 MB", "deep"])
def test_a_hostile_record_is_refused_and_the_page_keeps_working(page, data, tmp_path):
    file = tmp_path / "evil.sgf"
    file.write_bytes(data)
    page.upload(file)
    page.wait_for_message("evil.sgf: ")
    page.new_game(playouts=20)
    page.click("E5")
    page.wait_for_stone("E5", "b")


def test_the_game_survives_a_restart_of_the_server(browser, tmp_path):
    server = Server(tmp_path)
    context = browser.new_context()
    page = Page(context, server.address)
    page.click("E5")
    page.wait_for_stone("E5", "b")
    time.sleep(0.5)
    port = server.port
    assert "Traceback" not in server.stop()
    server = Server(tmp_path, port)
    page.tab.wait_for_function("window.socket && window.socket.connected")
    page.wait_for_stone("E5", "b")
    page.tab.wait_for_selector(".stones .w")
    context.close()
    server.stop()


def test_other_machines_need_the_token(browser, tmp_path):
    server = Server(tmp_path, 0, "--host", "0.0.0.0")
    context = browser.new_context()
    tab = context.new_page()
    bare = f"http://127.0.0.1:{server.port}/"
    assert tab.goto(bare).status == 401
    page = Page(context, bare + server.address.partition("/?")[2].join(["?", ""]))
    assert "token" not in page.tab.url
    context.close()
    server.stop()


def test_the_page_describes_the_graph_on_disk_and_reports_a_broken_one(browser, tmp_path):
    with GraphStore(tmp_path / "go.graph") as store:
        store.add_positions(GAME_OF_CARDS, make_positions(1234, 1))
    (tmp_path / "broken.graph").write_bytes(b"nothing" * 5000)
    for name, sign in (("go.graph", "1,234 positions of earlier searches"), ("broken.graph", "Without a graph on disk")):
        server = Server(tmp_path / name[:2], 0, "--graph", str(tmp_path / name))
        context = browser.new_context()
        page = Page(context, server.address)
        page.open_panel("Search")
        page.tab.get_by_text(sign).first.wait_for()
        context.close()
        errors = server.stop()
        assert "Traceback" not in errors and errors.count("is not a graph of miai") == (name == "broken.graph")
