"""The engine process: requests in, events out; its reports agree with the search."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from miai.go.notation.coordinates import BLACK
from miai.go.player import Player, PlayerSettings
from miai.web.engine.position import set_position
from miai.web.engine.process import EventWriter, RequestHandler
from miai.web.engine.report import report_search
from tests.cli.terminal import environment_for

GAME = {"size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0, "black": [], "white": [], "first": 1, "moves": ["bE5", "wC3"]}


@pytest.fixture(scope="module")
def player() -> Player:
    made = Player(9, settings=PlayerSettings(playouts=600, early_stop=False))
    set_position(made, GAME)
    made.look(BLACK)
    return made


def test_a_report_is_consistent(player):
    report = report_search(player, True, 77)
    assert json.loads(json.dumps(report)) == report
    assert (report["to_play"], report["speed"], len(report["owners"])) == (BLACK, 77, 81)
    visits = [row[2] for row in report["moves"]]
    assert visits == sorted(visits, reverse=True) and report["visits"] >= sum(visits)
    assert all(row[0] == row[3][0] for row in report["moves"]), "a line begins with its move"
    for part in report["graph"]["parts"]:
        assert sum(part[name][1] for name in ("playouts", "rave", "prior")) == pytest.approx(1.0, abs=0.001)


def test_the_counts_of_the_graph_agree_with_a_walk_through_it(player):
    report = report_search(player, True, 0)["graph"]
    search = player.thinker.search
    view, root = search.view(), int(search.graph.head.root)
    parents: dict[int, int] = {}
    waiting, seen = [root], {root}
    while waiting:
        for edge, _ in view.action_edges(waiting.pop()):
            if edge.visits > 0 and edge.child >= 0:
                parents[int(edge.child)] = parents.get(int(edge.child), 0) + 1
                if int(edge.child) not in seen:
                    seen.add(int(edge.child))
                    waiting.append(int(edge.child))
    assert report["positions"] == len(seen)
    assert report["joined"] == sum(count > 1 for count in parents.values())
    assert report["tree"] == 1 + sum(parents.values())


def test_the_picture_contains_the_most_visited_moves_and_no_loose_links(player):
    graph = report_search(player, True, 0)["graph"]
    known = {node["id"] for layer in graph["layers"] for node in layer}
    assert all(link[0] in known and link[1] in known for link in graph["links"])
    best = player.thinker.result().actions[0].text
    assert best in {link[2] for link in graph["links"] if link[0] == graph["layers"][0][0]["id"]}


def test_one_more_move_keeps_the_search_and_another_game_does_not(player):
    search = player.thinker.search
    set_position(player, GAME | {"moves": [*GAME["moves"], "bG5"]})
    assert player.thinker.search is search and len(player.game.moves) == 3
    set_position(player, GAME | {"komi": 0.5})
    assert player.thinker.search is None and player.game.rules.komi == 0.5
    set_position(player, GAME)
    player.look(BLACK)


def test_a_change_of_limits_keeps_the_graph_and_other_settings_do_not(player):
    search = player.thinker.search
    player.change_settings(PlayerSettings(playouts=5, early_stop=False))
    assert player.thinker.search is search
    player.change_settings(PlayerSettings(playouts=5, early_stop=False, reuse=False))
    assert player.thinker.search is None
    player.change_settings(PlayerSettings(playouts=600, early_stop=False))
    player.look(BLACK)


def handle(handler: RequestHandler, written: io.StringIO, **request: object) -> list[dict[str, object]]:
    """Return the events of one request."""
    written.truncate(0)
    written.seek(0)
    handler.handle(request)
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.fixture(scope="module")
def handler():
    written = io.StringIO()
    return RequestHandler(EventWriter(written), ["memory=8", "judge_playouts=50"]), written


def test_genmove_chooses_a_move_without_playing_it(handler):
    events = handle(*handler, id=1, kind="genmove", game=GAME, limits={"playouts": 50})
    assert events[-1]["kind"] == "done" and events[-1]["id"] == 1
    assert events[-1]["move"] not in ("E5", "C3")
    assert len(handler[0].player.game.moves) == 2


def test_a_position_is_evaluated_and_dead_stones_are_judged(handler):
    events = handle(*handler, id=2, kind="evaluate", game=GAME, limits={"playouts": 50})
    assert events[-1]["complete"] and events[-1]["report"]["visits"] > 10
    assert set(handle(*handler, id=3, kind="judge", game=GAME)[-1]) == {"kind", "id", "dead", "seki"}


def test_analysis_ends_when_another_request_waits(handler):
    handler[0].waiting.put({"id": 5, "kind": "stop"})
    events = handle(*handler, id=4, kind="analyse", game=GAME)
    assert [event["kind"] for event in events] == ["done"]
    assert handle(*handler, **handler[0].waiting.get())[-1] == {"kind": "done", "id": 5}


@pytest.mark.parametrize(
    "request_, reason",
    [
        ({"kind": "genmove", "game": GAME | {"moves": ["bE5", "wE5"]}}, "occupied"),
        ({"kind": "genmove", "game": GAME | {"size": 99}}, "board size 99"),
        ({"kind": "settings", "assignments": ["nonsense=1"]}, "unknown setting 'nonsense'"),
        ({"kind": "dance"}, "unknown request 'dance'"),
    ],
)
def test_an_invalid_request_gets_a_one_line_error(handler, request_, reason):
    event = handle(*handler, id=9, **request_)[-1]
    assert event["kind"] == "error" and reason in event["message"] and "\n" not in event["message"]


def test_settings_are_changed_and_returned(handler):
    event = handle(
        *handler, id=6, kind="settings", preset="default", assignments=["grouping=given", "group.groups=kills,saves,else"]
    )[-1]
    assert ["grouping", "given"] in [row[:2] for row in event["settings"]]
    assert handler[0].settings.memory == 8
    groups = handle(*handler, id=7, kind="genmove", game=GAME, limits={"playouts": 60})[-1]["report"]["graph"]["groups"]
    assert "else" in {row[0] for row in groups}
    handle(*handler, id=8, kind="settings", preset="default", assignments=[])


def test_the_process_reports_that_it_is_ready_and_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "miai.web.engine.process", "memory=8"],
        input="",
        env=environment_for(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    events = [json.loads(line)["kind"] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and events[0] == "started" and events[-1] == "ready"
