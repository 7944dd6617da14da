"""Problems are loaded by name or by file, and errors in a file are reported in one line that names the place."""

import importlib
import os
import re

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import BUILT_IN, load, open_problem
from miai.search.problem import position_key, problem_of
from tests.core.processes import run_python
from tests.problems.example import code_blocks, pasted_into

pytestmark = pytest.mark.plain


def complaint(what, opener=load):
    """Return the error message of loading `what`, one line."""
    with pytest.raises(UserError) as caught:
        opener(what)
    text = str(caught.value)
    assert "\n" not in text and text
    return text


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_problem_is_loaded_by_its_name(name):
    assert load(name).name == name
    assert load(name) is load(name)


def test_the_error_about_an_unknown_name_suggests_known_ones():
    assert complaint("conect4") == "unknown problem 'conect4'; did you mean 'connect4'?"
    assert (
        complaint("zzz")
        == f"unknown problem 'zzz'; known problems: {', '.join(BUILT_IN)}, or the path of a .py file, or openspiel:GAME"
    )


def test_the_error_about_an_empty_name_is_one_line():
    assert "unknown problem ''" in complaint("")


def test_the_error_about_a_missing_file_suggests_a_similar_one(tmp_path):
    pasted_into(tmp_path)
    assert "chopm.py' (did you mean" in complaint(tmp_path / "chopm.py")
    assert complaint("nowhere/game.py") == "no file 'nowhere/game.py'"


def test_a_folder_and_a_text_file_are_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    assert "is not a Python file" in complaint(tmp_path)
    assert "is not a Python file" in complaint(tmp_path / "notes.txt")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    file = pasted_into(tmp_path)
    file.chmod(0)
    assert "cannot read" in complaint(file)


def test_the_error_about_a_file_that_registers_nothing_names_what_is_missing(tmp_path):
    (tmp_path / "empty.py").write_text("x = 1\n")
    assert "empty.py registers no problem: it needs register(Problem(...))" in complaint(tmp_path / "empty.py")


def test_the_error_about_an_unregistered_problem_names_the_missing_call(tmp_path):
    code = code_blocks()[0].replace("register(\n    Problem(", "unregistered = (\n    Problem(")
    (tmp_path / "game.py").write_text(code)
    assert "does not call register()" in complaint(tmp_path / "game.py")


def test_the_error_about_a_file_with_two_problems_names_both(tmp_path):
    code = code_blocks()[0] + "\nfrom dataclasses import replace\nfrom miai.search.problem import registered_problems\n"
    code += 'register(replace(registered_problems()["chomp"], name="again"))\n'
    (tmp_path / "two.py").write_text(code)
    assert "two.py registers 2 problems (chomp, again)" in complaint(tmp_path / "two.py")


@pytest.mark.parametrize(
    "code, expected",
    [
        ("x = 1\ny = nothing\n", r"wrong\.py, line 2: NameError: name 'nothing' is not defined"),
        ("x = 1\ndef broken(:\n    pass\n", r"wrong\.py, line 2: SyntaxError: "),
        ("import no_such_module_anywhere\n", r"wrong\.py, line 1: ModuleNotFoundError"),
        ("\n\nraise SystemExit(3)\n", r"wrong\.py, line 3: SystemExit: 3"),
        ("def f():\n    raise ValueError('a\\nb')\nf()\n", r"wrong\.py, line 2: ValueError: a b"),
        ("x = '\0'\n", r"wrong\.py"),
    ],
)
def test_the_error_of_a_file_that_raises_names_the_line(tmp_path, code, expected):
    (tmp_path / "wrong.py").write_text(code)
    assert re.search(expected, complaint(tmp_path / "wrong.py"))


def test_the_error_about_a_missing_kernel_names_it(tmp_path):
    code = code_blocks()[0].replace("@is_terminal.implement(state_t)\n", "")
    (tmp_path / "lacking.py").write_text(code)
    assert "problem 'chomp' has no implementation of: is_terminal" in complaint(tmp_path / "lacking.py")


