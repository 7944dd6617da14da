"""Who has won a game that ended by passes: by the rules in force, with the dead stones that the engines agree on.

Where they do not agree, or do not say, a referee judges: our own estimate by random games, or an engine that is shown the game. What
each side said is kept, so that a disagreement can be looked up.
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
    """Which stones are dead and which are in seki."""

    dead: Stones = frozenset()
    seki: Stones = frozenset()

    def in_words(self) -> str:
        text = " ".join(to_vertex(point) for point in sorted(self.dead)) or "none"
        return f"{text} dead" + (f", {' '.join(map(to_vertex, sorted(self.seki)))} in seki" if self.seki else "")


@dataclass
class GameVerdict:
    """The result as records write it, and how it was found."""

    result: str
    dead: list[str] = field(default_factory=list)
    judged_by: str = "rules"
    """"agreement", "rules" (where no stone can be dead), or the referee's name."""
    disagreement: str | None = None


def judge(play: GamePlay, seed: int, broken_off: bool) -> GameVerdict:
    """Count the game. `broken_off` games are not at their end, so the engines are not asked. Raises nothing that an engine does."""
    conditions = play.conditions
    if not conditions.ruleset.dead_stones:
        return GameVerdict(_count(play, Opinion()))
    said = {} if broken_off else {color: _opinion_of(side, play) for color, side in play.sides.items()}
    opinions = [opinion for opinion in said.values() if opinion is not None]
    agreed = len(opinions) == 2 and opinions[0] == opinions[1]
    disagreement = None
    if len(opinions) == 2 and not agreed:
        disagreement = "; ".join(
            f"{play.sides[color].engine.name} ({COLOR_NAMES[color]}): {opinion.in_words()}"
            for color, opinion in said.items()
            if opinion
        )
    if agreed and not conditions.always_referee:
        return GameVerdict(_count(play, opinions[0]), _vertices(opinions[0]), "agreement")
    name, opinion = ask_referee(play, seed)
    if disagreement is None and opinions and any(each != opinion for each in opinions) and conditions.always_referee:
        disagreement = f"{name}: {opinion.in_words()}; the engines: {opinions[0].in_words()}"
    return GameVerdict(_count(play, opinion), _vertices(opinion), name, disagreement)


def _vertices(opinion: Opinion) -> list[str]:
    return [to_vertex(point) for point in sorted(opinion.dead)]


def _count(play: GamePlay, opinion: Opinion) -> str:
    return tally(play.game.position, play.conditions.ruleset, play.captures, opinion.dead, opinion.seki).result


def _opinion_of(side: Side, play: GamePlay) -> Opinion | None:
    """What a player says, as whole chains; `None` where it does not say, or names points without stones."""
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
    """The referee's name and opinion. An engine that fails as a referee is replaced by our own estimate, whose name tells so."""
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
    """Raises `UserError` unless there is such a referee."""
    try:
        if name not in ("miai", "none"):
            parse_engine(name)
    except UserError as error:
        raise UserError(f"referee: {error}; there are {', '.join(JUDGES)} and engines") from error


def _estimate(play: GamePlay, seed: int) -> Opinion:
    from miai.go.rules.game import Game

    status = Game.from_position(play.game.position, play.game.to_play).estimate(seed)
    return Opinion(status.dead, status.seki if play.conditions.ruleset.counting == "territory" else frozenset())


def _opinion_of_engine(name: str, play: GamePlay, seed: int) -> Opinion:
    """Show the game to an engine that does not play, and ask it."""
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
    """BLACK or WHITE from a result such as W+R; `None` for a draw."""
    return {"B": BLACK, "W": WHITE}.get(result[:1])
