"""Which share of the playouts of several searches counts, compared with one search that makes all of them?

A team of searches, each with its part of the playouts, plays against one search: both colours in turn, without early
stopping. The team runs in one process (`miai.distributed.simulated`): its members take turns, and messages arrive one exchange later. So
the number of playouts is exact, and the speed of the machine does not matter.

| side | meaning |
|---|---|
| `nodes` | statistics of nodes near the root are exchanged |
| `root` | those of the root's moves (root parallelisation with exchange; Soejima et al. 2010 and Fuego's cluster) |
| `end` | nothing is exchanged before the end; then visits are added up (root parallelisation; Cazenave and Jouandeau 2007) |
| `vote` | nothing is exchanged, and each search votes for a move (majority voting) |
| `alone` | one member of the team, without the others |
| `half` | one search with half of the playouts of the other side: the yardstick |

The one search on the other side has `rival` of the playouts of the team. A side that is d Elo stronger than it, where half of its playouts
cost h Elo, has the share `rival` x 2^(d / h). The interval is that of d, h being taken as measured. So with `rival` = 0.7 a score of more
than one half means that more than 70 % of the playouts count, whatever h is.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import OPEN, bounds, decided_by, is_above
from miai.experiments.published import BASALDUA
from miai.experiments.shared.match_scores import elo_cells, score_cell, score_in_words

if TYPE_CHECKING:
    from miai.distributed.simulated import SimulatedPartners

SIDES = ("nodes", "root", "end", "vote", "alone", "half")
RIVAL = "rival"
"""The other side of all matches: one search."""
GAMES = ("connect4", "go9", "go7")
MEMORY = 16.0
OPENING_MOVES = 4
"""Random moves at the beginning of a game of connect four; an even number."""


@dataclass(frozen=True)
class Parameters:
    games_of: tuple[str, ...] = parameter(("connect4", "go9"), "games to play", choices=GAMES)
    sides: tuple[str, ...] = parameter(SIDES, "sides that play against one search with all playouts", choices=SIDES)
    playouts: int = parameter(800, "playouts per move, of all members together", low=8)
    members: int = parameter(4, "searches of the team", low=2, high=64)
    exchanges: int = parameter(8, "exchanges in the time of one move", low=1)
    delay: int = parameter(1, "exchanges after which a message arrives", low=0)
    rival: float = parameter(
        1.0, "playouts of the one search on the other side, as a share of those of all members", low=0.01, high=4
    )
    rave: bool = parameter(True, "whether the searches of Go use RAVE")
    shares_rave: bool = parameter(True, "whether RAVE counts are shared")
    games: int = parameter(20, "games of a block, both colours in turn", low=2)
    blocks: int = parameter(10, "blocks of games", low=1)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for block in range(parameters.blocks):
        for game in parameters.games_of:
            for side in parameters.sides:
                yield {"game": game, "side": side, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    play = _play_connect4 if job["game"] == "connect4" else _play_go
    won = sum(play(parameters, str(job["game"]), str(job["side"]), number, seed) for number in range(parameters.games))
    return [Cell(dict(job), "won", won)]


def _partners(parameters: Parameters, side: str) -> SimulatedPartners | None:
    from miai.distributed.simulated import SimulatedPartners
    from miai.search.sharing.settings import SharingSettings
    from miai.search.sharing.simulation import Faults

    if side in ("alone", "half", RIVAL):
        return None
    sharing = SharingSettings(
        share="end" if side == "vote" else side, rave_counts=SharingSettings().rave_counts if parameters.shares_rave else 0
    )
    return SimulatedPartners(parameters.members, sharing, rounds=parameters.exchanges, faults=Faults(delay=parameters.delay))


def _playouts(parameters: Parameters, side: str) -> int:
    if side == RIVAL:
        return max(1, round(parameters.playouts * parameters.rival))
    if side == "half":
        return max(1, round(parameters.playouts * parameters.rival / 2))
    return parameters.playouts // (parameters.members if side == "alone" else 1)


def _play_connect4(parameters: Parameters, name: str, side: str, number: int, seed: int) -> float:
    """Play game `number` and return the reward of `side`: 0, 0.5 or 1. Two games begin with the same four random moves."""
    import numpy as np

    from miai.problems import load
    from miai.search import Search
    from miai.search.problem import apply_action, is_terminal, reward

    state = load(name).start()
    dice = random.Random(seed + number // 2)
    for _ in range(OPENING_MOVES):
        apply_action(state, np.int32(dice.randrange(7)))
    partners = _partners(parameters, side)
    searches = [
        Search(state, seed=2 * (seed + number), memory=MEMORY, cluster=partners),
        Search(state, seed=2 * (seed + number) + 1, memory=MEMORY),
    ]
    limits = [_playouts(parameters, side), _playouts(parameters, RIVAL)]
    mover = number % 2
    player = mover  # four moves were made: who moves now is player 0
    while not is_terminal(state):
        result = searches[mover].run(limits[mover])
        action = partners.team.vote() if side == "vote" and mover == 0 and partners and partners.team else result.best_action
        assert action is not None
        apply_action(state, np.int32(action))
        if not is_terminal(state):
            for search in searches:
                search.play(action)
        mover = 1 - mover
    return float(reward(state, player))


def _play_go(parameters: Parameters, name: str, side: str, number: int, seed: int) -> float:
    """Play game `number` and return whether `side` wins. Two games begin with the same two random points."""
    from miai.experiments.shared.go_games import random_opening, wins

    size = int(name.removeprefix("go"))
    opening = random_opening(size, seed + number // 2)
    player = _go_player(parameters, size, side, 2 * (seed + number))
    other = _go_player(parameters, size, RIVAL, 2 * (seed + number) + 1)
    return float(wins(player, other, number % 2, opening))


def _go_player(parameters: Parameters, size: int, side: str, seed: int) -> Any:
    from miai.go.player import Player, PlayerSettings

    search = PlayerSettings().search if parameters.rave else dataclasses.replace(PlayerSettings().search, rave="off")
    settings = PlayerSettings(
        search=search, playouts=_playouts(parameters, side), seed=seed % 2**62, memory=MEMORY, judge_playouts=200, early_stop=False
    )
    return Player(size, settings=settings, partners=_partners(parameters, side))


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return for each side its score, Elo, and the share of playouts that counts."""
    won: dict[tuple[Scalar, Scalar], list[float]] = {}
    for cell in cells:
        won.setdefault((cell.parameters["game"], cell.parameters["side"]), []).append(cell.value or 0.0)
    made: list[Cell] = []
    for (game, side), counts in won.items():
        score = score_cell({"game": game, "side": side}, sum(counts), parameters.games * len(counts))
        made += [score, *elo_cells(score)]
    return [*made, *_shares(parameters, made)]


