"""Which of the six published configurations of UCT plays the best Go?

Table 3.1 of Brodeur and Childs (2008): plain UCT (Base), with a table of values (NoGroup), and with move groups. They played 1,000 games
each against GNU Go, at 10 and 20 seconds a move on 9x9 and at 40, 80 and 160 seconds on 13x13. Here the configurations play each other, in
pairs of games with the same two random stones and colours exchanged, at equal playouts or in equal time. All pairs of configurations have
the same openings. Matches in equal time depend on the machine: run them on an otherwise idle core.

The published tables were small beside the searches: LibEGO made about 40,000 playouts a second (appendix E), so a move of 20 seconds on 9x9
had up to 800,000 playouts, and 500,000 or 50,000 entries. With a few thousand playouts a table of the printed size is never full, and
ManGroup and ManGroupSmall are the same engine. `tables` chooses: `scaled` keeps the published ratio of entries to playouts, `printed` keeps
the printed number of entries. The share of turns on which a table was full is measured, and the share of entries that several nodes of the
tree looked up: without such entries a table changes nothing.

An opening is the unit of all intervals. The source has n p ± 2 sigma of single games, which is shown beside them, and figure 3.14 has 90 %
instead of 95 %. `pairs` restricts a run to some pairs; a pair plays the same games in every run with the same seed, whatever others play.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError
from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Finding, Scalar, Table, parameter
from miai.experiments.frame.declaration import Experiment
from miai.experiments.frame.parameters import look_up
from miai.experiments.frame.verdicts import all_of, bounds, decided_by, is_above, is_below
from miai.experiments.published import BRODEUR_CHILDS
from miai.experiments.shared.go_games import TimedPlayer, random_opening, wins

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from miai.go.player import Player
    from miai.go.player.deciding import Decision

CONFIGURATIONS = {
    "Base": "libego",
    "NoGroup": "no-group",
    "ManGroup": "man-group",
    "ManGroupSmall": "man-group-small",
    "JamesGroup": "james-group",
    "JamesGroupNoMan": "james-group-no-man",
}
"""The presets of the player by their published names."""
PUBLISHED_PLAYOUTS = 800_000
"""Playouts of a published move on 9x9: 20 seconds at 40,000 playouts a second."""
PLAYOUTS_PER_SECOND = 15_000
"""Playouts of Base on 9x9 in a second, by which tables are scaled where moves are limited in seconds."""
OPENINGS_OF_A_JOB = 5
TABLES = ("scaled", "printed")
FULL, SHARED, SECONDS = "turns with a full table", "entries that several nodes share", "processor seconds per 1,000 playouts"
ALL = "all"
CLAIMED = (("ManGroupSmall", "Base"), ("ManGroup", "NoGroup"), ("ManGroup", "Base"), ("ManGroup", "ManGroupSmall"))
"""The pairs of which the source says that the first is better, from figures 3.12 to 3.14."""
WIDTHS = {"95 %, over openings": 0.95, "90 %, over openings": 0.9}
SIGMA = "± 2 sigma of games (source)"
OVERALL, OVERALL_SIGMA = "score of all games", "the same, ± 2 sigma of games"
SUMS = ("turns", "full", "entries", "shared", "playouts", "cpu_seconds")
"""The fields of `Observed`, sums over the moves of a configuration."""


@dataclass(frozen=True)
class Parameters:
    size: int = parameter(9, "board size", low=5, high=19)
    playouts: int = parameter(2000, "playouts per move", low=2)
    seconds: float = parameter(0.0, "seconds per move instead of playouts; 0: playouts", low=0, high=3600)
    tables: str = parameter("scaled", "entries of the tables of values", choices=TABLES)
    configurations: tuple[str, ...] = parameter(tuple(CONFIGURATIONS), "configurations that play each other")
    pairs: tuple[str, ...] = parameter((ALL,), "pairs of configurations that play, such as ManGroup-Base; all: every pair")
    openings: int = parameter(100, "openings, each with two games of each pair of configurations; a multiple of 5", low=5)

    def __post_init__(self) -> None:
        for name in self.configurations:
            look_up("configuration", name, CONFIGURATIONS)
        if len(set(self.configurations)) != len(self.configurations) or len(self.configurations) < 2:
            raise UserError("parameter configurations needs at least two different names")
        if self.openings % OPENINGS_OF_A_JOB:
            raise UserError(f"parameter openings must be a multiple of {OPENINGS_OF_A_JOB}, not {self.openings}")
        if len(set(self.matches)) != len(self.matches):
            raise UserError("parameter pairs has the same pair twice")

    @property
    def expected_playouts(self) -> float:
        return self.seconds * PLAYOUTS_PER_SECOND if self.seconds else self.playouts

    @property
    def has_all_pairs(self) -> bool:
        return self.pairs == (ALL,)

    @property
    def matches(self) -> list[tuple[str, str]]:
        """The pairs that play, each in the order of `configurations`: the seed of a job depends on the order of its names."""
        if self.has_all_pairs:
            return list(itertools.combinations(self.configurations, 2))
        return [self.read_pair(typed) for typed in self.pairs]

    @property
    def playing(self) -> list[str]:
        """The configurations that play at all."""
        return [name for name in self.configurations if any(name in match for match in self.matches)]

    def read_pair(self, typed: str) -> tuple[str, str]:
        """Return the two names of a pair typed as `ManGroup-Base`. Raise `UserError`."""
        names = [name.strip() for name in typed.split("-")]
        if len(names) != 2 or names[0] == names[1]:
            raise UserError(f"parameter pairs needs pairs of two different names, as in ManGroup-Base, not {typed!r}")
        for name in names:
            look_up("configuration", name, dict.fromkeys(self.configurations), "parameter pairs")
        first, second = sorted(names, key=self.configurations.index)
        return first, second


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for block in range(parameters.openings // OPENINGS_OF_A_JOB):
        for first, second in parameters.matches:
            yield {"first": first, "second": second, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    names = str(job["first"]), str(job["second"])
    labels = {"first": names[0], "second": names[1]}
    cells, seen = [], [Observed(), Observed()]
    for number in range(OPENINGS_OF_A_JOB):
        opening = int(job["block"]) * OPENINGS_OF_A_JOB + number
        won = 0
        for color in (0, 1):
            stream = 4 * (seed + number) + 2 * color
            first, second = (
                WatchedPlayer(new_player(parameters, name, stream + side), seen[side]) for side, name in enumerate(names)
            )
            won += wins(first, second, color, random_opening(parameters.size, opening))
        cells.append(Cell({**labels, "opening": opening}, "won", won, count=2))
    for name, found in zip(names, seen, strict=True):
        where = {**labels, "block": job["block"], "configuration": name}
        cells += [Cell(where, what, getattr(found, what)) for what in SUMS]
    return cells


@dataclass
class Observed:
    """Sums over the moves of a configuration."""

    turns: int = 0
    full: int = 0
    entries: int = 0
    shared: int = 0
    playouts: int = 0
    cpu_seconds: float = 0.0


class WatchedPlayer(TimedPlayer):
    """A player whose moves are counted: their playouts and processor time, and the use of the table of values."""

    def __init__(self, player: Player, seen: Observed) -> None:
        super().__init__(player)
        self.seen = seen

    def genmove(self, color: int) -> Decision:
        began = time.process_time()
        decision = self.player.choose(color)
        self.seen.cpu_seconds += time.process_time() - began
        self.seen.turns += 1
        self._look_at_table(self.player.thinker.search)
        self.seen.playouts += self.player.thinker.playouts
        if decision.move != "resign":
            self.player.play(color, decision.move)
        return decision

    def _look_at_table(self, search: Any) -> None:
        if search is not None and search.table is not None:
            entries, shared = search.table.count_shared()
            self.seen.full += bool(search.graph.head.entries_refused)
            self.seen.entries += entries
            self.seen.shared += shared


def new_player(parameters: Parameters, name: str, seed: int) -> Player:
    from miai.go.player import Player
    from miai.go.player.presets import preset_named

    settings = preset_named(CONFIGURATIONS[name])
    if parameters.tables == "scaled":
        entries = max(1, round(settings.search.table_entries * parameters.expected_playouts / PUBLISHED_PLAYOUTS))
        settings = replace(settings, search=replace(settings.search, table_entries=entries))
    limit: dict[str, Any] = {"seconds": parameters.seconds} if parameters.seconds else {"playouts": parameters.playouts}
    return Player(parameters.size, settings=replace(settings, seed=seed % 2**62, early_stop=False, judge_playouts=200, **limit))


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the score of each pair, that of each configuration against all others, and what was seen of its moves."""
    made = []
    for first, second in parameters.matches:
        shares = [(cell.value or 0.0) / 2 for cell in of_pair(cells, first, second)]
        made.append(share_cell({"first": first, "second": second}, "score", shares))
        made.append(share_cell({"first": second, "second": first}, "score", [1 - share for share in shares]))
        made += all_widths(first, second, shares)
    for name in parameters.playing:
        made += [*overall_score(parameters, cells, name), *costs(cells, name)]
    return made


