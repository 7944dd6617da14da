"""Packing on a cluster: the packer of this process is not disturbed by others, and the best of all is the result."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from miai.core.extras import is_missing
from miai.problems.packing import Packer, make_instance

if is_missing("distributed"):
    pytest.skip("needs the extra cluster", allow_module_level=True)

from miai.distributed.packing import ClusterPacker, pack_placements, unpack_placements


def _instance():
    dice = random.Random(3)
    return make_instance(100, [(dice.randint(5, 40), dice.randint(5, 40)) for _ in range(12)])


def _team(messages=()):
    """A team whose workers have sent `messages` by the time that the work begins."""

    def work_for(work):
        for message in messages:
            work.take(message)

    return SimpleNamespace(
        cluster="local:2",
        sharing=SimpleNamespace(interval=0.25),
        next_generation=lambda: 1,
        work_for=work_for,
        leave=lambda work: None,
    )


def test_packings_survive_the_journey():
    packer = Packer(_instance(), 1)
    packer.run(simulations=50)
    assert unpack_placements(pack_placements(packer.placements, 7)) == (7, packer.placements)


def test_a_better_packing_of_a_worker_is_the_result_and_does_not_disturb_the_packer_of_this_process():
    instance = _instance()
    better = Packer(instance, 2)
    better.run(simulations=60_000)
    alone = Packer(instance, 1)
    alone.run(simulations=50)
    together = ClusterPacker(instance, _team([pack_placements(better.placements, 1)]), 1)
    result = together.run(simulations=50)
    assert better.height < alone.height
    assert result.height == better.height
    assert result.placements == better.placements
    assert together.packer.placements == alone.placements


def test_a_wrong_packing_is_ignored():
    instance = _instance()
    packer = Packer(instance, 1)
    packer.run(simulations=50)
    wrong = tuple(each._replace(x=0, y=0) for each in packer.placements)
    together = ClusterPacker(instance, _team([pack_placements(wrong, 1)]), 1)
    assert together.run(simulations=50).placements == packer.placements
