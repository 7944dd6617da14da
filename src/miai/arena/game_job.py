"""A game as a job: plain data in, plain data out, so that it can be played in any process on any machine.

The result of a job:

| field | meaning |
|---|---|
| `result` | as in SGF: B+3.5, W+R, B+T, W+F (forfeit), 0 |
| `score_a` | points of side a: 1, 0.5 or 0 |
| `ended` | passes, resign, limit, or the kind of fault: illegal, time, crash, hang, nonsense, refusal, memory |
| `fault_of`, `detail` | the side (a or b) that lost by a fault, and a description |
| `dead`, `judged_by`, `disagreement` | see `referee.GameVerdict` |
| `moves`, `moves_hash` | number of moves, and a fingerprint that identifies equal games |
| `sides` | for a and b: colour, version, moves, seconds, cpu_seconds, playouts, memory_mib, ignored_quit, stderr_bytes, flooded |
| `files` | SGF and logs by file name, to be written beside the results |
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from miai.arena.conditions import Conditions
from miai.arena.engines import EngineSpec
from miai.arena.play import Fault, GameEnd, GamePlay, Side
from miai.arena.records import sgf_of
from miai.arena.referee import GameVerdict, judge, winner_of
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, WHITE, other, to_vertex

_SUFFIX = {"resign": "R", "time": "T"}


def seed_of(run_seed: int, job_id: str, purpose: str) -> int:
    """Return a seed from 1 to 2^31 - 1 that depends on the arguments only; GNU Go accepts no larger ones."""
    digest = hashlib.sha256(f"{run_seed}/{job_id}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (2**31 - 1) + 1


def new_game_job(
    job_id: str,
    a: EngineSpec,
    b: EngineSpec,
    conditions: Conditions,
    seed: int,
    *,
    a_plays: str = "black",
    opening: Sequence[str] = (),
    pairing: str = "",
    pair: int = 0,
) -> dict[str, Any]:
    """Return a job for `play_job`.

    Parameters
    ----------
    job_id : str
        Name of the game; its files are called after it.
    a, b : EngineSpec
        The two sides.
    conditions : Conditions
        Board, rules and limits.
    seed : int
        Seed of the run. The seeds of both engines and of the referee are derived from it and `job_id`.
    a_plays : str
        Colour of side a, "black" or "white".
    opening : sequence of str
        Vertices that are played before the engines move.
    pairing, pair : str, int
        Key of the pairing and number of the pair, for statistics.
    """
    return {
        "id": job_id,
        "pairing": pairing,
        "pair": pair,
        "a_plays": a_plays,
        "opening": list(opening),
        "seed": seed,
        "conditions": conditions.as_data(),
        "a": a.as_data(),
        "b": b.as_data(),
    }


def play_job(job: dict[str, Any]) -> dict[str, Any]:
    """Play the game that `job` describes (see `new_game_job`) and return its result (see the module's docstring)."""
    conditions = Conditions(**job["conditions"])
    engines = {"a": EngineSpec.from_data(job["a"]), "b": EngineSpec.from_data(job["b"])}
    colors = {"a": BLACK if job["a_plays"] == "black" else WHITE}
    colors["b"] = other(colors["a"])
    play = GamePlay.new(conditions)
    try:
        ending = _play(play, engines, colors, job)
        verdict = _verdict(play, ending, seed_of(job["seed"], job["id"], "referee"))
    finally:
        play.close()
    return _result(job, play, engines, colors, ending, verdict)


def _play(play: GamePlay, engines: dict[str, EngineSpec], colors: dict[str, int], job: dict[str, Any]) -> GameEnd:
    try:
        for side in ("a", "b"):
            play.start_engine(engines[side], colors[side], seed_of(job["seed"], job["id"], side))
        return play.play(job["opening"])
    except Fault as fault:
        if fault.kind in ("hang", "nonsense") and fault.color in play.sides:
            play.sides[fault.color].client.kill()  # it would not answer quit either
        return GameEnd(fault.kind, fault.color, str(fault))


def _verdict(play: GamePlay, ending: GameEnd, seed: int) -> GameVerdict:
    if ending.loser is None:
        return judge(play, seed, broken_off=ending.kind == "limit")
    winner = "B" if ending.loser == WHITE else "W"
    return GameVerdict(f"{winner}+{_SUFFIX.get(ending.kind, 'F')}")


def _result(
    job: dict[str, Any],
    play: GamePlay,
    engines: dict[str, EngineSpec],
    colors: dict[str, int],
    ending: GameEnd,
    verdict: GameVerdict,
) -> dict[str, Any]:
    winner = winner_of(verdict.result)
    moves = " ".join(to_vertex(turn.move) for turn in play.turns)
    is_fault = ending.loser is not None and ending.kind != "resign"
    how = f"{ending.kind}: {ending.detail}" if ending.detail else ending.kind
    title = f"{job['id']}: {engines['a'].name} - {engines['b'].name}"
    names = {colors[side]: engine.name for side, engine in engines.items()}
    files = {f"games/{job['id']}.sgf": sgf_of(play, names, title, verdict.result, _describe_end(how, verdict))}
    for side in ("a", "b"):
        if (seat := play.sides.get(colors[side])) and (log := seat.client.log.text()):
            files[f"logs/{job['id']}-{side}.txt"] = log
    return {
        "pairing": job["pairing"],
        "pair": job["pair"],
        "a_plays": job["a_plays"],
        "result": verdict.result,
        "score_a": 0.5 if winner is None else float(winner == colors["a"]),
        "ended": ending.kind,
        "fault_of": next(side for side in "ab" if colors[side] == ending.loser) if is_fault else None,
        "detail": ending.detail,
        "dead": verdict.dead,
        "judged_by": verdict.judged_by if ending.loser is None else "",
        "disagreement": verdict.disagreement,
        "moves": len(play.turns),
        "moves_hash": hashlib.sha256(moves.encode()).hexdigest()[:16],
        "sides": {side: _side_data(play.sides.get(color), color) for side, color in colors.items()},
        "files": files,
    }


def _describe_end(how: str, verdict: GameVerdict) -> str:
    lines = [f"ended by {how}"]
    if verdict.judged_by != "rules" or verdict.dead:
        lines.append(f"dead stones by {verdict.judged_by}: {' '.join(verdict.dead) or 'none'}")
    if verdict.disagreement:
        lines.append(f"disagreement: {verdict.disagreement}")
    return "\n".join(lines)


def _side_data(side: Side | None, color: int) -> dict[str, Any]:
    """Return the figures of one side; only its colour if it could not be started."""
    if side is None:
        return {"color": COLOR_NAMES[color]}
    client = side.client
    return {
        "color": COLOR_NAMES[color],
        "version": side.version,
        "moves": side.moves,
        "seconds": round(side.seconds, 3),
        "cpu_seconds": round(max(0.0, client.usage().cpu_seconds - side.cpu_before), 3),
        "playouts": side.playouts,
        "memory_mib": round(client.peak_memory_mib, 1),
        "ignored_quit": client.ignored_quit,
        "stderr_bytes": client.log.length,
        "flooded": client.log.is_flooded,
    }


def file_name(text: str) -> str:
    """Return `text` in a form that is safe in a file name."""
    return re.sub(r"[^A-Za-z0-9._=]+", "-", text).strip("-.")[:60] or "engine"
