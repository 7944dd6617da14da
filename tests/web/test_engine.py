"""The engine's process: requests in, events out, and what it tells agrees with the search."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from miai.go.notation.coordinates import BLACK
from miai.go.player import Player, PlayerSettings
from miai.web.engine.position import bring_to
from miai.web.engine.process import Desk, Output
from miai.web.engine.report import tell
from tests.cli.terminal import environment_for

GAME = {"size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0, "black": [], "white": [], "first": 1, "moves": ["bE5", "wC3"]}


@pytest.fixture(scope="module")
def player() -> Player:
    made = Player(9, settings=PlayerSettings(playouts=600, early_stop=False))
    bring_to(made, GAME)
    made.look(BLACK)
    return made


def test_what_is_told_adds_up(player):
    told = tell(player, True, 77)
    assert json.loads(json.dumps(told)) == told
    assert (told["to_play"], told["speed"], len(told["owners"])) == (BLACK, 77, 81)
    visits = [row[2] for row in told["moves"]]
    assert visits == sorted(visits, reverse=True) and told["visits"] >= sum(visits)
    assert all(row[0] == row[3][0] for row in told["moves"]), "a line begins with its move"
    for part in told["graph"]["parts"]:
        assert sum(part[name][1] for name in ("playouts", "rave", "prior")) == pytest.approx(1.0, abs=0.001)


def test_the_graph_is_counted_as_a_walk_through_it_counts(player):
    told = tell(player, True, 0)["graph"]
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
    assert told["positions"] == len(seen)
    assert told["joined"] == sum(count > 1 for count in parents.values())
    assert told["tree"] == 1 + sum(parents.values())


def test_the_picture_holds_the_most_visited_moves_and_links_between_its_positions(player):
    graph = tell(player, True, 0)["graph"]
    known = {node["id"] for layer in graph["layers"] for node in layer}
    assert all(link[0] in known and link[1] in known for link in graph["links"])
    best = player.thinker.result().actions[0].text
    assert best in {link[2] for link in graph["links"] if link[0] == graph["layers"][0][0]["id"]}


def test_a_game_with_one_move_more_keeps_the_search_and_another_game_does_not(player):
    search = player.thinker.search
    bring_to(player, GAME | {"moves": [*GAME["moves"], "bG5"]})
    assert player.thinker.search is search and len(player.game.moves) == 3
    bring_to(player, GAME | {"komi": 0.5})
    assert player.thinker.search is None and player.game.rules.komi == 0.5
    bring_to(player, GAME)
    player.look(BLACK)


def test_only_the_limits_of_a_move_may_change_without_losing_the_graph(player):
    search = player.thinker.search
    player.change_settings(PlayerSettings(playouts=5, early_stop=False))
    assert player.thinker.search is search
    player.change_settings(PlayerSettings(playouts=5, early_stop=False, reuse=False))
    assert player.thinker.search is None
    player.change_settings(PlayerSettings(playouts=600, early_stop=False))
    player.look(BLACK)


def obey(desk: Desk, written: io.StringIO, **request: object) -> list[dict[str, object]]:
    """The events of one request."""
    written.truncate(0)
    written.seek(0)
    desk.obey(request)
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.fixture(scope="module")
def desk():
    written = io.StringIO()
    return Desk(Output(written), ["memory=8", "judge_playouts=50"]), written


def test_a_move_is_chosen_and_not_made(desk):
    events = obey(*desk, id=1, do="genmove", game=GAME, limits={"playouts": 50})
    assert events[-1]["event"] == "done" and events[-1]["id"] == 1
    assert events[-1]["move"] not in ("E5", "C3")
    assert len(desk[0].player.game.moves) == 2


def test_a_position_is_viewed_and_the_end_is_judged(desk):
    events = obey(*desk, id=2, do="view", game=GAME, limits={"playouts": 50})
    assert events[-1]["complete"] and events[-1]["telling"]["visits"] > 10
    assert set(obey(*desk, id=3, do="judge", game=GAME)[-1]) == {"event", "id", "dead", "seki"}


def test_analysis_ends_when_another_request_waits(desk):
    desk[0].waiting.put({"id": 5, "do": "stop"})
    events = obey(*desk, id=4, do="analyse", game=GAME)
    assert [event["event"] for event in events] == ["done"]
    assert obey(*desk, **desk[0].waiting.get())[-1] == {"event": "done", "id": 5}


@pytest.mark.parametrize(
    "request_, reason",
    [
        ({"do": "genmove", "game": GAME | {"moves": ["bE5", "wE5"]}}, "occupied"),
        ({"do": "genmove", "game": GAME | {"size": 99}}, "board size 99"),
        ({"do": "settings", "words": ["nonsense=1"]}, "there is no setting 'nonsense'"),
        ({"do": "dance"}, "internal error"),
    ],
)
def test_a_wrong_request_is_answered_in_one_line(desk, request_, reason):
    event = obey(*desk, id=9, **request_)[-1]
    assert event["event"] == "error" and reason in event["message"] and "\n" not in event["message"]


def test_settings_are_changed_and_told(desk):
    event = obey(*desk, id=6, do="settings", preset="default", words=["grouping=given", "group.groups=kills,saves,else"])[-1]
    assert ["grouping", "given"] in [row[:2] for row in event["parameters"]]
    assert desk[0].settings.memory == 8
    groups = obey(*desk, id=7, do="genmove", game=GAME, limits={"playouts": 60})[-1]["telling"]["graph"]["groups"]
    assert "else" in {row[0] for row in groups}
    obey(*desk, id=8, do="settings", preset="default", words=[])


def test_the_process_says_that_it_is_ready_and_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "miai.web.engine.process", "memory=8"],
        input="",
        env=environment_for(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    events = [json.loads(line)["event"] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and events[0] == "started" and events[-1] == "ready"
