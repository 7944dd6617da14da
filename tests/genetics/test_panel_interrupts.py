"""Selection of panels in processes: Ctrl-C, a kill, and a cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from miai.core.kernels import COMPILING
from miai.genetics.formats.plink import write_bed
from miai.genetics.methods.interface import Budget
from miai.genetics.panels import parallel
from miai.genetics.panels.parallel import ClusterSearch, search_on_cluster
from miai.genetics.panels.selection import SelectionRequest, select_panel
from tests.cli.terminal import environment_for
from tests.genetics.problems import random_genotypes

pytestmark = pytest.mark.skipif(not COMPILING, reason="starts processes that compile")


@pytest.fixture
def command(tmp_path):
    genotypes, _ = random_genotypes(snps=300, people=120)
    write_bed(genotypes, tmp_path / "data.bed")
    words = ["genetics", "select", str(tmp_path / "data"), "--grouping", "populations", "--snps", "6", "--json"]
    return [sys.executable, "-m", "miai", *words, "--checkpoint", str(tmp_path / "run.npz")]


def start(command):
    return subprocess.Popen(command, env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_the_checkpoint(process, path, last=None):
    """Wait until there is a checkpoint, another one than at the time `last`."""
    deadline = time.monotonic() + 240
    while not path.exists() or path.stat().st_mtime_ns == last:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.2)


def test_ctrl_c_prints_the_best_panels_and_a_killed_search_resumes(command, tmp_path):
    first = start([*command, "--seconds", "300"])
    wait_for_the_checkpoint(first, tmp_path / "run.npz")
    first.kill()  # nothing is printed, but the checkpoint is there
    first.communicate()
    saved = (tmp_path / "run.npz").stat().st_mtime_ns
    second = start([*command, "--seconds", "300"])
    wait_for_the_checkpoint(second, tmp_path / "run.npz", saved)
    os.kill(second.pid, signal.SIGINT)
    out, err = second.communicate(timeout=60)
    assert second.returncode == 130, err
    found = json.loads(out)
    assert found["was_interrupted"] and len(found["snps"]) == 6
    assert found["seconds"] > 9  # the ten seconds before the first checkpoint count
    assert "the best panels so far" in err


def test_a_killed_evaluation_resumes_and_ends_with_the_same_result(command, tmp_path):
    saved = tmp_path / "evaluation.json"
    words = [word if word != "select" else "evaluate" for word in command[:-2]]
    words += ["--checkpoint", str(saved), "--evaluations", "50000", "--splits", "3"]
    first = start(words)
    wait_for_the_checkpoint(first, saved)  # the first split is done
    first.kill()
    first.communicate()
    done = json.loads(saved.read_text())["parts"]
    assert 1 <= len(done) <= 3
    again = start(words)
    out, err = again.communicate(timeout=240)
    assert again.returncode == 0, err
    whole = start([*words[:-6], *words[-4:]])
    expected = json.loads(whole.communicate(timeout=240)[0])
    found = json.loads(out)
    assert found["splits"][0]["seconds"] == done["split 0"]["seconds"]  # it was not repeated
    for facts in (found, expected):
        for split in facts["splits"]:
            del split["seconds"]
    assert found == expected
    assert sorted(path.name for path in tmp_path.iterdir() if "evaluation" in path.name) == ["evaluation.json"]


def test_searches_on_a_cluster_are_merged():
    pytest.importorskip("distributed")
    genotypes, categories = random_genotypes(snps=40, people=60)
    request = SelectionRequest(3, budget=Budget(None, 4000))
    found = select_panel(genotypes, categories, 3, request, search=search_on_cluster("local:2", 2))
    here = select_panel(genotypes, categories, 3, SelectionRequest(3, budget=Budget(None, 4000), threads=2))
    assert [model.snps for model in found.models] == [model.snps for model in here.models]
    assert found.outcome.evaluations == 4000


@pytest.mark.parametrize(("is_local", "lowered"), [(True, [1, 2]), (False, [])])
def test_on_one_machine_all_searches_but_the_first_have_the_lowest_priority(monkeypatch, is_local, lowered):
    found = []
    present = 0
    monkeypatch.setattr(parallel, "compile_method", lambda method: None)
    monkeypatch.setattr(parallel, "_new_run", lambda *arguments: SimpleNamespace(best=list))
    monkeypatch.setattr(parallel, "run_search", lambda run: None)
    monkeypatch.setattr(parallel, "outcome_of", lambda run: parallel.SearchOutcome((), (), 0, 0, 0.0, False, {}))
    monkeypatch.setattr(parallel, "work_in_background", lambda: found.append(present))
    for number in range(3):
        present = number
        ClusterSearch(None, SelectionRequest(3), 3, is_local)(SimpleNamespace(parameters={"number": number}))
    assert found == lowered