def all_widths(first: str, second: str, shares: Sequence[float]) -> list[Cell]:
    """Return the score of a pair with each kind of interval, of the configuration that the source finds better if it compares them."""
    if (second, first) in CLAIMED:
        first, second, shares = second, first, [1 - share for share in shares]
    labels = {"pair": f"{first}-{second}"}
    by_opening = [share_cell(labels, name, shares, confidence) for name, confidence in WIDTHS.items()]
    return [*by_opening, sigma_cell(labels, SIGMA, by_opening[0].value or 0.0, 2 * len(shares))]


def overall_score(parameters: Parameters, cells: Sequence[Cell], name: str) -> list[Cell]:
    """Return the share of all its games that a configuration won. Empty unless all pairs play: then opponents would differ."""
    if not parameters.has_all_pairs:
        return []
    labels, shares = {"configuration": name}, shares_by_opening(parameters, cells, name)
    games = 2 * len(shares) * (len(parameters.configurations) - 1)
    overall = share_cell(labels, OVERALL, shares)
    return [overall, sigma_cell(labels, OVERALL_SIGMA, overall.value or 0.0, games)]


def of_pair(cells: Iterable[Cell], first: str, second: str) -> list[Cell]:
    return [
        cell for cell in cells if cell.measure == "won" and (cell.parameters["first"], cell.parameters["second"]) == (first, second)
    ]


