"""The page *Problems* without a browser: what is offered, the worker's answers, a session with a worker that a test plays."""

from __future__ import annotations

import inspect
import json
import re
from types import SimpleNamespace

import pytest

from miai.core.errors import UserError
from miai.problems.drawing import board, cards, picture
from miai.search import settings as search_settings
from miai.search.settings import Settings
from miai.web.drawing.comparison import most_visited
from miai.web.languages import speaking
from miai.web.page.problems_texts import FORMULAS, PICTURE_LABELS, board_text
from miai.web.problems.comparing import checkpoints
from miai.web.problems.handler import ProblemHandler
from miai.web.problems.offers import CHOICES, FIRST, NUMBERS, OFFERS, SETTINGS, check_options, check_settings
from miai.web.problems.own_files import OwnFiles, check_files
from miai.web.problems.positions import ProblemShelf, checked_picture
from miai.web.problems.process import without_folders
from miai.web.problems.session import ENGINE, PERSON, ProblemSession

# --- what is offered --------------------------------------------------------------------------------------------------------------


def test_the_choices_of_the_page_are_those_of_the_search():
    known = {"select": "RULES", "mode": "MODES", "fpu": "FPUS", "rave": "RAVES", "prior": "PRIORS", "final": "FINALS"}
    for name, constant in known.items():
        expected = [each for each in getattr(search_settings, constant) if each != "table"]
        assert list(CHOICES[name]) == expected
    defaults = Settings()
    assert {name: getattr(defaults, name) for name in FIRST} == FIRST
    assert all(getattr(defaults, name) == float(row[0]) for name, row in NUMBERS.items())
    assert set(SETTINGS) == {*CHOICES, *NUMBERS, "solver"}
    assert set(FORMULAS) == set(CHOICES["select"])


@pytest.mark.parametrize(
    ("problem", "options"),
    [
        ("hex", {"size": "99"}),
        ("hex", {"size": "x"}),
        ("hex", {"file": "a"}),
        ("nim", {"heaps": "/etc/passwd"}),
        ("nim", {"heaps": ".."}),
        ("nim", {"heaps": "3" * 300}),
        ("pgame", {"depth": "30"}),
        ("mine.py", {"path": "a/b"}),
        ("mine.py", {"na me": "1"}),
    ],
)
def test_options_that_are_not_offered_are_refused(problem, options):
    with pytest.raises(UserError):
        check_options(problem, options)


@pytest.mark.parametrize("settings", [{"memory": "9"}, {"threads": "4"}, {"mode": "table"}, {"exploration": "-1"}, {"select": "x"}])
def test_settings_that_are_not_offered_are_refused(settings):
    with pytest.raises(UserError):
        check_settings(settings)


@pytest.mark.parametrize(
    "svg",
    [
        "plain text",
        "<svg><g></svg>",
        "<svg><script>alert(1)</script></svg>",
        '<svg><g onclick="x()"/></svg>',
        '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><g xlink:href="x"/></svg>',
        '<svg><!DOCTYPE a [<!ENTITY b "c">]></svg>',
        "<svg><foreignObject/></svg>",
        None,
    ],
)
def test_pictures_that_could_harm_the_page_are_refused(svg):
    with pytest.raises(UserError):
        checked_picture(svg)


# --- own files --------------------------------------------------------------------------------------------------------------------


def test_own_files_have_labels_and_are_watched(tmp_path):
    one, two = tmp_path / "a" / "game.py", tmp_path / "b" / "game.py"
    for file in (one, two):
        file.parent.mkdir()
        file.write_text("1\n")
    files = OwnFiles(check_files([one, two]))
    assert list(files.files) == ["game.py", "game.py-2"]
    assert files.changed() == []
    two.write_text("22\n")
    assert files.changed() == ["game.py-2"]
    assert files.changed() == []
    one.unlink()
    assert files.changed() == []
    assert without_folders(f"{two}, line 3:\n wrong", files.files) == "game.py, line 3: wrong"


def test_a_file_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(UserError, match="no such Python file"):
        check_files([tmp_path / "missing.py"])


