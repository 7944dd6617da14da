"""An engine for tests: small searches on 9x9, and answers as (success, text)."""

from __future__ import annotations

from dataclasses import replace

from miai.go.player import PlayerSettings
from miai.gtp import GtpEngine

QUICK = PlayerSettings(playouts=24, judge_playouts=60, memory=16, seed=1)


def new_engine(size: int = 9, **changes) -> GtpEngine:
    return GtpEngine(size, settings=replace(QUICK, **changes))


def ask(engine: GtpEngine, line: str) -> tuple[bool, str]:
    """Return the answer to one line, with streamed text first."""
    sent: list[str] = []
    engine.write = sent.append
    last = engine.obey(line)
    answer = "".join([*sent, last])
    assert answer[:1] in "=?" and answer.endswith("\n\n"), answer
    assert "\n\n" not in answer[:-2], "an empty line inside"
    return answer[0] == "=", answer[1:].strip()


def good(engine: GtpEngine, line: str) -> str:
    went_well, text = ask(engine, line)
    assert went_well, f"{line}: {text}"
    return text


def bad(engine: GtpEngine, line: str) -> str:
    went_well, text = ask(engine, line)
    assert not went_well, f"{line}: {text}"
    return text
