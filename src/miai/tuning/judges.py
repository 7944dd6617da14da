"""Judges: how good are values of the parameters? Each measures one trial, as points out of a number of games or positions.

| judge | a trial | for |
|---|---|---|
| `games` | two games against an opponent, with colours exchanged, in the arena | any GTP engine |
| `own` | the same between two players in one process, which costs no starts of engines | miai against miai |
| `choices` | moves in positions of own games, valued by a longer search: 1 minus what the chosen move loses | miai |
| `moves` | positions of game records: does the engine choose the recorded move? | miai |
| `winner` | positions of game records: log-loss of the win rate against the result | miai |

A judge is plain data, since it is stored and sent to other processes.
"""

from __future__ import annotations

import math
import random
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from miai.core.errors import UserError
from miai.go.notation.coordinates import PASS
from miai.tuning.parameters import Value, Values

if TYPE_CHECKING:
    from miai.arena.engines import EngineSpec
    from miai.go.player import Player
    from miai.go.rules.game import Game

LEAST_RATE = 0.01
"""Win rates are kept this far from 0 and 1 before their logarithm is taken."""
WORST_LOSS = -math.log(LEAST_RATE)


@dataclass(frozen=True)
class TrialVerdict:
    """The result of a trial: `score` points out of `count`, and what else is worth keeping."""

    score: float
    count: int
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        return {"score": self.score, "count": self.count, "details": dict(self.details)}


def shown(value: Value) -> str:
    """Return a value as it is typed in a command."""
    return f"{value:.9g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Judge:
    """The common part of all judges."""

    kind: ClassVar[str] = ""

    def as_data(self) -> dict[str, Any]:
        return {"judge": self.kind} | asdict(self)

    def materials(self, trials: int, seed: int) -> list[Any]:
        """Return what each trial needs besides its values and its seed, as JSON values."""
        return [None] * trials

    def check(self, values: Values) -> None:
        """Raise `UserError` if the engine does not work with these values."""

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        """Return the result of a trial."""
        raise NotImplementedError


@dataclass(frozen=True)
class GamesJudge(Judge):
    """Games against opponents, which take turns, in the arena."""

    kind: ClassVar[str] = "games"
    engine: str = "miai"
    against: tuple[str, ...] = ("gnugo",)
    conditions: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    openings: str = "balanced"

    def materials(self, trials: int, seed: int) -> list[Any]:
        from miai.arena.openings import openings_for

        openings = openings_for(self.openings, self._conditions().size, trials, seed)
        return [{"opening": opening, "opponent": number % len(self.against)} for number, opening in enumerate(openings)]

    def check(self, values: Values) -> None:
        from miai.arena.contest import Pairing
        from miai.arena.runner import try_engine

        pairing = Pairing("", "", "", self._conditions())
        for engine in (self.engine_with(values), *map(self._opponent, range(len(self.against)))):
            try_engine(engine, pairing)

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        from miai.arena.game_job import new_game_job, play_job

        engine, other = self.engine_with(values), self._opponent(material["opponent"])
        games = []
        for color in ("black", "white"):
            opening = material["opening"]
            job = new_game_job(f"tune-{color}", engine, other, self._conditions(), seed, a_plays=color, opening=opening)
            games.append(play_job(job))
        kept = [{name: game[name] for name in ("result", "ended", "fault_of", "detail", "moves")} for game in games]
        return TrialVerdict(sum(game["score_a"] for game in games), len(games), {"opponent": other.name, "games": kept})

    def engine_with(self, values: Values) -> EngineSpec:
        """Return the engine with its parameters: as options of miai, at the place of {NAME} in any other command."""
        from miai.arena.engines import parse_engine

        if _is_miai(self.engine):
            words = " ".join(f"--set {name}={shown(value)}" for name, value in values.items())
            return parse_engine(f"{self.engine} {words}", self._limits(self.engine), "tuned")
        text = self.engine
        for name, value in values.items():
            if "{" + name + "}" not in text:
                raise UserError(f"engine {self.engine!r} has no place for parameter {name!r}; write {{{name}}} in its command")
            text = text.replace("{" + name + "}", shown(value))
        return parse_engine(text, self._limits(text), "tuned")

    def _opponent(self, number: int) -> EngineSpec:
        from miai.arena.engines import parse_engine

        text = self.against[number]
        return parse_engine(text, self._limits(text))

    def _limits(self, text: str) -> dict[str, Any]:
        """Return the limits that an engine can obey."""
        from miai.arena.engines import supports_limit

        return {name: value for name, value in self.limits.items() if supports_limit(tuple(shlex.split(text)), name)}

    def _conditions(self) -> Any:
        from miai.arena.conditions import Conditions

        return Conditions(**self.conditions)


def _is_miai(text: str) -> bool:
    return text.split(maxsplit=1)[0].partition(":")[0] == "miai"


