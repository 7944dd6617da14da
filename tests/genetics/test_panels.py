"""Panels: selection, checkpoints, threads, nested validation, files."""

from __future__ import annotations

import dataclasses
import json
import threading

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.filters import SnpFilter
from miai.genetics.genotypes import Genotypes, SnpTable, strings
from miai.genetics.methods.interface import Budget
from miai.genetics.panels.checkpoint import Checkpoint
from miai.genetics.panels.measures import jaccard, recall_by, stability
from miai.genetics.panels.panel import load_panel, make_panel, orientation, panel_codes, save_panel
from miai.genetics.panels.parallel import merge, search_in_threads
from miai.genetics.panels.provenance import panel_of, request_of
from miai.genetics.panels.saved_validation import SavedValidation, validation_identity
from miai.genetics.panels.selection import SelectionRequest, select_panel, selection_facts
from miai.genetics.panels.settings import PRESETS, PanelSettings, preset_named
from miai.genetics.panels.validation import fit_and_classify, permutation_test, split_people, validate, validation_facts
from tests.genetics.problems import random_genotypes

pytestmark = pytest.mark.plain

SMALL = Budget(None, 300)
TURNS = {"period": "60"}


def request(size=3, **changes):
    return dataclasses.replace(SelectionRequest(size, budget=SMALL, method_settings=TURNS), **changes)


def test_a_selection_has_values_in_every_division_and_the_same_ones_again():
    genotypes, categories = random_genotypes()
    first, second = (select_panel(genotypes, categories, 3, request()) for _ in range(2))
    assert [model.snps for model in first.models] == [model.snps for model in second.models]
    assert len(first.best.by_division) == 5 and first.best.value == np.mean(first.best.by_division)
    assert len(first.best.snps) == 3 and 0 < first.percent <= 100
    assert first.models[0].objective_value >= first.models[1].objective_value
    facts = selection_facts(first, genotypes, ("A", "B", "C"), request())
    assert {"snps", "value", "percent", "evaluations", "seconds"} <= facts.keys() and json.dumps(facts)


def test_the_value_of_a_panel_is_that_of_the_published_classifier_with_published_settings():
    from miai.genetics.classifier.divisions import draw_divisions
    from tests.twins import panels as twin

    genotypes, categories = random_genotypes(snps=12, people=45)
    found = select_panel(genotypes, categories, 3, request(2, settings=PRESETS["published"], budget=Budget(None, 150)))
    divisions = [(each.learning, each.test) for each in draw_divisions(categories.astype(np.int32), 5, None, 1)]
    codes = genotypes.calls().tolist()
    assert found.best.value == twin.value(codes, categories, 3, divisions, found.best.snps)
    assert found.best.objective_value == found.best.value


def test_genotypes_of_other_people_do_not_matter():
    genotypes, categories = random_genotypes()
    split = split_people(genotypes, categories, 1, seed=4)[0]
    other = genotypes.calls()
    other[:, split.test] = (other[:, split.test] + 1) % 3
    changed = Genotypes.from_calls(other, genotypes.snps, genotypes.people)
    panels = [select_panel(data, categories, 3, request(), people=split.learning) for data in (genotypes, changed)]
    assert [model.snps for model in panels[0].models] == [model.snps for model in panels[1].models]
    assert panels[0].best.by_division == panels[1].best.by_division


def test_splits_hold_a_third_of_each_population_out():
    genotypes, categories = random_genotypes(people=90)
    for split in split_people(genotypes, categories, 3, seed=1):
        assert np.bincount(categories[split.test]).tolist() == [10, 10, 10]
        assert not set(split.test) & set(split.learning)


def test_validation_reports_held_out_people_alone():
    genotypes, categories = random_genotypes()
    results = validate(genotypes, categories, 3, request(), splits=3)
    facts = validation_facts(results, genotypes, ("A", "B", "C"), request())
    assert facts["low"] <= facts["held_out_percent"] <= facts["high"]
    assert sum(map(sum, facts["confusion"])) == sum(split["classified"] for split in facts["splits"]) == 3 * (30 - 2)
    right = sum(facts["confusion"][k][k] for k in range(3))
    assert right == sum(split["right"] for split in facts["splits"]) == sum(each["right"] for each in facts["recall"].values())
    assert set(facts["recall_by_population"]) == {"A", "B", "C"} and json.dumps(facts)
    assert -1 <= facts["stability"]["index"] <= 1


def test_frequencies_come_from_the_learning_people():
    genotypes, categories = random_genotypes()
    split = split_people(genotypes, categories, 1, seed=2)[0]
    settings = PanelSettings()
    found = fit_and_classify(genotypes, categories, 3, [1, 4], split, settings)
    alone = genotypes.select(people=split.learning)
    panel = make_panel(alone, categories[split.learning], ("A", "B", "C"), [1, 4], settings, "", {})
    again = panel.classify(genotypes.calls([1, 4], split.test))
    assert np.array_equal(found.best, again.best) and np.allclose(found.ratio, again.ratio)