def _shares(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Return the share of playouts that counts, by the yardstick of half of them."""
    elo = {(cell.parameters["game"], cell.parameters["side"]): cell for cell in cells if cell.measure == "elo"}
    shares = []
    for (game, side), cell in elo.items():
        half = elo.get((game, "half"))
        if half is None or side == "half" or not half.value or half.value >= 0:
            continue
        low, high = bounds(cell)
        share, share_low, share_high = (2.0 ** (each / -half.value) * parameters.rival for each in (cell.value or 0.0, low, high))
        shares.append(Cell(cell.parameters, "share", share, share_low, share_high, cell.count))
    return shares


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge whether 70 % of the playouts count, and whether sharing beats not sharing."""
    found = []
    for game in parameters.games_of:
        own = {(str(cell.parameters["side"]), cell.measure): cell for cell in cells if cell.parameters.get("game") == game}
        claim = f"{game}: at least 70 % of the playouts count"
        share = own.get(("nodes", "share"))
        if share is None:
            found.append(Finding(claim, OPEN, "no such match"))
            continue
        low, high = bounds(share)
        words = f"{100 * (share.value or 0):.0f} % ({100 * low:.0f} to {100 * high:.0f} %); {score_in_words(own['nodes', 'score'])}"
        found.append(Finding(claim, is_above((low, high), 0.7), words, decided_by("95 % interval")))
        for other in (each for each in ("root", "end", "vote") if (each, "elo") in own):
            gap, rival = (own["nodes", "elo"].value or 0.0), own[other, "elo"]
            evidence = f"{gap:+.0f} Elo against {rival.value or 0.0:+.0f} ({bounds(rival)[0]:+.0f} to {bounds(rival)[1]:+.0f})"
            nodes_low, nodes_high = bounds(own["nodes", "elo"])
            rival_low, rival_high = bounds(rival)
            verdict = is_above((nodes_low - rival_high, nodes_high - rival_low), 0.0)
            found.append(Finding(f"{game}: sharing nodes beats {other}", verdict, evidence, decided_by("both 95 % intervals")))
    return found


def prepare(parameters: Parameters) -> None:
    for game in parameters.games_of:
        play = _play_connect4 if game == "connect4" else _play_go
        play(Parameters(playouts=8), game, "nodes", 0, 0)


EXPERIMENT = Experiment(
    name="distributed-strength",
    question="Which share of the playouts of several searches counts, compared with one search that makes all of them?",
    source=f"{BASALDUA}, section 3.1.4, which reviews how others did it and reports no games",
    parameters=Parameters,
    presets={
        "smoke": {"games_of": ("connect4",), "sides": ("nodes", "vote", "half"), "playouts": 16, "games": 2, "blocks": 1},
        "quick": {"games_of": ("connect4",), "playouts": 200, "games": 10, "blocks": 4},
        "paper": {"playouts": 4000, "games": 20, "blocks": 50},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Share of games won against one search with all playouts", "score", rows=("side",), columns="game"),
        Table("The same in Elo", "elo", rows=("side",), columns="game"),
        Table("Share of playouts that counts", "share", rows=("side",), columns="game"),
    ],
)
