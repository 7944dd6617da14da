"""Statistics of the games of a contest: plain data for `--json`, tables and plots, from a's viewpoint.

Infinite numbers (Elo after winning all games) and unknown ones are `None`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from miai.arena.contest import Contest, Pairing
from miai.arena.elo import Score, elo_at_equal_time, score_of
from miai.arena.ratings import rate
from miai.arena.sprt import Bounds, Sprt, sequential_test
from miai.core.extras import is_missing
from miai.core.statistics import mean_with_interval

GameResult = dict[str, Any]
"""The result of a game from `game_job`; results of a run also have `id`."""

FAULTS = {
    "crash": "crashes",
    "hang": "hangs",
    "illegal": "illegal",
    "time": "time_losses",
    "nonsense": "nonsense",
    "refusal": "refusals",
    "memory": "memory",
}
"""The kinds of faults, and the names of their counts."""


def pairs_of(games: Sequence[GameResult], key: str) -> list[list[GameResult]]:
    """Return the games of a pairing in pairs, in the order of their openings."""
    found: dict[int, list[GameResult]] = {}
    for game in games:
        if game["pairing"] == key:
            found.setdefault(game["pair"], []).append(game)
    return [found[number] for number in sorted(found)]


def points(pairs: Sequence[Sequence[GameResult]]) -> list[list[float]]:
    """Return a's points in the games of each pair."""
    return [[game["score_a"] for game in pair] for pair in pairs]


def sprt_of(pairs: Sequence[Sequence[GameResult]], bounds: Bounds) -> Sprt:
    """Return the test over the pairs up to the first incomplete one.

    Short games may have other results than long ones, so a test over all finished games would be biased. This test does not depend on
    the order in which games finish.
    """
    complete = []
    for number, pair in enumerate(pairs):
        if len(pair) < 2 or pair[0]["pair"] != number:
            break
        complete.append([game["score_a"] for game in pair])
    return sequential_test(complete, bounds)


def short_score(contest: Contest, games: Sequence[GameResult]) -> str:
    """Return one line for the progress: score and Elo of a match, or the faults of a tournament."""
    if contest.kind != "match":
        return f"{sum(game['fault_of'] is not None for game in games)} faults"
    pairs = pairs_of(games, "")
    found = score_of(points(pairs), contest.confidence)
    text = f"{found.score:.1%}, Elo {_plain(found.elo)} [{_plain(found.elo_low)}, {_plain(found.elo_high)}]"
    return text + (f", LLR {sprt_of(pairs, contest.sprt).llr:.2f}" if contest.sprt else "")


def _plain(elo: float) -> str:
    return f"{elo:+.0f}"


def finite(value: float | None, digits: int = 6) -> float | None:
    """Return a rounded number for JSON, or `None` if it is infinite."""
    return round(value, digits) if value is not None and math.isfinite(value) else None


def summarise_pairing(contest: Contest, pairing: Pairing, games: Sequence[GameResult]) -> dict[str, Any]:
    """Return all statistics of one pairing."""
    pairs = pairs_of(games, pairing.key)
    games = [game for pair in pairs for game in pair]
    summary: dict[str, Any] = {"a": pairing.a, "b": pairing.b, "group": pairing.group, **_results(pairs, games, contest.confidence)}
    summary |= _troubles(games)
    summary["colors"] = _colors(games, contest.confidence)
    summary["length"] = _lengths(games)
    summary["sides"] = {side: _side(contest, pairing, games, side) for side in ("a", "b")}
    summary |= _equal_time(summary)
    summary["sprt"] = _sprt_data(pairs, contest.sprt)
    summary["conditions"] = pairing.conditions.as_data()
    return summary