# --- the worker -------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def handler():
    return ProblemHandler(ProblemShelf({}), 4.0, lambda number, report: None, lambda: False)


def request(kind, actions=(), problem="tictactoe", **more):
    game = {"problem": problem, "options": {}, "actions": list(actions)}
    return {"kind": kind, "id": 1, "game": game, "settings": {"solver": "no"}, "seed": 1, **more}


def test_a_position_is_described_with_picture_actions_and_history(handler):
    position = handler.answer(request("show", [4, 0]))["position"]
    assert [each["text"] for each in position["played"]] == ["b2", "a1"]
    assert len(position["actions"]) == 7 and position["player"] == 0
    assert position["svg"].startswith("<svg") and "X" in position["text"]
    json.dumps(position)


def test_the_end_of_a_game_has_rewards_and_no_actions(handler):
    position = handler.answer(request("show", [0, 3, 1, 4, 2]))["position"]
    assert position["terminal"] and position["rewards"] == [1.0, 0.0] and position["actions"] == []
    with pytest.raises(UserError, match="has ended"):
        handler.answer(request("search", [0, 3, 1, 4, 2], playouts=10))


def test_steps_and_searches_continue_one_search(handler):
    handler.answer(request("reset"))
    for _ in range(3):
        answer = handler.answer(request("step"))
    assert answer["report"]["simulations"] == 3 and answer["trace"]["number"] == 3
    answer = handler.answer(request("search", playouts=100))
    assert answer["report"]["simulations"] == 103
    assert sum(row["visits"] for row in answer["report"]["actions"]) == 102
    assert answer["report"]["actions"][0]["line"][0] == answer["report"]["actions"][0]["text"]
    json.dumps(answer, allow_nan=False)
    assert handler.answer(request("move", playouts=200))["action"] in range(9)


def test_the_picture_of_the_graph_contains_the_path(handler):
    handler.answer(request("reset"))
    handler.answer(request("search", playouts=500))
    answer = handler.answer(request("step"))
    graph = answer["report"]["graph"]
    shown = {row[0] for row in graph["nodes"]}
    assert set(graph["path"]) <= shown and {each for link in graph["links"] for each in link[:2]} <= shown
    assert graph["path"] == [each["node"] for each in answer["trace"]["changes"]]


def test_both_sides_of_a_comparison_have_the_same_seed(handler):
    same = handler.answer(request("compare", sides=[{"exploration": "1"}] * 2, playouts=200))["sides"]
    assert same[0]["visits"] == same[1]["visits"] and same[0]["values"] == same[1]["values"]
    other = handler.answer(request("compare", sides=[{"exploration": "0.1"}, {"exploration": "3"}], playouts=200))["sides"]
    assert other[0]["visits"] != other[1]["visits"]
    assert other[0]["points"] == checkpoints(200) and len(most_visited(other)) == 8


def test_chance_draws_by_the_seed_and_the_number_of_the_action(handler):
    first = handler.answer(request("roll", [0], "pig"))["action"]
    assert first == handler.answer(request("roll", [0], "pig"))["action"]
    drawn = {handler.answer({**request("roll", [0], "pig"), "seed": seed})["action"] for seed in range(40)}
    assert drawn == set(range(6))


@pytest.mark.parametrize("wrong", [{"problem": "packing"}, {"problem": "../x.py"}, {"actions": [99]}, {"options": {"a": "1"}}])
def test_wrong_games_are_answered_with_one_line(handler, wrong):
    with pytest.raises(UserError):
        handler.answer({**request("show"), "game": {"problem": "tictactoe", "options": {}, "actions": [], **wrong}})


# --- a session --------------------------------------------------------------------------------------------------------------------


class PlayedClient:
    """A worker that a test plays: requests are kept, and answered in the same process."""

    def __init__(self, handler):
        self.handler, self.sent, self.is_alive = handler, [], True

    def send(self, **message):
        self.sent.append(message)


class PlayedPool:
    def __init__(self, handler):
        self.client, self.given_back = PlayedClient(handler), 0

    def engine_for(self, owner):
        return self.client

    def give_back(self, owner):
        self.given_back += 1


