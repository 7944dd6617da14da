"""Phenotypes and populations joined from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.genotypes import Genotypes
from miai.genetics.traits import join_phenotypes, join_populations

PEOPLE = Genotypes.from_calls(np.zeros((1, 3), np.uint8))


def written(folder: Path, text: str) -> Path:
    file = folder / "traits.txt"
    file.write_text(text)
    return file


def test_two_columns_are_joined_by_id_and_the_rest_is_counted(tmp_path: Path) -> None:
    found = join_phenotypes(PEOPLE, written(tmp_path, "id\tphenotype\np3\tcase\np1\tNA\nq1\tcase\nq2\tcase\n"))
    assert list(found.people.phenotype) == ["", "", "case"]
    assert [note.partition(" of ")[0] for note in found.notes] == ["1 people", "2 people"]


def test_a_column_is_found_by_its_header(tmp_path: Path) -> None:
    file = written(tmp_path, "site,IID,height,status\nx,p2,180,1\nx,p1,170,2\nx,p3,,\n")
    assert list(join_phenotypes(PEOPLE, file, "status").people.phenotype) == ["2", "1", ""]
    with pytest.raises(UserError, match=r"unknown column 'staus'; did you mean 'status'"):
        join_phenotypes(PEOPLE, file, "staus")


def test_populations_replace_families(tmp_path: Path) -> None:
    found = join_populations(PEOPLE, written(tmp_path, "p1 Han\np2 San\np3 Han\n"))
    assert list(found.people.family) == ["Han", "San", "Han"] and found.notes == ()


@pytest.mark.parametrize(
    "text, message",
    [
        ("p1 a\np1 b\n", "line 2: person 'p1' has two values, 'a' and 'b'"),
        ("q1 a\n", "none of its 1 people is in the data, whose ids are such as 'p1'"),
        ("p1 a b\n", "line 1: 3 columns; accepted: two, person and population"),
    ],
)
def test_errors_are_reported_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        join_populations(PEOPLE, written(tmp_path, text))
