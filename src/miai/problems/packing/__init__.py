"""Strip packing: instances and their files, the game for the search, a solver, an independent check, and pictures.

from miai.problems.packing import make_instance, pack
result = pack(make_instance(20, [(12, 7), (12, 2), (8, 9, 2)]), seconds=1)
result.height, result.proven, result.placements
"""

from miai.problems.packing.checking import Placement, faults_of, height_of
from miai.problems.packing.game import PROBLEM, start_state
from miai.problems.packing.instance import Instance, Rectangle, cut_instance, lower_bound, make_instance
from miai.problems.packing.reading import choose_instance, read_instances
from miai.problems.packing.solver import Packer, PackingResult, pack

__all__ = [
    "PROBLEM",
    "Instance",
    "Packer",
    "PackingResult",
    "Placement",
    "Rectangle",
    "choose_instance",
    "cut_instance",
    "faults_of",
    "height_of",
    "lower_bound",
    "make_instance",
    "pack",
    "read_instances",
    "start_state",
]
