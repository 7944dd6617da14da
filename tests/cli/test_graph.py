"""`miai graph` and the option `--graph` on the command line."""

from __future__ import annotations

import json

import pytest

from miai.store.graph import GraphStore
from tests.cli.terminal import call_miai, run_miai, the_one_line_of_error
from tests.store.graph.made import GAME, make_positions


@pytest.fixture
def made(tmp_path):
    """Return two graphs with invented positions."""
    for name, seed in (("a", 1), ("b", 2)):
        with GraphStore(tmp_path / name) as store:
            store.add_positions(GAME, make_positions(200, seed, space=300))
    return tmp_path


def graph(*words):
    done = run_miai("graph", *map(str, words), "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_search_starts_from_the_statistics_of_an_earlier_one(tmp_path):
    solve = ("solve", "nim", "--set", "heaps=2,3", "--graph", str(tmp_path / "g"), "--json")
    first, second = (json.loads(run_miai(*solve, "--seed", seed).stdout) for seed in ("1", "2"))
    assert first["proven"] and second["proven"] and second["simulations"] < first["simulations"]
    assert second["best_action"] is not None
    known = graph("info", tmp_path / "g")["problems"][0]
    assert known["problem"] == "nim" and known["positions"] > 0 and known["proven"] > 0
    shown = graph("show", tmp_path / "g", "a1", "--set", "heaps=2,3")
    assert shown["player"] == 1 and shown["visits"] > 0 and all(isinstance(move[0], str) for move in shown["moves"])
    assert "nim" in run_miai("graph", "show", str(tmp_path / "g"), "--set", "heaps=2,3").stdout


def test_graphs_are_merged_exported_imported_pruned_verified_and_compacted(made):
    assert graph("merge", made / "all", made / "a", made / "b")["added"].keys() == {str(made / "a"), str(made / "b")}
    whole = graph("info", made / "all")["problems"][0]
    (made / "lines").write_text(run_miai("graph", "export", str(made / "all")).stdout)
    assert graph("import", made / "again", made / "lines")["added"] == whole["positions"]
    assert graph("info", made / "again")["problems"][0] == whole
    assert graph("prune", made / "again", "--visits", 30)["removed"] > 0
    assert graph("verify", made / "again")["is_clean"]
    shrunk = graph("compact", made / "again")
    assert shrunk["bytes_after"] <= shrunk["bytes_before"]
    assert run_miai("graph", "verify", str(made / "again")).stdout.endswith("clean\n")
    assert "made" in run_miai("graph", "info", str(made / "again")).stdout


@pytest.mark.parametrize(
    "words, reason",
    [
        (("info", "missing"), "there is no graph"),
        (("verify", "note"), "is not a graph of miai"),
        (("show", "a", "--problem", "go9"), "has no positions of go9; it has: made"),
        (("export", "a", "--sgf", "x.sgf"), "SGF is for Go"),
        (("merge", "a", "a"), "cannot be added to itself"),
        (("merge", "new", "note"), "is not a graph of miai"),
        (("prune", "a"), "prune: no rule given"),
        (("prune", "missing", "--visits", "2"), "there is no graph"),
        (("compact", "missing"), "there is no graph"),
        (("import", "a", "note"), "not a JSON object"),
    ],
)
def test_wrong_input_gets_one_line(made, monkeypatch, words, reason):
    monkeypatch.chdir(made)
    (made / "note").write_text("hello " * 5000)
    assert reason in the_one_line_of_error(call_miai("graph", *words))


def test_an_engine_warns_about_an_unusable_graph_and_plays_without_it(tmp_path):
    (tmp_path / "note").write_text("hello")
    done = run_miai("gtp", "--graph", str(tmp_path / "note"), typed="1 name\n")
    assert done.stdout == "=1 miai\n\n" and done.returncode == 0
    assert done.stderr.splitlines()[0] == f"miai: {tmp_path / 'note'} is not a graph of miai; continuing without the graph"


def test_an_engine_with_a_graph_answers_and_refuses_modes_that_share_nothing(tmp_path):
    done = run_miai("gtp", "--graph", str(tmp_path / "new"), "--memory", "8", typed="1 name\n")
    assert done.stdout == "=1 miai\n\n" and done.returncode == 0
    refused = run_miai("gtp", "--graph", str(tmp_path / "new"), "--set", "mode=tree", typed="1 name\n")
    assert "--graph needs a mode that shares positions" in refused.stderr + refused.stdout