@dataclass(frozen=True)
class PlayerJudge(Judge):
    """The common part of judges that use our player in this process."""

    preset: str = "default"
    settings: tuple[str, ...] = ()
    """Settings of the player that are not tuned, as name=value."""
    size: int = 9
    playouts: int | None = 200
    seconds: float | None = None

    def new_player(self, values: Values, seed: int) -> Player:
        from dataclasses import replace

        from miai.go.player import Player
        from miai.go.player.presets import preset_named
        from miai.go.player.settings import change_all

        words = [*self.settings, *(f"{name}={shown(value)}" for name, value in values.items())]
        settings = change_all(preset_named(self.preset), words)
        return Player(
            self.size, settings=replace(settings, seed=seed % 2**62, memory=128.0, playouts=self.playouts, seconds=self.seconds)
        )

    def check(self, values: Values) -> None:
        self.new_player(values, seed=1)


@dataclass(frozen=True)
class OwnGamesJudge(PlayerJudge):
    """Games of the player with the tuned values against itself without them, in one process."""

    kind: ClassVar[str] = "own"

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        from miai.experiments.shared.go_games import random_opening, wins

        opening = random_opening(self.size, seed)
        won = 0
        for color in (0, 1):
            tuned, other = self.new_player(values, seed + 2 * color), self.new_player({}, seed + 2 * color + 1)
            won += wins(tuned, other, color, opening)
        return TrialVerdict(float(won), 2)


@dataclass(frozen=True)
class ChoicesJudge(PlayerJudge):
    """Moves in undecided positions of own games, each valued by a longer search."""

    kind: ClassVar[str] = "choices"
    positions: int = 64
    """Positions in all; each trial is measured in some of them."""
    each: int = 4
    """Positions of a trial."""
    judge_playouts: int = 4000

    def materials(self, trials: int, seed: int) -> list[Any]:
        from miai.experiments.shared.choices import open_position

        made = [_as_moves(open_position(self.size, self.judge_playouts, seed + 1000 * number)) for number in range(self.positions)]
        return [[made[(trial * self.each + number) % len(made)] for number in range(self.each)] for trial in range(trials)]

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        from miai.experiments.shared.choices import move_values

        score = 0.0
        for moves in material:
            player = self.new_player(values, seed)
            game = _replay(player, moves)
            chosen = player.choose(game.to_play, may_resign=False).move
            worths = move_values(game, {chosen}, self.judge_playouts, seed=len(moves))
            score += 1 - (max(worths.values()) - worths[chosen])
        return TrialVerdict(score, len(material))


@dataclass(frozen=True)
class RecordsJudge(PlayerJudge):
    """The common part of judges by game records."""

    records: tuple[str, ...] = ()
    each: int = 8
    """Positions of a trial."""

    def materials(self, trials: int, seed: int) -> list[Any]:
        games = self._games()
        chance = random.Random(seed)
        drawn = []
        for _ in range(trials):
            picked = []
            for _ in range(self.each):
                game = chance.choice(games)
                last = chance.randrange(len(game["moves"]))
                picked.append({"moves": game["moves"][:last], "next": game["moves"][last], "winner": game["winner"]})
            drawn.append(picked)
        return drawn

    def _games(self) -> list[dict[str, Any]]:
        from miai.tuning.record_games import read_games

        return read_games(self.records, self.size, need_winner=self.kind == "winner")


@dataclass(frozen=True)
class MovesJudge(RecordsJudge):
    """Is the player's move the recorded one?"""

    kind: ClassVar[str] = "moves"

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        right = 0
        for position in material:
            player = self.new_player(values, seed)
            game = _replay(player, position["moves"])
            chosen = player.choose(game.to_play, may_resign=False).move
            right += _as_list(chosen) == position["next"][1]
        return TrialVerdict(float(right), len(material))


@dataclass(frozen=True)
class WinnerJudge(RecordsJudge):
    """Log-loss of the win rate against the winner of the game, scaled so that 1 is certain and right, 0 certain and wrong."""

    kind: ClassVar[str] = "winner"

    def measure(self, values: Values, material: Any, seed: int) -> TrialVerdict:
        score = 0.0
        for position in material:
            player = self.new_player(values, seed)
            game = _replay(player, position["moves"])
            to_play = game.to_play
            rate = player.choose(to_play, may_resign=False).analysis.value
            rate = min(max(rate, LEAST_RATE), 1 - LEAST_RATE)
            score += 1 + math.log(rate if to_play == position["winner"] else 1 - rate) / WORST_LOSS
        return TrialVerdict(score, len(material))


def _as_moves(game: Game) -> list[Any]:
    return [[color, _as_list(move)] for color, move in game.moves]


def _as_list(move: Any) -> Any:
    """Return a move as JSON keeps it: a list of two numbers, or a word."""
    return move if isinstance(move, str) else list(move)


def _replay(player: Player, moves: Sequence[Any]) -> Game:
    for color, move in moves:
        player.play(color, PASS if isinstance(move, str) else (move[0], move[1]))
    return player.game


JUDGES: dict[str, type[Judge]] = {judge.kind: judge for judge in (GamesJudge, OwnGamesJudge, ChoicesJudge, MovesJudge, WinnerJudge)}


def judge_from(data: Mapping[str, Any]) -> Judge:
    """Return the judge that `as_data` described."""
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name != "judge"}
    return JUDGES[data["judge"]](**given)