@pytest.fixture
def session(handler):
    return ProblemSession(PlayedPool(handler), OwnFiles())


def answer_all(session):
    """Answer requests until the session waits for a person."""
    client = session.pool.client
    while client.sent:
        message = client.sent.pop(0)
        if message["kind"] != "stop":
            session.on_event({"kind": "done", "id": message["id"], **client.handler.answer(message)})


def test_the_engine_answers_a_person_and_both_are_taken_back_together(session):
    session.strength = 20
    session.start("tictactoe")
    answer_all(session)
    session.play(4)
    answer_all(session)
    assert len(session.game.actions) == 2 and session.turn == PERSON
    before = list(session.game.actions)
    session.undo()
    answer_all(session)
    assert session.game.actions == [] and session.turn == PERSON
    session.redo()
    answer_all(session)
    assert session.game.actions == before


def test_chance_acts_by_itself(session):
    session.start("pig")
    answer_all(session)
    session.play(0)
    answer_all(session)
    assert [each["player"] for each in session.position["played"]][:2] == [0, -1]


def test_actions_out_of_turn_are_refused(session):
    session.start("tictactoe")
    answer_all(session)
    with pytest.raises(UserError, match="not legal"):
        session.play(77)
    session.sides[0] = ENGINE
    with pytest.raises(UserError, match="engine's turn"):
        session.play(0)
    with pytest.raises(UserError, match="no problem"):
        session.start("/etc/passwd")


def test_the_phases_of_a_simulation_are_shown_one_by_one(session):
    session.start("tictactoe")
    answer_all(session)
    phases = []
    for _ in range(6):
        session.step(by_phase=True)
        answer_all(session)
        phases.append((session.trace["number"], session.phase))
    assert phases == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1)]


def test_a_request_is_sent_again_when_the_worker_dies_but_not_for_ever(session):
    session.start("tictactoe")
    client = session.pool.client
    session.on_event({"kind": "died", "reason": "exit code 1"})
    assert [each["kind"] for each in client.sent] == ["show", "show"]
    session.on_event({"kind": "died", "reason": "exit code 1"})
    assert len(client.sent) == 2 and "exit code 1" in session.trouble and session.task is None


def test_two_people_do_not_share_the_search_of_a_position(handler):
    for _ in range(2):
        session = ProblemSession(PlayedPool(handler), OwnFiles())
        session.start("tictactoe")
        answer_all(session)
        session.search(10)
        answer_all(session)
        assert session.report["simulations"] == 10


def test_a_request_that_finds_no_worker_is_sent_when_one_is_free(session):
    client, session.pool.client = session.pool.client, None
    session.start("tictactoe")
    session.ask_again()
    assert session.task is None and "in use" in session.note
    session.pool.client = client
    session.ask_again()
    session.ask_again()
    assert [each["kind"] for each in client.sent] == ["show"]


def test_old_answers_are_ignored(session):
    session.start("tictactoe")
    session.on_event({"kind": "done", "id": 0, "position": None})
    assert session.task is not None


def test_every_offered_problem_is_built_in():
    from miai.problems import BUILT_IN

    assert set(OFFERS) <= set(BUILT_IN)


def test_the_page_process_needs_no_numba():
    """The page's modules import neither Numba nor the kernels."""
    from tests.core.processes import run_python

    code = "import sys, miai.web.problems.registry, miai.web.page.problems_texts; print('numba' in sys.modules)"
    assert run_python("-c", code).strip() == "False"


def test_the_label_of_a_picture_is_translated_and_that_of_an_own_file_is_shown_as_it_is():
    def label(words: str) -> str:
        with speaking("de"):
            shown = board_text(SimpleNamespace(position={"svg": picture(10, 10, [], words)}))
        return re.findall('aria-label="(.*?)"', shown)[0]

    assert label("Tic-tac-toe") == "Tic-Tac-Toe"
    assert label("the board") == "das Brett"
    assert label("<my> game") == "&lt;my&gt; game"


def test_the_page_knows_the_labels_of_the_drawing_kit():
    kit = (board, cards, picture)
    assert {inspect.signature(each).parameters["label"].default for each in kit} == set(PICTURE_LABELS)
