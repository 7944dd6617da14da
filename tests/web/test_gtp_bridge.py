"""Other engines behind the page: the bridge to GTP with small engines that behave well or badly, and the parser of their analysis."""

from __future__ import annotations

import io
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from miai.arena.engines import parse_engine
from miai.web.engine import gtp_bridge
from miai.web.engine.gtp_analysis import parse_analysis, report_analysis
from miai.web.engine.gtp_bridge import GtpBridge
from miai.web.engine.process import EventWriter
from tests.needs import need_program

ENGINE = """
import sys, time
mode, size, log = sys.argv[1], 9, []
commands = "protocol_version name version list_commands boardsize clear_board komi play genmove quit set_free_handicap"
if mode == "analyst": commands += " kata-analyze"
if mode == "old": commands = commands.replace("genmove", "think")
for line in sys.stdin:
    words = line.split()
    answer = ""
    if not words: continue
    if words[0] == "list_commands": answer = commands.replace(" ", "\\n")
    elif words[0] == "protocol_version": answer = "1" if mode == "version" else "2"
    elif words[0] == "name": answer = "Toy"
    elif words[0] == "version": answer = "1.0"
    elif words[0] in ("play", "clear_board", "set_free_handicap"): log.append(" ".join(words))
    elif words[0] == "genmove":
        if mode == "dies": sys.exit("out of luck")
        if mode == "hangs": time.sleep(1000)
        answer = {"nonsense": "over there", "resigns": "resign"}.get(mode, "E5")
        if mode == "log": print(" / ".join(log), file=open(sys.argv[2], "w"), flush=True)
    elif words[0] == "kata-analyze":
        print("=", flush=True)
        for visits in (10, 20, 500):
            print(f"info move D4 visits {visits} winrate 0.6 scoreLead 3.5 order 0 pv D4 E5 info move E5 visits 1 winrate 0.4 pv E5",
                  flush=True)
        sys.stdin.readline()
        print(flush=True)
        continue
    print("= " + answer + "\\n", flush=True)
"""


@pytest.fixture
def bridge(tmp_path, request):
    """Return a function that makes a bridge to the engine in one of its modes."""
    file = tmp_path / "engine.py"
    file.write_text(ENGINE)
    made: list[GtpBridge] = []

    def make(mode: str) -> GtpBridge:
        spec = parse_engine(f"{sys.executable} {file} {mode} {tmp_path / 'log'}", None, "Toy")
        made.append(GtpBridge(spec, EventWriter(io.StringIO())))
        return made[-1]

    yield make
    for each in made:
        each.close()


def position(*moves: str, to_play: int = 1, black: tuple[str, ...] = (), white: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a game in the format of requests."""
    start: dict[str, Any] = {"size": 9, "rules": "chinese", "komi": 7.5, "handicap": len(black), "first": 1}
    return start | {"black": list(black), "white": list(white), "moves": list(moves), "to_play": to_play}


def ask(bridge: GtpBridge, kind: str, game: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Send a request and return the last event."""
    bridge.output = EventWriter(stream := io.StringIO())
    bridge.handle({"kind": kind, "id": 3, "game": game, **more})
    return json.loads(stream.getvalue().splitlines()[-1])


def test_an_engine_gets_the_moves_and_answers(bridge, tmp_path):
    made = bridge("log")
    assert ask(made, "genmove", position("bC3", "wG7"))["move"] == "E5"
    assert made.version == "Toy 1.0"
    assert (tmp_path / "log").read_text().strip() == "clear_board / play black C3 / play white G7"
    ask(made, "genmove", position("bC3", "wG7", "bE5", "wD4"))
    assert (tmp_path / "log").read_text().strip().endswith("G7 / play white D4"), "only new moves are sent"
    ask(made, "genmove", position("bC3"))
    assert (tmp_path / "log").read_text().strip().endswith("clear_board / play black C3"), "a move was taken back"


def test_stones_that_are_set_up_are_sent(bridge, tmp_path):
    made = bridge("log")
    ask(made, "genmove", position(black=("C3", "G7"), to_play=2))
    assert (tmp_path / "log").read_text().strip() == "clear_board / set_free_handicap C3 G7"
    ask(made, "genmove", position(black=("C3",), white=("E5",)))
    assert (tmp_path / "log").read_text().strip().endswith("clear_board / play black C3 / play white E5")


@pytest.mark.parametrize(
    ("mode", "line"),
    [
        ("dies", "Toy: exit code 1 at 'genmove black'"),
        ("nonsense", "Toy: answer to 'genmove black'"),
        ("version", "Toy: speaks version 1 of GTP; version 2 is needed"),
        ("old", "Toy: does not know the command genmove"),
    ],
)
def test_a_failure_is_one_line_and_the_engine_can_be_started_again(bridge, mode, line):
    made = bridge(mode)
    event = ask(made, "genmove", position())
    assert event["kind"] == "error" and event["message"].startswith(line) and "\n" not in event["message"]
    assert made.client is None, "the engine has ended"
    assert ask(made, "genmove", position())["kind"] == "error"


def test_an_engine_that_hangs_is_ended_after_its_time(bridge, monkeypatch):
    monkeypatch.setattr(GtpBridge, "_patience", 0.3)
    event = ask(bridge("hangs"), "genmove", position())
    assert event == {"kind": "error", "id": 3, "message": "Toy: no answer to 'genmove black' in time"}


def test_a_hanging_engine_is_ended_when_the_page_wants_something_else(bridge, monkeypatch):
    monkeypatch.setattr(gtp_bridge, "GRACE_SECONDS", 0.3)
    made = bridge("hangs")
    made.output = EventWriter(stream := io.StringIO())
    made.receive({"kind": "genmove", "id": 1, "game": position()})
    worker = threading.Thread(target=made.work)
    worker.start()
    while not made._is_choosing:
        time.sleep(0.05)
    made.receive({"kind": "settings", "id": 2})
    made.receive({"kind": "end"})
    worker.join(20)
    events = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(each["kind"], each["id"]) for each in events] == [("error", 1), ("done", 2)]


