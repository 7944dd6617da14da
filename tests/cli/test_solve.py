"""`miai solve` on the command line."""

import json

import pytest

from tests.cli.terminal import call_miai, run_miai, the_one_line_of_error, without_compilation


def test_tic_tac_toe_is_proven_to_be_a_draw():
    done = run_miai("solve", "tictactoe", "--json")
    result = json.loads(done.stdout)
    assert result["proven"] and result["value"] == 0.5
    assert result["best_text"] == result["principal_variation"][0]
    assert {row["visits"] for row in result["actions"]} != {0}


def test_the_answer_is_shown_with_a_table_and_the_graph():
    done = run_miai("solve", "nim", "--playouts", "300", "--tree", "2", "--seed", "4")
    assert "is best for player 0" in done.stdout
    assert "95 % interval" in done.stdout
    assert "root: " in done.stdout and "└─" in done.stdout


def test_the_same_seed_gives_the_same_answer():
    first, second = (json.loads(run_miai("solve", "nim", "--playouts", "500", "--seed", "9", "--json").stdout) for _ in range(2))
    for result in (first, second):
        del result["seconds"], result["simulations_per_second"]
    assert first == second


def test_moves_are_played_first():
    done = run_miai("solve", "nim", "--moves", "a3,b4,c4", "--json")
    result = json.loads(done.stdout)
    assert result["proven"] and result["value"] == 1.0 and result["best_text"] == "c1"


def test_the_graph_is_written_for_graphviz(tmp_path):
    file = tmp_path / "graph.dot"
    run_miai("solve", "nim", "--playouts", "500", "--dot", str(file))
    text = file.read_text()
    assert text.startswith("digraph search {") and " parents" in text and "->" in text


@pytest.mark.parametrize("parallel", ["root", "leaf"])
def test_threads_can_share_roots_or_leaves(parallel):
    result = json.loads(run_miai("solve", "nim", "--playouts", "400", "--threads", "2", "--parallel", parallel, "--json").stdout)
    assert result["threads"] == 2 and result["best_action"] is not None


def test_problems_and_settings_are_listed():
    assert "connect4" in json.loads(run_miai("solve", "--list", "--json").stdout)
    names = [row["name"] for row in json.loads(run_miai("solve", "--settings", "--json").stdout)]
    assert "exploration" in names and "memory" not in names


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "no problem given"),
        (["nim", "--set", "explortion=1"], "nim: unknown setting 'explortion'; did you mean 'exploration'?"),
        (["nim", "--set", "heap=1"], "nim: unknown setting 'heap'; did you mean 'heaps'?"),
        (["nim", "--set", "size=1"], "nim: unknown setting 'size'; known settings: "),
        (["tictactoo"], "did you mean 'tictactoe'"),
        (
            ["tictactoe", "--mode", "bush"],
            "setting mode must be one of tree, shared, path-mean, uct-dag, multipath, table, not 'bush'",
        ),
        (["tictactoe", "--select", "best"], "setting select must be one of ucb1"),
        (["tictactoe", "--set", "exploration=much"], "setting exploration must be a number"),
        (["tictactoe", "--set", "colour=red"], "colour"),
        (["tictactoe", "--moves", "z9"], "'z9' is not a legal action here"),
        (["tictactoe", "--moves", "a1,b1,a2,b2,a3,c1"], "the game ends before move 6"),
        (["tictactoe", "--parallel", "bush"], "--parallel must be one of graph, root, leaf"),
        (["tictactoe", "--dot", "/proc/nothing/here.dot"], "cannot write /proc/nothing/here.dot"),
        (["tictactoe", "--memory", "0.1"], "--memory"),
    ],
)
def test_wrong_input_gets_one_line(arguments, words):
    done = call_miai("solve", *arguments)
    done.stderr = without_compilation(done.stderr)
    assert words in the_one_line_of_error(done)