def test_permuted_categories_are_no_better_than_chance():
    genotypes, categories = random_genotypes(people=120)
    found = permutation_test(genotypes, categories, 3, request(2, budget=Budget(None, 150)), observed=95.0, permutations=4)
    assert len(found["percents"]) == 4 and found["p"] == 0.2
    assert max(found["percents"]) < 75


def test_a_stopped_search_continues_as_if_it_had_not_stopped(tmp_path):
    genotypes, categories = random_genotypes()
    for method in ("mcts", "mcts-published", "beam", "grqs", "greedy", "topn"):
        wish = request(method=method, method_settings=TURNS if method in ("mcts", "beam") else {})
        whole = select_panel(genotypes, categories, 3, wish)
        file = Checkpoint(tmp_path / f"{method}.npz", seconds_between=0.0)
        part = dataclasses.replace(wish, budget=Budget(None, 200))
        select_panel(genotypes, categories, 3, part, checkpoint=file)
        resumed = select_panel(genotypes, categories, 3, wish, checkpoint=Checkpoint(file.path))
        assert [(model.snps, model.evaluation) for model in resumed.models] == [
            (model.snps, model.evaluation) for model in whole.models
        ]
        assert resumed.outcome.evaluations == whole.outcome.evaluations


def test_the_checkpoint_of_another_search_is_refused(tmp_path):
    genotypes, categories = random_genotypes()
    file = Checkpoint(tmp_path / "search.npz")
    select_panel(genotypes, categories, 3, request(), checkpoint=file)
    with pytest.raises(UserError, match="is the checkpoint of another search"):
        select_panel(genotypes, categories, 3, request(seed=2), checkpoint=file)
    file.path.write_bytes(file.path.read_bytes()[:1000])
    with pytest.raises(UserError, match="is not a checkpoint, or it is damaged"):
        select_panel(genotypes, categories, 3, request(), checkpoint=file)
    assert not list(tmp_path.glob("*.part"))


def crafted(path, change, compress=False):
    """Write the archive again with changed arrays."""
    with np.load(path) as saved:
        arrays = {name: saved[name] for name in saved.files}
    change(arrays)
    (np.savez_compressed if compress else np.savez)(path, **arrays)