def test_a_position_is_evaluated_by_another_engine(bridge):
    event = ask(bridge("analyst"), "evaluate", position(to_play=2), limits={"playouts": 400})
    assert event["complete"] and event["report"]["visits"] == 501
    assert event["report"]["win"] == 0.4 and event["report"]["lead"] == -3.5, "from the viewpoint of Black"
    assert event["report"]["moves"][0] == ["D4", 0.6, 500, ["D4", "E5"], 3.5]


def test_an_engine_without_analysis_says_so(bridge):
    event = ask(bridge("plain"), "analyse", position())
    assert event["message"] == "Toy: cannot analyse: it knows neither kata-analyze nor lz-analyze"
    assert ask(bridge("plain"), "genmove", position())["move"] == "E5"


def test_gnu_go_answers_a_move():
    gnugo = need_program("gnugo")
    made = GtpBridge(
        parse_engine(f"{gnugo}:1" if Path(gnugo).name == "gnugo" else "gnugo:1", None, "GNU Go"), EventWriter(io.StringIO())
    )
    try:
        event = ask(made, "genmove", position("bE5", to_play=2))
        assert event["kind"] == "done" and event["move"] != "E5" and made.version.startswith("GNU Go 3")
    finally:
        made.close()


def test_the_lines_of_leela_zero_and_of_katago_are_read():
    lz = "info move D4 visits 30 winrate 6100 prior 900 lcb 5900 order 0 pv D4 C3 info move pass visits 2 winrate 100 order 1 pv pass"
    moves, owners = parse_analysis(lz, 9, by_ten_thousand=True)
    assert [(each.move, each.visits, each.win_rate, each.variation) for each in moves] == [
        ("D4", 30, 0.61, ["D4", "C3"]),
        ("pass", 2, 0.01, ["pass"]),
    ]
    assert owners == [] and moves[0].lead is None
    kata = (
        "info move E5 visits 5 winrate 0.7 scoreLead 2.25 pv E5 D4 pvVisits 5 1 rootInfo visits 6 winrate 0.7 ownership "
        + "0.5 " * 81
    )
    moves, owners = parse_analysis(kata, 9, by_ten_thousand=False)
    assert moves[0].variation == ["E5", "D4"] and moves[0].lead == 2.25
    report = report_analysis(moves, owners, 2, 9)
    assert report["owners"] == [-50] * 81 and report["lead"] == -2.25 and report["win"] == 0.3


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("info move Z99 visits 1", "Z99"),
        ("info move D4 visits many", "many"),
        ("info move D4 winrate nan pv D4", "expected a number"),
    ],
)
def test_lines_that_are_no_analysis_are_refused(line, why):
    with pytest.raises(ValueError, match=why):
        parse_analysis(line, 9, by_ten_thousand=False)
