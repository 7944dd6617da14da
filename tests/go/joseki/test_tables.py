"""Files of patterns, learning from games, and settings: no kernels of the search are compiled here."""

from __future__ import annotations

import dataclasses
import json
import logging

import numpy as np
import pytest

from miai.cli.main import main
from miai.core.archives import MOST_BYTES
from miai.core.errors import UserError
from miai.go.joseki import regions
from miai.go.joseki.direction import better_direction, unit
from miai.go.joseki.learning.encoding import divergence, factorise, learn_encoding, pseudo_inverse
from miai.go.joseki.learning.replaying import NO_POINT, appearance_t
from miai.go.joseki.learning.summing import Appearances, tables_of
from miai.go.joseki.memory import memory_for, memory_of
from miai.go.joseki.settings import JosekiSettings
from miai.go.joseki.tables import QUALITIES, SHIPPED, JosekiTables, read_tables, tables_or_none, write_tables
from miai.go.player.settings import PlayerSettings, change_all
from miai.go.problem import go_problem, problem_with
from miai.go.problem.state import state_dtype
from miai.web.page.opening_card import opening_table


def few_tables():
    return JosekiTables(
        keys=np.array([5, 2**63, 2**64 - 1], np.uint64),
        kinds=np.array([0, 1, 2], np.uint8),
        games=np.array([9, 16, 25], np.uint32),
        means=np.array([20.0, 30.0, 40.0], np.float32),
        deviations=np.array([3.0, 8.0, 10.0], np.float32),
        answered=np.array([[4, 4], [8, 0], [0, 0]], np.uint32),
        starts=np.array([0, 2, 3, 3], np.uint32),
        points=np.array([1, 42, 65], np.uint8),
        colors=np.array([1, 2, 1], np.uint8),
        counts=np.array([4, 3, 5], np.uint32),
        encodings=np.ones((2, 2, 8)),
        about={"games": 25, "playouts": 1, "seed": 1},
    )


def test_a_file_is_read_as_it_was_written_and_equal_tables_give_equal_bytes(tmp_path):
    for name in ("a.npz", "b.npz"):
        write_tables(tmp_path / name, few_tables())
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    found = read_tables(tmp_path / "a.npz")
    for field in dataclasses.fields(JosekiTables):
        assert np.array_equal(getattr(found, field.name), getattr(few_tables(), field.name))


def test_territory_is_the_mean_minus_its_standard_error_for_both_colours():
    memory = memory_of(few_tables())
    assert memory.patterns.own.tolist() == [19.0, 28.0, 38.0]
    assert memory.patterns.other.tolist() == [43 - 20 - 1.0, 66 - 30 - 2.0, 87 - 40 - 2.0]
    assert [int(memory.record.starts[bucket]) for bucket in (0, 1, 2**15, 2**15 + 1, 2**16)] == [0, 1, 1, 2, 3]


def test_the_tables_of_the_package_are_small_and_complete():
    tables = read_tables(SHIPPED)
    assert SHIPPED.stat().st_size < 4 * 2**20
    assert all(row["patterns"] > 5000 and row["answers"] > 5000 for row in tables.summary()["kinds"].values())
    assert (tables.games >= 6).all()


def test_broken_foreign_and_newer_files_are_refused_in_one_line(tmp_path, caplog):
    good = tmp_path / "good.npz"
    write_tables(good, few_tables())
    broken = {"short": good.read_bytes()[:-200], "text": b"hello", "empty": b""}
    for name, content in broken.items():
        (tmp_path / name).write_bytes(content)
    np.savez(tmp_path / "foreign.npz", other=np.zeros(3))
    newer = json.dumps({"format": "miai joseki patterns", "version": 99}).encode()
    np.savez(tmp_path / "newer.npz", header=np.frombuffer(newer, np.uint8))
    wrong = dataclasses.replace(few_tables(), points=np.array([1, 43, 65], np.uint8))  # a small corner has 43 points, from 0
    write_tables(tmp_path / "wrong.npz", wrong)
    for name in (*broken, "foreign.npz", "newer.npz", "wrong.npz", "missing.npz"):
        with pytest.raises(UserError) as caught:
            read_tables(tmp_path / name)
        assert "\n" not in str(caught.value) and name in str(caught.value)
        with caplog.at_level(logging.WARNING):
            assert tables_or_none(tmp_path / name) is None
        assert "playing without joseki patterns" in caplog.records[-1].getMessage()


@pytest.mark.parametrize("header", ["[" * 100_000, "large"])
def test_crafted_files_are_refused_in_one_line(tmp_path, header):
    write_tables(tmp_path / "whole", few_tables())
    with np.load(tmp_path / "whole") as archive:
        arrays = {name: archive[name] for name in archive.files}
    large = np.zeros(MOST_BYTES + 1 if header == "large" else 1, np.uint8)
    text = arrays["header"] if header == "large" else np.frombuffer(header.encode(), np.uint8)
    np.savez_compressed(tmp_path / "crafted.npz", **arrays | {"header": text}, more=large)
    with pytest.raises(UserError, match="no joseki patterns, or broken ones"):
        read_tables(tmp_path / "crafted.npz")


def test_the_knowledge_is_for_19x19_only_and_off_by_a_setting():
    on = JosekiSettings(on=True)
    assert memory_for(on, 9) is None and memory_for(dataclasses.replace(on, on=False), 19) is None
    assert memory_for(on, 19) is not None


def test_without_the_knowledge_states_and_problems_are_those_of_before():
    assert problem_with(19, False, False) is go_problem(19)
    assert state_dtype(19, False, False) == state_dtype(19)
    assert "joseki" not in state_dtype(19).names and "joseki" in state_dtype(19, False, True).names


