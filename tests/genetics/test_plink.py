"""PLINK binary files, beside bed-reader and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from miai.genetics.reading import read_genotypes
from tests.needs import need_shared


def test_real_data_equal_what_bed_reader_reads() -> None:
    bed_reader = pytest.importorskip("bed_reader")
    path = need_shared("data/genetics/hgdp_ho5000.bed")
    genotypes = read_genotypes(str(path.with_suffix("")))
    with bed_reader.open_bed(path, count_A1=True, num_threads=1) as bed:
        expected = bed.read(dtype="int8").T
        assert list(genotypes.snps.ids) == list(bed.sid)
        assert list(genotypes.people.ids) == list(bed.iid)
        assert list(genotypes.people.family) == list(bed.fid)
    assert np.array_equal(genotypes.calls(), np.where(expected == -127, 3, expected))
