"""The engine controller with a session whose wanted task the test sets: the requests that it sends, and the answers that it passes on."""

from __future__ import annotations

from typing import Any

import pytest

from miai.web.engine.protocol import RequestKind
from miai.web.engine_controller import EngineController, EngineTask
from miai.web.events import SessionEvent
from tests.web.games import FakePool, report


class FakeUser:
    """A session that wants one task and records every callback."""

    def __init__(self) -> None:
        self.wanted: EngineTask | None = None
        self.calls: list[tuple[Any, ...]] = []

    def wanted_task(self) -> EngineTask | None:
        return self.wanted

    def position(self, node: int) -> dict[str, Any]:
        return {"moves": node}

    def limits(self, task: EngineTask) -> dict[str, float]:
        return {"playouts": 9} if task.kind == RequestKind.EVALUATE else {}

    def on_report(self, task: EngineTask, report: dict[str, Any]) -> None:
        self.calls.append(("report", task))

    def on_answer(self, task: EngineTask, answer: dict[str, Any]) -> None:
        self.calls.append(("answer", task))

    def on_failure(self, task: EngineTask, message: str) -> None:
        self.calls.append(("failure", task, message))

    def on_engine_delay(self) -> None:
        self.calls.append(("delay",))

    def emit(self, *events: SessionEvent) -> None:
        pass

    def notify(self, text: str, kind: str = "info") -> None:
        self.calls.append(("message", text))


ANALYSIS, REVIEW = EngineTask(RequestKind.ANALYSE, 3), EngineTask(RequestKind.EVALUATE, 5)


@pytest.fixture
def setting():
    user, pool = FakeUser(), FakePool()
    return user, pool, EngineController(user, pool)  # type: ignore[arg-type]


def test_the_wanted_task_is_sent_once_with_its_position_and_limits(setting):
    user, pool, controller = setting
    for user.wanted in (ANALYSIS, ANALYSIS, REVIEW):
        controller.update()
    sent = [(each["kind"], each["game"], each.get("limits")) for each in pool.client.requests if "game" in each]
    assert sent == [("analyse", {"moves": 3}, None), ("evaluate", {"moves": 5}, {"playouts": 9})]
    assert controller.task == REVIEW


def test_without_a_wanted_task_the_running_one_is_stopped(setting):
    user, pool, controller = setting
    user.wanted = ANALYSIS
    controller.update()
    user.wanted = None
    controller.update()
    assert pool.client.requests[-1]["kind"] == "stop" and not controller.is_busy()


def test_reports_and_answers_reach_the_session_and_end_the_task(setting):
    user, pool, controller = setting
    user.wanted = ANALYSIS
    controller.update()
    pool.client.answer("report", report=report())
    pool.client.answer("done", report={})
    assert user.calls == [("report", ANALYSIS), ("answer", ANALYSIS)] and not controller.is_busy()


def test_answers_to_a_replaced_request_are_ignored(setting):
    user, pool, controller = setting
    user.wanted = ANALYSIS
    controller.update()
    late = pool.client.requests[-1]["id"]
    user.wanted = REVIEW
    controller.update()
    pool.client.on_event({"kind": "done", "id": late, "report": report()})
    assert user.calls == [] and controller.task == REVIEW


def test_an_error_is_passed_on_with_its_task(setting):
    user, pool, controller = setting
    user.wanted = REVIEW
    controller.update()
    pool.client.answer("error", message="invalid game")
    assert user.calls == [("failure", REVIEW, "invalid game")]


def test_starting_and_compiling_are_reported_as_delays(setting):
    user, pool, controller = setting
    controller.prepare()
    pool.client.on_event({"kind": "compiling", "count": 220, "seconds": 1.0, "name": "f"})
    assert user.calls == [("delay",)] and controller.compilation_progress() == 0.5


def test_messages_about_the_engine_are_in_the_language_of_the_user(setting):
    user, _, controller = setting
    controller.language = lambda: "x-test"
    user.wanted = ANALYSIS
    controller.update()
    controller.on_event({"kind": "died", "reason": "exit code 1"})
    assert [call[1][0] for call in user.calls if call[0] == "message"] == ["⟦"]