def _results(pairs: list[list[GameResult]], games: Sequence[GameResult], confidence: float) -> dict[str, Any]:
    counts = Counter(game["score_a"] for game in games)
    data: dict[str, Any] = {"games": len(games), "wins": counts[1.0], "losses": counts[0.0], "draws": counts[0.5]}
    names = ("win_rate", "low", "high", "elo", "elo_low", "elo_high", "superiority")
    if not games:
        return data | dict.fromkeys(names)
    wilson = score_of([[game["score_a"]] for game in games], confidence) if counts[0.5] else None
    paired = score_of(points(pairs), confidence)
    low, high = (wilson.low, wilson.high) if wilson else _plain_wilson(counts[1.0], len(games), confidence)
    values = (paired.score, low, high, paired.elo, paired.elo_low, paired.elo_high, paired.superiority)
    penta = Counter(sum(pair) for pair in points(pairs) if len(pair) == 2)
    return (
        data
        | {name: finite(value) for name, value in zip(names, values, strict=True)}
        | {"pairs": [penta[total / 2] for total in range(5)], "confidence": confidence}
    )


def _plain_wilson(wins: int, games: int, confidence: float) -> tuple[float, float]:
    from miai.core.statistics import wilson

    found = wilson(wins, games, confidence)
    return found.low, found.high


def _troubles(games: Sequence[GameResult]) -> dict[str, Any]:
    """Return the problems, counted and listed."""
    ended = Counter(game["ended"] for game in games)
    data: dict[str, Any] = {name: ended[kind] for kind, name in FAULTS.items()}
    data["disagreements"] = sum(game["disagreement"] is not None for game in games)
    data["judged_by"] = dict(Counter(game["judged_by"] for game in games if game["judged_by"]))
    data["move_limits"] = ended["limit"]
    data["ignored_quit"] = sum(game["sides"][side].get("ignored_quit", False) for game in games for side in "ab")
    data["stderr_floods"] = sum(game["sides"][side].get("flooded", False) for game in games for side in "ab")
    data["identical_games"] = len(games) - len({(game["moves_hash"], game["a_plays"]) for game in games})
    data["troubles"] = [trouble for game in games for trouble in _troubles_of(game)]
    return data


def _troubles_of(game: GameResult) -> list[dict[str, Any]]:
    found = []
    if game["fault_of"]:
        found.append((game["fault_of"], game["ended"], game["detail"]))
    if game["disagreement"]:
        found.append(("", "disagreement", f"{game['disagreement']}; judged by {game['judged_by']}: {game['result']}"))
    for side in "ab":
        data = game["sides"][side]
        if data.get("ignored_quit"):
            found.append((side, "ignored quit", "had to be killed"))
        if data.get("flooded"):
            found.append((side, "stderr flood", f"{data['stderr_bytes']:,} bytes"))
    return [{"game": game["id"], "side": side, "kind": kind, "detail": detail} for side, kind, detail in found]


def _colors(games: Sequence[GameResult], confidence: float) -> dict[str, Any]:
    """Return the points of a with each colour, and of Black in all games, each with Wilson's interval."""
    black = [game["score_a"] if game["a_plays"] == "black" else 1 - game["score_a"] for game in games]
    by_color = {color: [game["score_a"] for game in games if game["a_plays"] == color] for color in ("black", "white")}
    return {
        "a_as_black": _share(by_color["black"], confidence),
        "a_as_white": _share(by_color["white"], confidence),
        "black": _share(black, confidence),
    }


def _share(values: list[float], confidence: float) -> dict[str, Any]:
    found: Score | None = score_of([[value] for value in values], confidence) if values else None
    return {
        "games": len(values),
        "points": sum(values),
        "win_rate": found and finite(found.score),
        "low": found and finite(found.low),
        "high": found and finite(found.high),
    }


def _lengths(games: Sequence[GameResult]) -> dict[str, Any]:
    moves = [game["moves"] for game in games]
    if not moves:
        return {"mean": None, "shortest": None, "longest": None}
    interval = mean_with_interval(moves) if len(moves) > 1 and not is_missing("scipy") else None
    return {
        "mean": sum(moves) / len(moves),
        "low": interval and interval.low,
        "high": interval and interval.high,
        "shortest": min(moves),
        "longest": max(moves),
    }


