"""Contests: the plan of games, runs that are killed and resumed, and the report."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from miai.arena.checking import check_games, stray_records
from miai.arena.conditions import conditions_from
from miai.arena.contest import Contest, Pairing, contest_from, game_jobs
from miai.arena.engines import parse_engine
from miai.arena.results import read_results
from miai.arena.runner import check_same_contest, play_contest
from miai.arena.sprt import Bounds
from miai.arena.summary import sprt_of
from miai.core.errors import UserError
from miai.go.records.sgf import read_record
from miai.store import read_run
from tests.arena.games import FAKE, fake
from tests.cli.terminal import environment_for, run_miai, the_one_line_of_error

OPTIONS = ["--size", "5", "--openings", "random:2", "--referee", "none", "--patience", "2", "--workers", "2"]


STABLE_KEYS = [
    *("a", "b", "games", "wins", "losses", "draws", "win_rate", "low", "high", "elo", "elo_low", "elo_high"),
    *("crashes", "illegal", "time_losses", "disagreements"),
]
"""Keys of `show --json` that programs may rely on."""


def contest(a="good", b="good", games=4, referee="none", **values):
    engines = {name: parse_engine(fake(mode), name=name) for name, mode in (("A", a), ("B", b))}
    conditions = conditions_from({"size": 5, "referee": referee, "patience": 5.0}, "test")
    given = {"openings": "random:2"} | values
    return Contest("match", "A - B", engines, [Pairing("", "A", "B", conditions)], games=games, **given)


def check_whole(directory, games):
    """Assert that the directory has each game once, with a record that replays to the stored result."""
    results = read_results(Path(directory))
    assert check_games(results) == []
    assert [game["id"] for game in results.games] == [f"{number:05d}" for number in range(1, games + 1)]
    assert sorted(path.name for path in Path(directory, "games").iterdir()) == [f"{game['id']}.sgf" for game in results.games]
    for game in results.games:
        record = read_record(Path(directory, "games", f"{game['id']}.sgf"))
        assert record.result == game["result"]
        assert record.last_moment().number == game["moves"]


# --- the plan --------------------------------------------------------------------------------------------------------------------


def test_colours_alternate_and_both_games_of_a_pair_have_the_same_opening():
    jobs = list(game_jobs(contest(games=6)))
    assert [job.parameters["a_plays"] for job in jobs] == ["black", "white"] * 3
    assert [job.parameters["pair"] for job in jobs] == [0, 0, 1, 1, 2, 2]
    openings = [job.parameters["opening"] for job in jobs]
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_a_longer_match_begins_with_the_games_of_a_shorter_one():
    assert list(game_jobs(contest(games=9)))[:5] == list(game_jobs(contest(games=5)))


def test_a_contest_is_restored_from_the_head_of_a_run():
    plan = contest(sprt=Bounds(0, 10), seed=4)
    head = plan.head()
    stored = replace(head, parameters=json.loads(json.dumps(head.parameters)))
    assert contest_from(stored, plan.games) == plan


# --- playing ---------------------------------------------------------------------------------------------------------------------


def test_a_match_is_played_and_more_games_can_be_added(tmp_path):
    play_contest(contest(games=2), tmp_path, workers=2, cluster=None)
    check_whole(tmp_path, 2)
    play_contest(contest(games=5), tmp_path, workers=2, cluster=None)
    check_whole(tmp_path, 5)
    data = read_results(tmp_path).as_data()
    assert data["games"] == data["wins"] + data["losses"] + data["draws"] == 5
    assert sum(data["pairs"]) == 2
    assert data["judged_by"] == {"agreement": 5}


def test_another_contest_in_the_same_directory_is_refused(tmp_path):
    play_contest(contest(games=1), tmp_path, workers=1, cluster=None)
    with pytest.raises(UserError, match=r"seed is 1 there and 2 here; engines\.B\.words is"):
        check_same_contest(contest(b="crash", seed=2), tmp_path)


@pytest.mark.parametrize(
    "plan, words",
    [
        ({"a": "small"}, "engine 'A' does not work on 5x5: 'boardsize 5' was refused"),
        ({"openings": "missing"}, "--openings missing: No such file"),
        (
            {"referee": "nobody"},
            "referee: engine 'nobody': program 'nobody' not found; .*; known referees: miai, gnugo, none, or an engine",
        ),
        ({"seed": 2**70}, "is too large; use at most 64 bits"),
    ],
)
def test_errors_are_reported_before_the_first_game_and_leave_the_directory_empty(tmp_path, plan, words):
    with pytest.raises(UserError, match=words):
        play_contest(contest(**plan), tmp_path, workers=1, cluster=None)
    check_same_contest(contest(), tmp_path)
    assert not (tmp_path / "results.sqlite").exists()


def test_a_match_cannot_become_shorter(tmp_path):
    play_contest(contest(games=3), tmp_path, workers=1, cluster=None)
    with pytest.raises(UserError, match="is planned with 3 games; --games may increase that, but not reduce it to 2"):
        play_contest(contest(games=2), tmp_path, workers=1, cluster=None)


def test_a_match_continues_after_faults_and_the_report_counts_them(tmp_path):
    modes = {"crash": "crashes", "illegal": "illegal", "nonsense": "nonsense"}
    for mode, count in modes.items():
        play_contest(contest(a=mode, games=4), tmp_path / mode, workers=2, cluster=None)
        data = read_results(tmp_path / mode).as_data()
        assert (data[count], data["losses"], data["games"]) == (4, 4, 4)
        assert data["sides"]["a"]["faults"] == {mode: 4}
        assert {(trouble["side"], trouble["kind"]) for trouble in data["troubles"]} == {("a", mode)}
        assert data["elo"] is None and data["elo_high"] < 0


def test_the_sequential_test_stops_a_decided_match(tmp_path):
    plan = contest(a="good", b="crash", games=100, sprt=Bounds(0, 200))
    run = play_contest(plan, tmp_path, workers=2, cluster=None)
    assert run.is_decided
    data = read_results(tmp_path).as_data()
    assert data["games"] < 60
    assert data["sprt"]["decision"] == "elo1"
    again = play_contest(plan, tmp_path, workers=2, cluster=None)
    assert again.is_decided and again.summary.done == 0


def test_the_sequential_test_uses_pairs_in_order_up_to_the_first_gap():
    def pair(number, *scores):
        return [{"pair": number, "score_a": score} for score in scores]

    bounds = Bounds(0, 50)
    assert sprt_of([pair(0, 1, 1), pair(2, 1, 1)], bounds).pairs == 1
    assert sprt_of([pair(0, 1), pair(1, 1, 1)], bounds).pairs == 0
    assert sprt_of([pair(0, 1, 1), pair(1, 1, 1)], bounds).pairs == 2


def test_changed_results_and_records_are_detected(tmp_path):
    play_contest(contest(games=3), tmp_path, workers=2, cluster=None)
    assert check_games(read_results(tmp_path)) == []
    record = tmp_path / "games" / "00002.sgf"
    record.write_text(re.sub(r"RE\[[^]]*\]", "RE[B+99]", record.read_text()))
    (tmp_path / "games" / "00003.sgf").unlink()
    (tmp_path / "games" / "00009.sgf").write_text("(;SZ[5])")
    results = read_results(tmp_path)
    assert [problem.split(": ")[0] for problem in check_games(results)] == ["game 00002", "game 00003"]
    assert [path.name for path in stray_records(results)] == ["00009.sgf"]


# --- killed runs ----------------------------------------------------------------------------------------------------------------------


def done_games(directory):
    try:
        with sqlite3.connect(f"file:{directory}/results.sqlite?mode=ro", uri=True, timeout=5) as connection:
            return connection.execute("SELECT count(*) FROM jobs WHERE state = 'done'").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def wait_for_games(process, directory, count):
    deadline = time.monotonic() + 60
    while done_games(directory) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


def living(*words):
    """Return the command lines of processes that contain all of `words`."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if all(word in command for word in words) and name != str(os.getpid()):
            found.append(command)
    return found