def test_settings_have_names_and_ranges():
    chosen = change_all(PlayerSettings(), ["joseki.on=true", "joseki.answers=0.5", "joseki.combine=visits"])
    assert (chosen.joseki.on, chosen.joseki.answers, chosen.joseki.combine) == (True, 0.5, "visits")
    with pytest.raises(UserError, match="answers"):
        change_all(PlayerSettings(), ["joseki.answers=2"])


def appearances(rows, territory):
    made = np.zeros(len(rows), appearance_t)
    for row, (_, key, region, variant, point, color) in zip(made, rows, strict=True):
        row["key"], row["region"], row["variant"], row["point"], row["color"] = key, region, variant, point, color
    return Appearances(made, np.array([row[0] for row in rows]), np.array(territory, np.float32))


def test_patterns_are_summed_as_computed_by_hand():
    """Pattern 7 in six games, once with exchanged colours; pattern 3 in five games: too few. The second time in a game does not count."""
    rows = [(game, 7, 0, 0, 10, 1) for game in range(4)]
    rows += [(4, 7, 1, 2, 11, 2), (5, 7, 0, 1, NO_POINT, 0), (0, 7, 0, 0, 12, 2)]
    rows += [(game, 3, 4, 0, 1, 1) for game in range(5)]
    territory = np.full((6, regions.REGIONS), 20.0)
    territory[4, 1] = 13.0  # of 43 points, so the other colour has 30
    found = tables_of(appearances(rows, territory))
    assert found["keys"].tolist() == [7] and found["games"].tolist() == [6] and found["kinds"].tolist() == [0]
    assert found["means"][0] == pytest.approx((5 * 20 + 30) / 6)
    assert found["deviations"][0] == pytest.approx(np.std([20, 20, 20, 20, 20, 30], ddof=1))
    assert found["answered"].tolist() == [[4, 1]]
    assert (found["points"].tolist(), found["colors"].tolist(), found["counts"].tolist()) == ([10], [1], [4])


def test_factorisation_lowers_the_divergence_and_agrees_with_scikit_learn():
    source = np.random.default_rng(3)
    rows = source.gamma(2.0, 1.0, (400, 2)) @ np.array([[1.0, 0.2, 0.8, 0.1, 0.5], [0.1, 1.0, 0.1, 0.9, 0.4]]) + source.gamma(
        0.3, 0.2, (400, 5)
    )
    few, many = (factorise(rows, 2, seed=1, rounds=rounds) for rounds in (5, 300))
    assert (many[0] >= 0).all() and (many[1] >= 0).all()
    reached = divergence(rows, many[0] @ many[1])
    assert reached < divergence(rows, few[0] @ few[1])
    decomposition = pytest.importorskip("sklearn.decomposition")
    model = decomposition.NMF(2, solver="mu", beta_loss="kullback-leibler", init="random", random_state=1, max_iter=2000, tol=1e-7)
    theirs = divergence(rows, model.fit_transform(rows) @ model.components_)
    assert reached == pytest.approx(theirs, rel=0.02)


def test_the_encoding_has_components_of_deviation_1_and_inverts_the_factorisation():
    source = np.random.default_rng(5)
    base = source.gamma(3.0, 1.0, (2000, 2, 2)) @ source.uniform(0.1, 1.0, (2, 8))
    base[..., 5] = 0.0
    encoding = learn_encoding(base, seed=2)
    lead = base[:, 0] - base[:, 1]
    for weights in encoding.weights():
        assert (lead @ weights.T).std(axis=0) == pytest.approx([1.0, 1.0])
        assert (weights[:, 5] == 0).all()
    right = source.uniform(0.1, 1.0, (2, 8))
    assert right @ pseudo_inverse(right) == pytest.approx(np.eye(2))


def test_the_command_shows_the_numbers_and_refuses_small_boards(tmp_path, capsys):
    assert main(["go", "joseki", "show", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kinds"]["side"]["patterns"] > 5000
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[9];B[cc])")
    assert main(["go", "joseki", "show", str(record)]) == 2
    assert "19x19" in capsys.readouterr().err
    assert main(["go", "joseki", "show", "joseki.npz"]) == 2
    assert "write --table joseki.npz" in capsys.readouterr().err
    assert main(["go", "joseki", "learn", "none.tsv.gz", "--out", str(tmp_path / "none" / "joseki.npz")]) == 2
    assert "there is no folder" in capsys.readouterr().err, "the folder is checked before anything is learned"


def test_the_direction_moves_towards_the_component_that_orders_moves_as_the_search_does():
    """Four moves: the second component has the order of the win rates, the first one the opposite order."""
    components = [(3.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 3.0)]
    rates = [0.2, 0.4, 0.6, 0.8]
    start = unit(1.0, 0.95)  # orders the moves by the first component
    turned = better_direction(start, components, rates, step=0.5)
    assert turned == unit(start[0], start[1] + 0.5) and turned[1] > turned[0]
    assert better_direction(start, components, rates, step=0.001) == start  # the order stays the same, so nobody has a point
    assert better_direction(start, [], [], 0.1) == start


def test_the_card_of_the_page_names_answers_and_escapes_them():
    opening = {
        "answers": [["D4", "big corner, lower left", 12, 40], ["<b>", "side, top", 1, 2]],
        "candidates": [["D4", 0.5, 0.1, 0.2]],
        "qualities": {name: [1.0, 2.0] for name in QUALITIES},
    }
    made = opening_table(opening)
    assert "D4" in made and "big corner, lower left" in made and "<b>" not in made and "+0.50" in made
    assert "joseki.on" in opening_table(None)
