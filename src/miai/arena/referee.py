"""The result of a game that ended by passes, with the dead stones that the engines agree on.

If they disagree or do not answer, a referee judges: our own estimate by random games, or another engine that gets the moves of the game.
The opinions of both sides are stored, so that disagreements can be reviewed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from miai.arena.conditions import JUDGES, Conditions
from miai.arena.engines import command_line, parse_engine
from miai.arena.gtp_client import EngineFailure, GtpClient
from miai.arena.play import START_SECONDS, Fault, GamePlay, Side
from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, WHITE, Point, from_vertex_list, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.tally import tally, whole_chains

Stones = frozenset[Point]


@dataclass(frozen=True)
class Opinion:
    """The stones that are dead, and those in seki."""

    dead: Stones = frozenset()
    seki: Stones = frozenset()

    def as_text(self) -> str:
        text = " ".join(to_vertex(point) for point in sorted(self.dead)) or "none"
        return f"{text} dead" + (f", {' '.join(map(to_vertex, sorted(self.seki)))} in seki" if self.seki else "")


@dataclass
class GameVerdict:
    """The result as in SGF, and how it was found."""

    result: str
    dead: list[str] = field(default_factory=list)
    judged_by: str = "rules"
    """"agreement", "rules" (where no stone can be dead), or the referee's name."""
    disagreement: str | None = None


def judge(play: GamePlay, seed: int, broken_off: bool) -> GameVerdict:
    """Score the game. In games that were `broken_off` the engines are not asked. Failures of engines are not raised."""
    conditions = play.conditions
    if not conditions.ruleset.dead_stones:
        return GameVerdict(_count(play, Opinion()))
    by_color = {} if broken_off else {color: _opinion_of(side, play) for color, side in play.sides.items()}
    opinions = [opinion for opinion in by_color.values() if opinion is not None]
    agreed = len(opinions) == 2 and opinions[0] == opinions[1]
    disagreement = None
    if len(opinions) == 2 and not agreed:
        disagreement = "; ".join(
            f"{play.sides[color].engine.name} ({COLOR_NAMES[color]}): {opinion.as_text()}"
            for color, opinion in by_color.items()
            if opinion
        )
    if agreed and not conditions.always_referee:
        return GameVerdict(_count(play, opinions[0]), _vertices(opinions[0]), "agreement")
    name, opinion = ask_referee(play, seed)
    if disagreement is None and opinions and any(each != opinion for each in opinions) and conditions.always_referee:
        disagreement = f"{name}: {opinion.as_text()}; the engines: {opinions[0].as_text()}"
    return GameVerdict(_count(play, opinion), _vertices(opinion), name, disagreement)


def _vertices(opinion: Opinion) -> list[str]:
    return [to_vertex(point) for point in sorted(opinion.dead)]


def _count(play: GamePlay, opinion: Opinion) -> str:
    return tally(play.game.position, play.conditions.ruleset, play.captures, opinion.dead, opinion.seki).result


def _opinion_of(side: Side, play: GamePlay) -> Opinion | None:
    """Return a player's opinion in whole chains; `None` if it has none, or names points without stones."""
    if not side.knows("final_status_list"):
        return None
    try:
        return _ask_status(side.client, play.game.position, play.conditions)
    except (EngineFailure, Fault, ValueError):
        return None


def _ask_status(client: GtpClient, position: Position, conditions: Conditions) -> Opinion:
    found = {}
    for word in ("dead", "seki") if conditions.ruleset.counting == "territory" else ("dead",):
        answer = client.ask(f"final_status_list {word}", max(START_SECONDS, conditions.patience))
        found[word] = frozenset(whole_chains(position, from_vertex_list(answer, conditions.size)))
    return Opinion(**found)


def ask_referee(play: GamePlay, seed: int) -> tuple[str, Opinion]:
    """Return the referee's name and opinion. If an engine fails as a referee, our own estimate replaces it, and the name says so."""
    name = play.conditions.referee
    if name == "none":
        return name, Opinion()
    if name == "miai":
        return name, _estimate(play, seed)
    try:
        return name, _opinion_of_engine(name, play, seed)
    except (EngineFailure, ValueError, UserError):
        return f"miai ({name} failed)", _estimate(play, seed)


def check_referee(name: str) -> None:
    """Raise `UserError` for an unknown referee."""
    try:
        if name not in ("miai", "none"):
            parse_engine(name)
    except UserError as error:
        raise UserError(f"referee: {error}; known referees: {', '.join(JUDGES)}, or an engine") from error


def _estimate(play: GamePlay, seed: int) -> Opinion:
    from miai.go.rules.game import Game

    status = Game.from_position(play.game.position, play.game.to_play).estimate(seed)
    return Opinion(status.dead, status.seki if play.conditions.ruleset.counting == "territory" else frozenset())


def _opinion_of_engine(name: str, play: GamePlay, seed: int) -> Opinion:
    """Return the opinion of an engine that does not play, after sending it the game."""
    conditions = play.conditions
    client = GtpClient(command_line(parse_engine(name), conditions, seed))
    try:
        for command in (f"boardsize {conditions.size}", "clear_board", f"komi {conditions.komi:g}"):
            client.ask(command, START_SECONDS)
        for turn in play.turns:
            client.ask(f"play {COLOR_NAMES[turn.color]} {to_vertex(turn.move)}", conditions.patience)
        return _ask_status(client, play.game.position, conditions)
    finally:
        client.close()


def winner_of(result: str) -> int | None:
    """Return BLACK or WHITE from a result such as W+R; `None` for a draw."""
    return {"B": BLACK, "W": WHITE}.get(result[:1])
