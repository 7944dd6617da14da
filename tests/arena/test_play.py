"""One game: it is played by the rules to its end, and each kind of failure is named."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from miai.arena import referee
from miai.arena.game_job import play_job, seed_of
from miai.go.notation.coordinates import from_vertex
from miai.go.records.sgf import parse_record
from miai.go.rules.rulesets import rules_named
from miai.go.rules.tally import tally
from tests.arena.games import FAKE, game_job, play_fakes
from tests.needs import need_program


def sgf_in(result):
    return parse_record(result["files"]["games/0001.sgf"].encode())


def test_a_game_is_played_to_two_passes_and_counted():
    result = play_fakes()
    assert result["ended"] == "passes"
    assert result["fault_of"] is None
    assert result["judged_by"] == "agreement"
    assert result["score_a"] == (1.0 if result["result"].startswith("B+") else 0.0)
    assert all(result["sides"][side]["moves"] > 5 for side in "ab")


def test_the_record_replays_to_the_stored_result():
    result = play_fakes(seed=3, opening=["C3", "B2"])
    record = sgf_in(result)
    last = record.last_moment()
    dead = [from_vertex(vertex, 5) for vertex in result["dead"]]
    assert tally(last.position, rules_named("chinese"), last.captures, dead).result == record.result == result["result"]
    assert last.number == result["moves"]
    assert record.players == {1: "good", 2: "good"}


def test_a_game_depends_on_its_seed_only():
    assert play_fakes(seed=1)["moves_hash"] == play_fakes(seed=1)["moves_hash"] != play_fakes(seed=2)["moves_hash"]


def test_seeds_depend_on_run_game_and_side():
    seeds = {seed_of(run, game, side) for run in (1, 2) for game in ("0001", "0002") for side in "ab"}
    assert len(seeds) == 8
    assert all(1 <= seed < 2**31 for seed in seeds)


FAULTS = {
    "crash": ("crash", "exit code 7 at 'genmove black': out of cheese"),
    "hang": ("hang", "no answer to 'genmove black' in time"),
    "nonsense": ("nonsense", "answer to 'genmove black': 'banana' is not a point"),
    "garbage": ("nonsense", "answer to 'genmove black' begins with neither = nor ?: segmentation fault"),
    "chatter": ("nonsense", "answer to 'genmove black' has more than"),
    "illegal": ("illegal", "occupied"),
    "refuse": ("refusal", "'play white"),
    "small": ("refusal", "'boardsize 5' was refused: unacceptable size"),
}


@pytest.mark.parametrize("mode", FAULTS)
def test_an_engine_that_fails_loses_with_a_description_of_the_fault(mode):
    kind, words = FAULTS[mode]
    result = play_fakes(a=mode, patience=1.0)
    assert (result["ended"], result["fault_of"], result["result"], result["score_a"]) == (kind, "a", "W+F", 0.0)
    assert words in result["detail"]
    assert sgf_in(result).result == "W+F"


def test_a_fault_of_side_b_is_a_win_for_side_a():
    result = play_fakes(b="crash", a_plays="white")
    assert (result["fault_of"], result["result"], result["score_a"]) == ("b", "W+F", 1.0)


def test_a_program_that_cannot_be_run_loses_by_a_crash(tmp_path):
    job = game_job()
    job["b"]["words"] = [str(tmp_path / "missing")]
    result = play_job(job)
    assert (result["ended"], result["fault_of"]) == ("crash", "b")
    assert "No such file" in result["detail"]


def test_a_late_move_loses_on_time():
    late = play_fakes(a="slow", time="0+1/1")
    assert (late["ended"], late["fault_of"], late["result"]) == ("time", "a", "W+T")
    assert play_fakes(a="slow", time="10")["ended"] == "passes"


def test_a_side_may_have_its_own_time_control():
    assert play_fakes(a="slow", limits={"b": {"time": "0+1/1"}})["ended"] == "passes"
    assert play_fakes(a="slow", limits={"a": {"time": "0+1/1"}})["ended"] == "time"


def test_an_engine_over_its_memory_limit_is_killed_and_loses():
    result = play_fakes(a="greedy", limits={"a": {"memory": 100}}, patience=15)
    assert (result["ended"], result["fault_of"]) == ("memory", "a")
    assert "the limit is 100 MiB" in result["detail"]


def test_an_engine_that_resigns_loses_without_a_fault():
    result = play_fakes(a="quitter")
    assert (result["ended"], result["fault_of"], result["result"]) == ("resign", None, "W+R")


def test_an_engine_that_ignores_quit_is_killed_and_its_game_counts():
    result = play_fakes(a="deaf")
    assert result["ended"] == "passes"
    assert result["sides"]["a"]["ignored_quit"]
    assert not result["sides"]["b"]["ignored_quit"]


def test_a_flood_on_stderr_neither_blocks_nor_fills_the_disk():
    result = play_fakes(a="flood")
    assert result["ended"] == "passes"
    assert result["sides"]["a"]["flooded"] and result["sides"]["a"]["stderr_bytes"] > 20_000_000
    assert len(result["files"]["logs/0001-a.txt"]) < 140_000
    assert "bytes omitted" in result["files"]["logs/0001-a.txt"]


def test_figures_on_stderr_become_comments_and_playouts_are_counted():
    result = play_fakes(a="fighter")
    record = sgf_in(result)
    assert "100 playouts, value 0.5" in record.comment(record.main_line()[1])
    assert result["sides"]["a"]["playouts"] == 100 * result["sides"]["a"]["moves"]


def test_disagreement_on_dead_stones_is_recorded_and_judged_by_the_referee():
    result = play_fakes(a="liar")
    assert result["judged_by"] == "none"
    assert result["disagreement"].startswith("liar (black): ")
    assert "good (white): none dead" in result["disagreement"]
    assert result["dead"] == []


def test_under_rules_without_dead_stones_no_engine_is_asked():
    result = play_fakes(a="liar", rules="tromp-taylor")
    assert (result["judged_by"], result["disagreement"]) == ("rules", None)


def test_gnu_go_can_be_the_referee():
    need_program("gnugo")
    assert play_fakes(a="liar", referee="gnugo")["judged_by"] == "gnugo"


def test_a_referee_that_fails_is_replaced_and_the_result_says_so(monkeypatch):
    monkeypatch.setattr(referee, "_estimate", lambda play, seed: referee.Opinion())
    assert play_fakes(a="liar", referee="/bin/false")["judged_by"] == "miai (/bin/false failed)"


def test_a_game_at_the_move_limit_is_stopped_and_judged():
    result = play_fakes(move_limit=12)
    assert (result["ended"], result["moves"], result["judged_by"]) == ("limit", 12, "none")


def living_fakes():
    commands = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            commands.append(Path("/proc", process, "cmdline").read_text())
    return [command for command in commands if str(FAKE) in command and "left-behind" in command]


def test_no_process_is_left_behind():
    for mode in ("hang left-behind", "crash left-behind"):
        play_fakes(a=mode, patience=0.5)
    assert living_fakes() == []
