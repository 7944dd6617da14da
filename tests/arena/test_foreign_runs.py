"""Matches from elsewhere: their files stay in their directory, and their engines are never started."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace

import pytest

from miai.arena.plots import draw_plots
from miai.arena.results import read_results
from miai.arena.runner import play_contest
from miai.core.errors import UserError
from miai.store import Job, open_run
from tests.arena.games import fake
from tests.arena.test_contest import contest
from tests.cli.terminal import run_miai


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    directory = tmp_path_factory.mktemp("match") / "run"
    play_contest(contest(games=2), directory, 1, None)
    return directory


@pytest.fixture
def copied(played, tmp_path):
    shutil.copytree(played, tmp_path / "copied")
    return tmp_path / "copied"


def test_a_game_with_a_path_for_its_name_is_not_played(copied, tmp_path):
    plan = contest(games=2)
    with open_run(copied, plan.head()) as run:
        parameters = run.records()[0].parameters
        run.add_jobs([Job("../../escaped", parameters)])
    for games in (3, 4):
        with pytest.raises(UserError, match=r"has a game '\.\./\.\./escaped'"):
            play_contest(contest(games=games), copied, 1, None)
    assert not (tmp_path / "escaped.sgf").exists()


def test_records_are_not_written_through_links(copied, tmp_path):
    (tmp_path / "victim").mkdir()
    shutil.rmtree(copied / "games")
    (copied / "games").symlink_to(tmp_path / "victim")
    with pytest.raises(UserError, match="is a symbolic link"):
        play_contest(contest(games=4), copied, 1, None)
    assert list((tmp_path / "victim").iterdir()) == []


def test_plots_are_not_written_through_links(copied, tmp_path):
    pytest.importorskip("matplotlib")
    victim = tmp_path / "victim.png"
    victim.write_text("precious\n")
    (copied / "plots").mkdir()
    (copied / "plots" / "win-rate-by-colour.png").symlink_to(victim)
    results = replace(read_results(copied), directory=copied)
    assert all(path.stat().st_size > 1000 for path in draw_plots(results))
    assert victim.read_text() == "precious\n"
    shutil.rmtree(copied / "plots")
    (copied / "plots").symlink_to(tmp_path)
    with pytest.raises(UserError, match="is a symbolic link"):
        draw_plots(results)


def test_showing_a_match_starts_none_of_its_engines(copied, tmp_path):
    proof = tmp_path / "started"
    plan = contest(games=2)
    with sqlite3.connect(copied / "results.sqlite") as file:
        ((parameters,),) = file.execute("SELECT parameters FROM run").fetchall()
    assert fake("good").split()[-1] in parameters
    evil = {name: replace(engine, words=("touch", str(proof))) for name, engine in plan.engines.items()}
    with open_run(tmp_path / "evil", replace(plan, engines=evil).head()) as run, open_run(copied, plan.head()) as there:
        run.add_jobs([Job(record.id, record.parameters) for record in there.records()])
        for record in there.records():
            run.finish(record.id, record.result, 0.1, "here")
    shown = run_miai("match", "show", str(tmp_path / "evil"))
    assert shown.returncode == 0 and "2" in shown.stdout, shown.stderr
    assert not proof.exists()