def shares_by_opening(parameters: Parameters, cells: Sequence[Cell], name: str) -> list[float]:
    """Return the share of the games of configuration `name` that it won, for each opening."""
    found: dict[Scalar, list[float]] = {}
    for first, second in parameters.matches:
        if name in (first, second):
            for cell in of_pair(cells, first, second):
                share = (cell.value or 0.0) / 2
                found.setdefault(cell.parameters["opening"], []).append(share if name == first else 1 - share)
    return [sum(shares) / len(shares) for shares in found.values()]


def share_cell(labels: Mapping[str, Scalar], measure: str, shares: Sequence[float], confidence: float = 0.95) -> Cell:
    """Return the mean share with Student's interval over openings, cut off at 0 and 1."""
    mean = mean_with_interval(shares, confidence)
    return Cell(labels, measure, mean.mean, max(0.0, mean.low), min(1.0, mean.high), len(shares))


def sigma_cell(labels: Mapping[str, Scalar], measure: str, share: float, games: int) -> Cell:
    """Return the share with the interval of the source, n p ± 2 sigma, as if all games were independent."""
    reach = 2 * math.sqrt(share * (1 - share) / games)
    return Cell(labels, measure, share, share - reach, share + reach, games)


def costs(cells: Iterable[Cell], name: str) -> list[Cell]:
    sums = dict.fromkeys(SUMS, 0.0)
    for cell in cells:
        if cell.measure in sums and cell.parameters.get("configuration") == name:
            sums[cell.measure] += cell.value or 0.0
    if not sums["turns"] or not sums["playouts"]:
        return []
    seconds = 1000 * sums["cpu_seconds"] / sums["playouts"]
    values = [(FULL, sums["full"] / sums["turns"]), (SECONDS, seconds), ("playouts of a move", sums["playouts"] / sums["turns"])]
    if sums["entries"]:
        values.append((SHARED, sums["shared"] / sums["entries"]))
    return [Cell({"configuration": name}, measure, value, count=int(sums["turns"])) for measure, value in values]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge what the source concludes from figures 3.12 to 3.14, each by the games of the two configurations against each other."""
    found = []
    for winner, loser in CLAIMED:
        score = score_of(cells, winner, loser)
        if score is not None:
            claim = f"{winner} is better than {loser}"
            found.append(Finding(claim, is_above(bounds(score), 0.5), in_words(score), decided_by(INTERVAL)))
    return found + worst_of_all(parameters, cells)


INTERVAL = "95 % interval of Student over openings"


def worst_of_all(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge that JamesGroupNoMan loses to each other configuration, with joint 95 % intervals. Empty unless it plays them all."""
    name = "JamesGroupNoMan"
    others = [other for other in parameters.configurations if other != name]
    scores = [(other, score) for other in others if (score := score_of(cells, name, other)) is not None]
    if name not in parameters.configurations or len(scores) < len(others):
        return []
    verdicts, parts = [], []
    for other, score in scores:
        joint = jointly(score, len(others))
        verdicts.append(is_below(joint, 0.5))
        parts.append(f"against {other} {score.value or 0.0:.3f} ({joint[0]:.3f} to {joint[1]:.3f})")
    test = decided_by(INTERVAL, len(parts), "joint by Bonferroni's correction")
    return [Finding(f"{name} is worse than every other configuration", all_of(verdicts), "; ".join(parts), test)]