def shorten(arrays):
    name = max((name for name in arrays if name.startswith("tree.")), key=lambda name: arrays[name].size)
    arrays[name] = arrays[name][: arrays[name].size // 2]


def retype(arrays):
    name = max((name for name in arrays if name.startswith("tree.")), key=lambda name: arrays[name].size)
    arrays[name] = arrays[name].astype(np.complex64)


def remove(arrays):
    del arrays[next(name for name in arrays if name.startswith("tree."))]


def spoil_head(arrays):
    arrays["head"] = np.frombuffer(b"[" * 100_000, np.uint8)


@pytest.mark.parametrize("change", [shorten, retype, remove, spoil_head])
def test_a_crafted_checkpoint_is_refused(tmp_path, change):
    genotypes, categories = random_genotypes()
    file = Checkpoint(tmp_path / "search.npz", seconds_between=0.0)
    select_panel(genotypes, categories, 3, request(), checkpoint=file)
    crafted(file.path, change)
    with pytest.raises(UserError, match="is not a checkpoint, or it is damaged"):
        select_panel(genotypes, categories, 3, request(), checkpoint=file)


def test_a_compressed_checkpoint_is_refused(tmp_path):
    genotypes, categories = random_genotypes()
    file = Checkpoint(tmp_path / "search.npz", seconds_between=0.0)
    select_panel(genotypes, categories, 3, request(), checkpoint=file)
    crafted(file.path, lambda arrays: None, compress=True)
    with pytest.raises(UserError, match="its arrays are compressed"):
        select_panel(genotypes, categories, 3, request(), checkpoint=file)


def test_threads_share_the_evaluations_and_give_the_same_result_again():
    genotypes, categories = random_genotypes()
    first, second = (select_panel(genotypes, categories, 3, request(threads=3)) for _ in range(2))
    assert first.outcome.evaluations == 300
    assert [model.snps for model in first.models] == [model.snps for model in second.models]
    alone = [
        select_panel(genotypes, categories, 3, request(seed=1, budget=Budget(None, 100)), search=single(number))
        for number in range(3)
    ]
    best = max(each.best.objective_value for each in alone)
    assert first.best.objective_value == best


def single(number):
    """Search `number` of three alone."""
    from miai.genetics.panels.parallel import SEED_STEP

    def search(task, wish, progress, checkpoint):
        return search_in_threads(task, dataclasses.replace(wish, seed=wish.seed + SEED_STEP * number, threads=1))

    return search


def test_ctrl_c_keeps_the_best_models(monkeypatch):
    from miai.genetics.panels import parallel

    genotypes, categories = random_genotypes()
    event = threading.Event()
    event.set()
    monkeypatch.setattr(parallel.threading, "Event", lambda: event)
    with pytest.raises(UserError, match="ended before it had evaluated a panel"):
        select_panel(genotypes, categories, 3, request())

    def interrupt(done, words):
        raise KeyboardInterrupt

    monkeypatch.undo()
    found = select_panel(genotypes, categories, 3, request(method="grqs", method_settings={}), progress=interrupt)
    assert found.outcome.was_interrupted and found.outcome.evaluations < 300 and found.models


def test_merged_models_are_listed_once():
    genotypes, categories = random_genotypes()
    outcome = select_panel(genotypes, categories, 3, request()).outcome
    both = merge([outcome, outcome])
    assert both.found == outcome.found and both.evaluations == 2 * outcome.evaluations


def test_a_saved_panel_classifies_as_before(tmp_path):
    genotypes, categories = random_genotypes()
    panel = make_panel(genotypes, categories, ("A", "B", "C"), [3, 8, 1], PanelSettings(), "populations", {"seed": 1})
    save_panel(panel, tmp_path / "panel.json")
    loaded = load_panel(tmp_path / "panel.json")
    assert loaded == panel
    codes, match = panel_codes(loaded, genotypes)
    assert match.found == 3 and np.array_equal(codes, genotypes.calls([3, 8, 1]))
    assert np.array_equal(loaded.classify(codes).best, panel.classify(codes).best)
    assert (loaded.classify(codes).ratio >= panel.threshold).mean() >= 0.95


def with_alleles(genotypes, reference, alternative, calls=None):
    table = genotypes.snps
    named = SnpTable(table.ids, table.chromosome, table.position, strings(reference), strings(alternative))
    return Genotypes.from_calls(genotypes.calls() if calls is None else calls, named, genotypes.people)


def test_alleles_in_another_order_or_of_the_other_strand_are_turned():
    genotypes, categories = random_genotypes(snps=4)
    genotypes = with_alleles(genotypes, ["A", "A", "C", "G"], ["G", "G", "A", "T"])
    panel = make_panel(genotypes, categories, ("A", "B", "C"), [0, 1, 2, 3], PanelSettings(), "", {})
    calls = genotypes.calls()
    turned = calls.copy()
    turned[[0, 2]] = np.where(calls[[0, 2]] < 3, 2 - calls[[0, 2]], 3)
    #                                  swapped, as it is, swapped on the other strand, other alleles
    other = with_alleles(genotypes, ["G", "A", "T", "G"], ["A", "G", "G", "C"], turned)
    codes, match = panel_codes(panel, other)
    assert np.array_equal(codes[:3], calls[:3]) and (codes[3] == 3).all()
    assert match.swapped == 2 and match.other_alleles == ["s4"]


def test_orientation_of_alleles():
    assert orientation(("A", "G"), ("A", "G")) is False
    assert orientation(("A", "G"), ("G", "A")) is True
    assert orientation(("A", "G"), ("T", "C")) is False
    assert orientation(("A", "G"), ("C", "T")) is True
    assert orientation(("A", "T"), ("T", "A")) is True  # the letters decide
    assert orientation(("A", "G"), ("A", "C")) is None
    assert orientation(("A", "G"), ("0", "G")) is False


def test_files_that_are_no_panels_are_one_line(tmp_path):
    file = tmp_path / "panel.json"
    with pytest.raises(UserError, match="cannot read the panel"):
        load_panel(file)
    for text, message in (
        ("{", "it is not JSON"),
        ("[]", "is not a panel; make one with"),
        ('{"kind": "miai panel"}', "of version None"),
    ):
        file.write_text(text)
        with pytest.raises(UserError, match=message):
            load_panel(file)
    file.write_text('{"kind": "miai panel", "version": 1}')
    with pytest.raises(UserError, match="is not a complete panel"):
        load_panel(file)


def test_a_panel_whose_snps_are_not_in_the_data_is_one_line():
    genotypes, categories = random_genotypes(snps=4)
    panel = make_panel(genotypes, categories, ("A", "B", "C"), [0], PanelSettings(), "", {})
    with pytest.raises(UserError, match="none of the 1 SNPs of the panel is in the data, such as 's1'"):
        panel_codes(panel, genotypes.select(snps=[1, 2]))


def test_a_population_of_two_people_is_classified():
    genotypes, categories = random_genotypes(people=60)
    few = np.full(60, -1, np.int8)
    few[np.flatnonzero(categories == 0)] = 0
    few[np.flatnonzero(categories == 1)] = 1
    few[np.flatnonzero(categories == 2)[:2]] = 2
    found = select_panel(genotypes, few, 3, request())
    assert len(found.best.snps) == 3
    with pytest.raises(UserError, match="category 2 would have 1 person to learn from"):
        validate(genotypes, few, 3, request(), splits=1)
    few[np.flatnonzero(few == 2)[0]] = -1
    with pytest.raises(UserError, match="category 2 has 1 person to learn from; each category needs 2 or more"):
        select_panel(genotypes, few, 3, request())


def test_a_snp_without_calls_is_not_chosen():
    genotypes, categories = random_genotypes(snps=8)
    calls = genotypes.calls()
    calls[2] = 3
    found = select_panel(Genotypes.from_calls(calls), categories, 3, request(7))
    assert 2 not in found.best.snps
    with pytest.raises(UserError, match="a panel of 8 SNPs cannot be chosen from 7 candidates"):
        select_panel(Genotypes.from_calls(calls), categories, 3, request(8))


def test_unknown_words_are_one_line():
    with pytest.raises(UserError, match=r"unknown preset 'publised'; did you mean 'published'\?"):
        preset_named("publised")
    with pytest.raises(UserError, match="setting prior must be one of observed, uniform, not 'flat'"):
        PanelSettings(prior="flat")
    with pytest.raises(UserError, match="unknown method 'annealing'"):
        SelectionRequest(3, "annealing")


def test_measures_of_panels():
    assert jaccard("abc", "bcd") == 0.5
    same = stability([["a", "b"]] * 3, 100)
    assert same["index"] == 1 and same["jaccard"] == 1 and same["in_most_panels"] == {"a": 3, "b": 3}
    source = np.random.default_rng(1)
    by_chance = stability([source.choice(200, 20, replace=False).tolist() for _ in range(200)], 200)
    assert abs(by_chance["index"]) < 0.02
    recall = recall_by(["x", "x", "y"], np.array([True, False, True]))
    assert recall["x"]["percent"] == 50 and recall["y"]["low"] < 100


def test_ctrl_c_keeps_the_splits_that_are_done():
    genotypes, categories = random_genotypes()

    def interrupt(number, done, words):
        if number == 1:
            raise KeyboardInterrupt

    results = validate(genotypes, categories, 3, request(), splits=3, watch=interrupt)
    assert len(results) == 1
    with pytest.raises(KeyboardInterrupt):
        validate(genotypes, categories, 3, request(), splits=1, watch=lambda number, done, words: interrupt(1, done, words))


def test_a_validation_continues_with_the_splits_that_are_not_done(tmp_path):
    genotypes, categories = random_genotypes()
    identity = validation_identity(genotypes, categories, request(), 1 / 3)

    def saved():
        made = SavedValidation(tmp_path / "run.json")
        made.open(identity)
        return made

    def interrupt(number, done, words):
        if number == 1:
            raise KeyboardInterrupt

    assert len(validate(genotypes, categories, 3, request(), splits=3, watch=interrupt, saved=saved())) == 1
    searched = []
    results = validate(
        genotypes, categories, 3, request(), splits=3, watch=lambda number, *_: searched.append(number), saved=saved()
    )
    assert set(searched) == {1, 2}
    names = ("A", "B", "C")
    facts = validation_facts(results, genotypes, names, request())
    expected = validation_facts(validate(genotypes, categories, 3, request(), splits=3), genotypes, names, request())
    assert facts["held_out_percent"] == expected["held_out_percent"] and facts["confusion"] == expected["confusion"]
    with pytest.raises(UserError, match="belongs to another validation"):
        SavedValidation(tmp_path / "run.json").open(validation_identity(genotypes, categories, request(5), 1 / 3))
    (tmp_path / "run.json").write_text('{"kind": "miai')
    with pytest.raises(UserError, match="damaged"):
        saved()


def test_a_saved_panel_keeps_filters_and_settings_of_the_method(tmp_path):
    genotypes, categories = random_genotypes()
    wish = request(2, snp_filter=SnpFilter(frequency=0.1, linkage=0.5), seed=4)
    found = select_panel(genotypes, categories, 3, wish)
    facts = {"data": "x", "grouping": "populations", **selection_facts(found, genotypes, ("A", "B", "C"), wish)}
    save_panel(panel_of(genotypes, categories, ("A", "B", "C"), found, wish, facts), tmp_path / "panel.json")
    again = request_of(load_panel(tmp_path / "panel.json"), seed=4)
    assert again == dataclasses.replace(wish, budget=Budget(None, found.outcome.evaluations))