def _side(contest: Contest, pairing: Pairing, games: Sequence[GameResult], side: str) -> dict[str, Any]:
    """Return the resources that one side used in all games; a rate is `None` if nothing was counted."""
    used = [game["sides"][side] for game in games]
    total = {name: sum(each.get(name, 0) for each in used) for name in ("moves", "seconds", "cpu_seconds", "playouts")}
    engine = contest.engine(pairing, side)
    return {
        "engine": engine.name,
        "command": " ".join(engine.words),
        "version": next((each["version"] for each in used if each.get("version")), ""),
        **{name: finite(value, 3) for name, value in total.items()},
        "seconds_per_move": _ratio(total["seconds"], total["moves"]),
        "cpu_seconds_per_move": _ratio(total["cpu_seconds"], total["moves"]),
        "playouts_per_move": _ratio(total["playouts"], total["moves"]),
        "playouts_per_second": _ratio(total["playouts"], total["seconds"]),
        "memory_mib": max((each.get("memory_mib", 0.0) for each in used), default=None),
        "faults": dict(Counter(game["ended"] for game in games if game["fault_of"] == side)),
    }


def _ratio(amount: float, by: float) -> float | None:
    return finite(amount / by) if amount and by else None


def _equal_time(summary: dict[str, Any]) -> dict[str, Any]:
    """Return the ratio of a's processor time per move to b's, and the estimated Elo at equal time.

    The estimate is made only for engines that report playouts, since it assumes that more time means more playouts.
    """
    (mine, theirs), playouts = (
        [summary["sides"][side][name] for side in ("a", "b")] for name in ("cpu_seconds_per_move", "playouts_per_move")
    )
    if not mine or not theirs:
        return {"time_ratio": None, "elo_at_equal_time": None}
    elo = summary["elo"] if all(playouts) else None
    return {
        "time_ratio": finite(mine / theirs),
        "elo_at_equal_time": None if elo is None else finite(elo_at_equal_time(elo, mine / theirs)),
    }


def _sprt_data(pairs: list[list[GameResult]], bounds: Bounds | None) -> dict[str, Any] | None:
    if bounds is None:
        return None
    test = sprt_of(pairs, bounds)
    limits = {"elo0": bounds.elo0, "elo1": bounds.elo1, "alpha": bounds.alpha, "beta": bounds.beta}
    return limits | {"llr": test.llr, "lower": bounds.lower, "upper": bounds.upper, "pairs": test.pairs, "decision": test.decision}


def summarise_contest(contest: Contest, games: Sequence[GameResult]) -> dict[str, Any]:
    """Return the statistics of a tournament: every pairing, and the ratings on each board."""
    pairings = [summarise_pairing(contest, pairing, games) for pairing in contest.pairings]
    return {
        "pairings": pairings,
        "boards": [_board(contest, group, pairings) for group in dict.fromkeys(p["group"] for p in pairings)],
    }


def _board(contest: Contest, group: str, pairings: list[dict[str, Any]]) -> dict[str, Any]:
    won: dict[tuple[str, str], float] = {}
    for pairing in pairings:
        if pairing["group"] == group and pairing["games"]:
            mine = pairing["wins"] + pairing["draws"] / 2
            won[pairing["a"], pairing["b"]] = won.get((pairing["a"], pairing["b"]), 0.0) + mine
            won[pairing["b"], pairing["a"]] = won.get((pairing["b"], pairing["a"]), 0.0) + pairing["games"] - mine
    names = {name for pair in won for name in pair}
    ratings = rate(won, contest.anchor if contest.anchor in names else None, contest.confidence)
    table = [{key: value if isinstance(value, str) else finite(value) for key, value in vars(row).items()} for row in ratings.table]
    return {"board": group, "ratings": table, "is_regularised": ratings.is_regularised}
