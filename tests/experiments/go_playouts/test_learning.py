"""The experiments on learning playouts: their sides, cells and findings."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.experiments.frame import Cell
from miai.experiments.go_playouts import choices, moves, steps
from miai.experiments.go_playouts.sides import POLICIES, SIDES
from miai.experiments.go_playouts.strength import EXPERIMENT as STRENGTH
from miai.experiments.go_playouts.strength import Parameters, derived, findings, jobs, published
from miai.experiments.shared.go_games import TimedPlayer, own_game, random_opening
from miai.go.player import Player, PlayerSettings, preset_named
from miai.go.player.settings import change_all
from miai.go.rules.game import Game

pytestmark = pytest.mark.plain
SLOW = pytest.mark.skipif(not COMPILING, reason="an engine thinks for long as plain Python")


def test_every_side_changes_the_preset():
    for words in SIDES.values():
        assert change_all(preset_named("learning"), words)
    assert not change_all(preset_named("learning"), SIDES["base"]).learning.on


@pytest.mark.parametrize("name", POLICIES)
def test_playouts_of_every_policy_can_learn(name):
    settings = change_all(preset_named("learning"), POLICIES[name])
    assert settings.learning.on and not settings.playout.as_record().is_uniform


@pytest.mark.parametrize("wrong", [{"policy": "source-of"}, {"sides": ("nodes-9",)}, {"preset": "isgo-learnin"}])
def test_a_wrong_name_is_reported_before_any_game(wrong):
    with pytest.raises(UserError, match=r"did you mean '(source|nodes-8|isgo-learning)'"):
        list(jobs(Parameters(**wrong)))


def test_base_plays_against_all_but_itself():
    found = list(jobs(Parameters(sides=("base", "learning"), opponents=("base", "gnugo:1"), games=2)))
    assert {(job["side"], job["opponent"]) for job in found} == {("learning", "base"), ("base", "gnugo:1"), ("learning", "gnugo:1")}


def match(won: int, games: int, size: int = 9, playouts: int = 8000) -> list[Cell]:
    cells = []
    for game in range(games):
        labels = {"size": size, "playouts": playouts, "opponent": "base", "side": "learning", "game": game}
        values = {
            "won": game < won,
            "side, cpu_seconds": 3,
            "side, playouts": 10,
            "opponent, cpu_seconds": 2,
            "opponent, playouts": 10,
        }
        cells += [Cell(labels, name, float(value)) for name, value in values.items()]
    return cells


def test_a_match_gives_score_elo_slowdown_and_elo_in_equal_time():
    found = {cell.measure: cell for cell in derived(Parameters(), match(663, 1000))}
    assert found["score"].value == 0.663 and found["slowdown"].value == pytest.approx(1.5)
    assert found["elo"].value == pytest.approx(117.6, abs=0.1) == published(found["elo"]).value
    assert found["elo in equal time"].value == pytest.approx(117.6 - 70 * 0.585, abs=0.1)
    assert published(found["slowdown"]).value == 1.38
    [finding] = findings(Parameters(), list(found.values()))
    assert finding.verdict == "holds"


@pytest.mark.parametrize(("won", "verdict"), [(20, "undecided"), (5, "does not hold"), (40, "holds")])
def test_the_interval_of_a_match_decides_about_a_gain(won, verdict):
    assert findings(Parameters(), list(derived(Parameters(), match(won, 40))))[0].verdict == verdict


def test_the_share_of_a_step_is_the_mean_over_sizes():
    counts = {9: {"random": 30.0, "pass": 10.0}, 19: {"random": 50.0, "pass": 50.0}}
    cells = [
        Cell(
            {"policy": policy, "size": size, "game": 0, "step": step},
            "moves",
            count / (1 + (policy == "learning" and step == "random")),
        )
        for policy in steps.POLICIES
        for size, of in counts.items()
        for step, count in of.items()
    ]
    found = {(c.parameters["policy"], c.parameters["step"]): c for c in steps.derived(steps.Parameters(), cells)}
    assert found["base", "random"].value == pytest.approx((0.75 + 0.5) / 2)
    assert steps.published(found["learning", "random"]).value == 0.2869
    assert steps.findings(steps.Parameters(), [*cells, *found.values()])[0].verdict == "holds"
    one_size = [cell for cell in cells if cell.parameters["size"] == 9]
    assert steps.findings(steps.Parameters(), [*one_size, *found.values()])[0].verdict == "undecided"  # one game has no interval


def test_the_published_scale_has_all_sides_and_sizes():
    chosen = STRENGTH.presets["paper"]
    assert chosen["sizes"] == (9, 13, 19) and set(chosen["sides"]) == set(SIDES)


def helped(gains: dict[int, tuple[float, float]]) -> list[Cell]:
    """Return cells of positions with the gains of Black and of White from learned moves."""
    return [
        Cell({"side": "draws", "memory": 2.0, "position": position, "helped": color}, "more won", gain)
        for position, both in gains.items()
        for color, gain in zip((1, 2), both, strict=True)
    ]


def test_the_gain_from_learned_moves_is_the_mean_over_positions_and_colours():
    [gain] = moves.derived(moves.Parameters(), helped({0: (0.1, 0.3), 1: (0.2, 0.4), 2: (0.0, 0.2)}))
    assert (gain.value, gain.count) == (pytest.approx(20), 3)
    assert gain.high - 20 == pytest.approx(20 - gain.low) == pytest.approx(4.303 * 10 / 3**0.5, abs=0.01)  # Student's t, 2 degrees


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [
        ({0: (0.1, 0.1), 1: (0.11, 0.11)}, "holds"),
        ({0: (-0.1, 0.1), 1: (0.1, 0.1)}, "undecided"),
        ({0: (-0.1, -0.1), 1: (-0.11, -0.11)}, "does not hold"),
    ],
)
def test_the_interval_decides_whether_learned_moves_are_better(gains, verdict):
    [finding] = moves.findings(moves.Parameters(), moves.derived(moves.Parameters(), helped(gains)))
    assert finding.verdict == verdict


@pytest.mark.parametrize("size", [5, 6, 9, 19])
def test_an_opening_is_two_stones_off_the_edge_and_follows_from_its_seed(size):
    found = [random_opening(size, seed) for seed in range(20)]
    assert found == [random_opening(size, seed) for seed in range(20)] and len(set(map(tuple, found))) > 5
    assert all(len(set(stones)) == 2 and all(0 < part < size - 1 for point in stones for part in point) for stones in found)


def test_a_timed_player_adds_up_the_cost_of_its_moves():
    class Thinker:
        playouts = 30

    class Fake:
        game, thinker = "the game", Thinker()
        play = final_status = None

        def genmove(self, color):
            return sum(range(200_000)), color

    player = TimedPlayer(Fake())
    assert [player.genmove(color)[1] for color in (1, 2)] == [1, 2]
    assert player.playouts == 60 and player.cpu_seconds > 0 and player.game == "the game"


def test_a_wrong_side_of_learned_moves_is_reported_before_any_playout():
    with pytest.raises(UserError, match="did you mean 'draws'"):
        list(moves.jobs(moves.Parameters(sides=("drawn",))))


def chosen(worths: dict[str, list[float]]) -> list[Cell]:
    return [
        Cell({"side": side, "position": position}, "worth", worth)
        for side, by_position in worths.items()
        for position, worth in enumerate(by_position)
    ]


def test_the_gain_from_choices_is_the_mean_difference_from_base_in_the_same_positions():
    cells = chosen({"base": [0.2, 0.5, 0.8], "draws": [0.3, 0.5, 1.0], "twice": [0.1, 0.4, 0.7]})
    found = {cell.parameters["side"]: cell for cell in choices.derived(choices.Parameters(), cells)}
    assert found["draws"].value == pytest.approx(10) and found["draws"].count == 3
    assert found["draws"].high - 10 == pytest.approx(4.303 * 10 / 3**0.5, abs=0.01)  # Student's t, 2 degrees
    assert (found["twice"].value, found["twice"].low) == pytest.approx((-10, -10))
    verdicts = [finding.verdict for finding in choices.findings(choices.Parameters(), list(found.values()))]
    assert verdicts == ["undecided", "does not hold"]


@pytest.mark.parametrize("wrong", [{"policy": "source-of"}, {"sides": ("nodes-9",)}, {"search": "uxt"}])
def test_a_wrong_name_is_reported_before_any_choice(wrong):
    with pytest.raises(UserError, match=r"did you mean '(source|nodes-8|uct)'"):
        choices.jobs(choices.Parameters(**wrong))


def test_all_choosers_have_the_same_search():
    for search in choices.SEARCHES:
        of = {side: settings_of(search, side) for side in ("base", *choices.CHOOSERS)}
        assert of["base"] == of[choices.TWICE] and not of["base"].learning.on
        assert {each.search for each in of.values()} == {of["base"].search}
    assert settings_of("uct", "base").prior.learned == 0 and settings_of("no-rave", "base").search.rave == "off"


def settings_of(search: str, side: str):
    return change_all(preset_named("learning"), choices._words(choices.Parameters(search=search), side))


@SLOW
def test_the_centre_of_the_board_is_worth_more_than_a_corner():
    empty = Game(9, komi=0)
    centre, corner = (choices.worth(empty, point, 100, 1) for point in ((4, 4), (0, 0)))
    assert centre > 0.5 > corner > 0


@SLOW
def test_a_game_with_itself_has_its_opening_and_the_given_number_of_moves():
    player = Player(9, settings=PlayerSettings(playouts=8))
    game = own_game(player, 5, opening := [(3, 3), (2, 2)])
    assert [move for _, move in game.moves[:2]] == opening and [color for color, _ in game.moves] == [1, 2, 1, 2, 1]
