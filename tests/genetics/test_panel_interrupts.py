"""Selection of panels in processes: Ctrl-C, a kill, and a cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from miai.core.kernels import COMPILING
from miai.genetics.formats.plink import write_bed
from miai.genetics.methods.interface import Budget
from miai.genetics.panels.parallel import search_on_cluster
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


def wait_for_the_checkpoint(process, path):
    deadline = time.monotonic() + 240
    while not path.exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.2)


def test_ctrl_c_prints_the_best_panels_and_a_killed_search_resumes(command, tmp_path):
    first = start([*command, "--seconds", "300"])
    wait_for_the_checkpoint(first, tmp_path / "run.npz")
    first.kill()  # nothing is printed, but the checkpoint is there
    first.communicate()
    second = start([*command, "--seconds", "300"])
    time.sleep(8)
    assert second.poll() is None
    os.kill(second.pid, signal.SIGINT)
    out, err = second.communicate(timeout=60)
    assert second.returncode == 130, err
    found = json.loads(out)
    assert found["was_interrupted"] and len(found["snps"]) == 6
    assert found["seconds"] > 9  # the ten seconds before the first checkpoint count
    assert "the best panels so far" in err


def test_searches_on_a_cluster_are_merged():
    pytest.importorskip("distributed")
    genotypes, categories = random_genotypes(snps=40, people=60)
    request = SelectionRequest(3, budget=Budget(None, 4000))
    found = select_panel(genotypes, categories, 3, request, search=search_on_cluster("local:2", 2))
    here = select_panel(genotypes, categories, 3, SelectionRequest(3, budget=Budget(None, 4000), threads=2))
    assert [model.snps for model in found.models] == [model.snps for model in here.models]
    assert found.outcome.evaluations == 4000