def test_a_match_that_is_killed_repeatedly_has_each_game_exactly_once(tmp_path):
    command = [
        sys.executable,
        "-m",
        "miai",
        "match",
        fake("good mark-of-this-test"),
        fake("good"),
        "--games",
        "24",
        *OPTIONS,
        "--out",
    ]
    for count in (3, 9, 15):
        with subprocess.Popen(
            [*command, str(tmp_path / "m")], env=environment_for(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            wait_for_games(process, tmp_path / "m", count)
            process.send_signal(signal.SIGKILL)
    assert wait_until(lambda: not living("mark-of-this-test"), 60), living("mark-of-this-test")
    done = subprocess.run(
        [*command, str(tmp_path / "m"), "--json"], env=environment_for(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 24
    check_whole(tmp_path / "m", 24)
    with read_run(tmp_path / "m") as run:
        assert len(run.sessions()) == 4
        assert set(Counter(record.id for record in run.records()).values()) == {1}


def test_child_processes_of_engines_end_with_a_killed_runner(tmp_path):
    """The engine is started by a script and hangs: the script dies with the runner and would leave the engine behind."""
    script = tmp_path / "wrapped"
    script.write_text(f"#!/bin/sh\n{sys.executable} -S {FAKE} hang mark-of-the-wrapped-engine 1\ntrue\n")
    script.chmod(0o755)
    options = ["--games", "2", *OPTIONS, "--patience", "100", "--out", str(tmp_path / "m")]
    with subprocess.Popen(
        [sys.executable, "-m", "miai", "match", str(script), fake("good"), *options],
        env=environment_for(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_until(lambda: (tmp_path / "m" / "results.sqlite").exists() and living("mark-of-the-wrapped-engine"), 60)
        time.sleep(1)
        process.send_signal(signal.SIGKILL)
    assert wait_until(lambda: not living("mark-of-the-wrapped-engine"), 60)


def wait_until(condition, seconds):
    """Return whether the condition became true in time."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


def test_ctrl_c_keeps_finished_games_and_prints_one_line(tmp_path):
    command = [
        sys.executable,
        "-m",
        "miai",
        "match",
        fake("good"),
        fake("good"),
        "--games",
        "500",
        *OPTIONS,
        "--out",
        str(tmp_path / "m"),
    ]
    with subprocess.Popen(command, env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_games(process, tmp_path / "m", 2)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines()[-1].startswith("miai: interrupted; finished games are kept in ")
    assert "Traceback" not in errors and output == ""
    assert read_results(tmp_path / "m").as_data()["games"] >= 2


def test_a_killed_dask_worker_loses_no_game(tmp_path):
    pytest.importorskip("distributed", reason="needs the extra cluster")
    arguments = [fake("good"), fake("good"), "--games", "12", *OPTIONS[:-2], "--cluster", "local:2", "--out", str(tmp_path / "m")]
    with subprocess.Popen(
        [sys.executable, "-m", "miai", "match", *arguments], env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_for_games(process, tmp_path / "m", 2)
        for worker in dask_workers(process.pid)[:1]:
            os.kill(worker, signal.SIGKILL)
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    check_whole(tmp_path / "m", 12)


def dask_workers(runner):
    """Return the processes that Dask has spawned for the runner, without its helper processes."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path("/proc", name, "stat").read_text().rpartition(")")[2].split()[1])
            command = Path("/proc", name, "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if parent == runner and b"spawn_main" in command:
            found.append(int(name))
    assert found
    return found


# --- the command -----------------------------------------------------------------------------------------------------------------


def test_the_command_plays_shows_and_plots_a_match(tmp_path):
    played = run_miai("match", fake("fighter"), fake("good"), "--games", "4", *OPTIONS, "--out", str(tmp_path / "m"))
    assert played.returncode == 0, played.stderr
    assert "4 of 4 games" in " ".join(played.stdout.split())  # the line breaks where the paths of the engines let it
    shown = run_miai("match", "show", str(tmp_path / "m"), "--json")
    data = json.loads(shown.stdout)
    assert [key for key in STABLE_KEYS if key not in data] == []
    assert data["games"] == data["planned"] == 4
    assert data["sides"]["a"]["playouts_per_move"] == 100
    assert {path.name for path in (tmp_path / "m" / "plots").iterdir()} >= {"elo-over-games.png", "win-rate-by-colour.svg"}


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("nothing", "gnugo"), "program 'nothing' not found"),
        (("miai", "miai", "--sprt", "x"), "--sprt 'x'"),
        (("miai", "miai", "--rules", "own"), "unknown rules"),
        (("miai", "miai", "--time", "x"), "invalid time control"),
        (("gnugo", "gnugo", "--referee", "nobody"), "referee: engine 'nobody'"),
        (("miai", "miai", "--workers", "2", "--cluster", "local:2"), "--workers is for this machine"),
        (("miai", "miai", "--engines", "missing.toml"), "missing.toml: No such file"),
        (("show", "missing"), "there are no results in missing"),
        (("miai",), "match: missing argument 'B'"),
    ],
)
def test_invalid_input_gives_a_one_line_error(arguments, words, tmp_path):
    assert words in the_one_line_of_error(run_miai("match", *arguments, PWD=str(tmp_path)))