@pytest.mark.parametrize(
    "right, wrong, expected",
    [
        ("return state.height[0] == 0", "return False", "the state is not terminal and has no actions"),
        ("count += 1", "count += 2", "list_actions"),
        ("return 1.0 if player == state.player else 0.0", "return 3.0", "the reward 3.0 of player 0 is not in rewards=(0.0, 1.0)"),
        ("return 1.0 if player == state.player else 0.0", "return 1.0", "do not add up to 1.0, but zero_sum=True"),
        ("return mix64(key)", "return mix64(np.uint64(1))", "position_key is the same before and after"),
        ("return state.player\n", "return 2\n", "player_to_act is 2, but players=2"),
        ('return "abcdefgh"[action // ROWS] + str(action % ROWS + 1)', 'return "x"', "have the same text 'x'"),
        ("actions=COLUMNS * ROWS, longest", "actions=20, longest", "but actions are from 0 to 19"),
        ("actions=COLUMNS * ROWS, longest", "actions=3, longest", "list_actions returns 20, but the problem has actions=3"),
        ("state.player = 1 - state.player", "state.playr = 1", "playr"),
        ("columns=5, rows=4", "columns, rows=4", "columns"),
    ],
)
def test_the_error_about_a_broken_contract_names_the_rule(tmp_path, right, wrong, expected):
    code = code_blocks()[0]
    assert right in code
    (tmp_path / "faulty.py").write_text(code.replace(right, wrong, 1))
    line = complaint(tmp_path / "faulty.py", opener=open_problem)
    assert "faulty.py" in line
    assert expected in line


@pytest.mark.skipif(not COMPILING, reason="messages of Numba")
@pytest.mark.parametrize(
    "right, wrong, expected",
    [
        ("state.player = 1 - state.player", "state.playr = 1", "faulty.py, eat(): the record has no field 'playr'"),
        ("return mix64(key)", "return mix64(kee)", "faulty.py, key_of_bar(): TypingError: NameError: name 'kee' is not defined"),
        ("return mix64(key)", "return [1] + 'a'", "faulty.py, line 70: TypingError: No implementation of function"),
        ("@kernel\ndef eat", "def eat", "faulty.py: eat() is registered for apply_action but is not a @kernel"),
    ],
)
def test_the_error_about_a_kernel_that_does_not_compile_names_it(tmp_path, right, wrong, expected):
    assert right in code_blocks()[0]
    (tmp_path / "faulty.py").write_text(code_blocks()[0].replace(right, wrong, 1))
    assert expected in complaint(tmp_path / "faulty.py", opener=open_problem)


def test_the_error_about_a_kernel_with_too_few_arguments_names_it(tmp_path):
    (tmp_path / "faulty.py").write_text(code_blocks()[0].replace("def eat(state, action)", "def eat(state)"))
    assert "eat() takes (state), but apply_action takes (state, action)" in complaint(tmp_path / "faulty.py", opener=open_problem)


def test_an_unchanged_file_is_loaded_once_and_an_edited_one_again(tmp_path):
    file = pasted_into(tmp_path)
    first = load(file)
    assert load(str(file)) is first
    file.write_text(file.read_text().replace("columns=5", "columns=3"))
    second = load(file)
    assert second is not first
    assert second.start().height.tolist() == [4, 4, 4, 0, 0, 0, 0, 0]
    assert first.start().height.tolist() == [4, 4, 4, 4, 4, 0, 0, 0]
    assert problem_of(second.start()) is second and problem_of(first.start()) is first
    assert position_key(first.start()) != position_key(second.start())


def test_a_copy_of_a_file_is_the_same_problem(tmp_path):
    (tmp_path / "other").mkdir()
    assert load(pasted_into(tmp_path, "twin.py")) is load(pasted_into(tmp_path / "other", "twin.py"))


def test_a_file_that_failed_fails_again_with_the_same_error(tmp_path):
    (tmp_path / "late.py").write_text(code_blocks()[0] + "\nnonsense\n")
    assert complaint(tmp_path / "late.py") == complaint(tmp_path / "late.py")
    assert "NameError" in complaint(tmp_path / "late.py")


def test_an_imported_file_does_not_run_again(tmp_path, monkeypatch):
    pasted_into(tmp_path, "imported_game.py")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("imported_game")
    assert load(tmp_path / "imported_game.py").start is module.start


def test_a_file_may_import_modules_beside_it(tmp_path):
    (tmp_path / "my_sizes.py").write_text("COLUMNS, ROWS = 6, 7\n")
    code = code_blocks()[0].replace("COLUMNS, ROWS = 8, 7", "from my_sizes import COLUMNS, ROWS")
    (tmp_path / "game.py").write_text(code)
    assert load(tmp_path / "game.py").actions == 42


def test_a_relative_path_starts_at_the_working_directory(tmp_path, monkeypatch):
    pasted_into(tmp_path, "mine.py")
    monkeypatch.chdir(tmp_path)
    assert np.array_equal(load("mine.py").start().height, load("./mine.py").start().height)


def test_importing_the_package_does_not_import_numba():
    assert run_python("-c", "import sys, miai.problems; print('numba' in sys.modules)").strip() == "False"


def test_a_file_written_for_the_old_name_is_over_still_works(capsys):
    from miai.search import problem

    assert problem.is_over is problem.is_terminal
    assert capsys.readouterr().err == (
        "miai: warning: is_over is now called is_terminal; the next version will not accept the old name\n"
    )