def score_of(cells: Sequence[Cell], first: str, second: str) -> Cell | None:
    wanted = {"first": first, "second": second}
    return next((cell for cell in cells if cell.measure == "score" and cell.parameters == wanted), None)


def jointly(score: Cell, comparisons: int) -> tuple[float, float]:
    """Return the interval of a score widened by Bonferroni's correction, cut off at 0 and 1."""
    from scipy import stats

    low, high = bounds(score)
    one, all_of_them = (float(stats.t.ppf(1 - 0.025 / count, score.count - 1)) for count in (1, comparisons))
    centre = score.value or 0.0
    reach = max(centre - low, high - centre) * all_of_them / one  # one of the bounds may have been cut off
    return max(0.0, centre - reach), min(1.0, centre + reach)


def in_words(score: Cell) -> str:
    low, high = bounds(score)
    return f"score {score.value or 0.0:.3f} ({low:.3f} to {high:.3f}) in {2 * score.count} games"


def score_of_configurations(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw the share of all games that each configuration won, as figures 3.12 to 3.14, with both kinds of interval."""
    if not parameters.has_all_pairs:
        return None
    kinds = {OVERALL: "95 %, over openings", OVERALL_SIGMA: SIGMA}
    return draw_scores(parameters, cells, "configuration", kinds, "share of games won against the others")


def score_of_pairs(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw the score of each pair where not all pairs play, with every kind of interval."""
    if parameters.has_all_pairs:
        return None
    return draw_scores(parameters, cells, "pair", {name: name for name in (*WIDTHS, SIGMA)}, "share of games that the first won")


def draw_scores(parameters: Parameters, cells: Sequence[Cell], label: str, kinds: Mapping[str, str], axis: str) -> Figure:
    """Draw the cells of each measure in `kinds`, whose values are names in the legend, at one place for each value of `label`."""
    from miai.experiments.frame.style import OKABE_ITO, legend_outside, new_figure

    figure, (axes, *_) = new_figure(title=f"{parameters.size}x{parameters.size}, {limit_in_words(parameters)}")
    drawn = [cell for cell in cells if cell.measure in kinds]
    places = list(dict.fromkeys(str(cell.parameters[label]) for cell in drawn))
    for number, (measure, kind) in enumerate(kinds.items()):
        shift = 0.2 * (number - (len(kinds) - 1) / 2)
        for cell in (each for each in drawn if each.measure == measure):
            place = places.index(str(cell.parameters[label])) + shift
            axes.plot([place] * 2, bounds(cell), color=OKABE_ITO[number], label=kind)
            axes.plot([place], [cell.value], "o", color=OKABE_ITO[number])
    axes.axhline(0.5, color="black", linewidth=0.8)
    axes.set_xticks(range(len(places)), places, rotation=30, ha="right")
    axes.set_ylabel(axis)
    legend_outside(figure, "interval")
    return figure


def limit_in_words(parameters: Parameters) -> str:
    return f"{parameters.seconds:g} s a move" if parameters.seconds else f"{parameters.playouts:,} playouts a move"


def prepare(parameters: Parameters) -> None:
    for name in parameters.playing:
        new_player(replace(parameters, playouts=2, seconds=0.0), name, 0).prepare()


EXPERIMENT = Experiment(
    name="go-plan",
    question="Which of the six published configurations of UCT, with transpositions and move groups, plays the best Go?",
    source=f"{BRODEUR_CHILDS}, table 3.1, appendix B, figures 3.12 to 3.14 and D.1 to D.3 (there against GNU Go)",
    parameters=Parameters,
    presets={
        "smoke": {"playouts": 4, "size": 5, "configurations": ("Base", "ManGroup"), "openings": 5},
        "quick": {"playouts": 400, "openings": 10},
        "standard": {"playouts": 1000, "openings": 50},
        "paper": {"playouts": 5000, "openings": 500},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of games that the row wins against the column", "score", rows="first", columns="second"),
        Table("Score of the first of each pair, with each kind of interval", (*WIDTHS, SIGMA), rows="pair"),
        Table("Share of all games won", (OVERALL, OVERALL_SIGMA), rows="configuration"),
        Table("What the configurations did", (FULL, SHARED, "playouts of a move", SECONDS), rows="configuration"),
    ],
    plots=[score_of_configurations, score_of_pairs],
)
