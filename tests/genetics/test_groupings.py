"""Groupings against table 5.12 of the source, which counts people by category."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.genotypes import PeopleTable, strings
from miai.genetics.groupings import BUILT_IN, grouping_named, read_grouping

PUBLISHED = {
    "world7": {"Africa": 121, "Americas": 108, "E Asia": 235, "CS Asia": 207, "Europe": 160, "Middle East": 176, "Oceania": 36},
    "world5": {"Africa": 121, "Americas": 108, "E Asia": 235, "Eurasia": 543, "Oceania": 36},
    "world3": {"Africa": 121, "E Asia": 235, "Eurasia": 543},
}
COUNTS = """
Bantu Kenya 12, Bantu South Africa 8, Biaka Pygmy 32, Mandenka 24, Mbuti Pygmy 15, San 6, Yoruba 24, Colombian 13, Karitiana 24,
Maya 25, Pima 25, Surui 21, Cambodian 11, Dai 10, Daur 9, Han 34, Han N China 10, Hezhen 9, Japanese 29, Lahu 10, Miao 10, Mongola 10,
Naxi 9, Oroqen 10, She 10, Tu 10, Tujia 10, Xibo 9, Yakut 25, Yi 10, Balochi 25, Brahui 25, Burusho 25, Hazara 24, Kalash 25,
Makrani 25, Pathan 23, Sindhi 25, Uygur 10, Adygei 17, Basque 24, French 29, Italian 13, Orcadian 16, Russian 25, Sardinian 28,
Tuscan 8, Bedouin 48, Druze 47, Mozabite 30, Palestinian 51, Melanesian 19, Papuan 17
"""


def people_of(families: list[str], phenotypes: list[str] | None = None) -> PeopleTable:
    ids = [str(number) for number in range(len(families))]
    return PeopleTable(strings(ids), strings(families), strings(phenotypes or [""] * len(families)))


def published_people() -> PeopleTable:
    rows = [row.strip().rpartition(" ") for row in COUNTS.replace("\n", " ").split(",")]
    return people_of([name for name, _, count in rows for _ in range(int(count))])


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_built_in_groupings_have_the_published_sizes(name: str) -> None:
    categories, names = grouping_named(name).categories(published_people())
    assert {names[category]: count for category, count in Counter(categories.tolist()).items() if category >= 0} == PUBLISHED[name]
    assert names == tuple(PUBLISHED[name])
    assert categories.dtype == np.int8


def test_spellings_of_populations_do_not_matter() -> None:
    categories, names = BUILT_IN["world7"].categories(
        people_of(["BantuKenya", "bantu_kenya", "Han-NChina", "Han N China", "Atlantis"])
    )
    assert names == ("Africa", "E Asia")
    assert categories.tolist() == [0, 0, 1, 1, -1]
    assert BUILT_IN["world7"].unknown(people_of(["Atlantis", "San", "Atlantis"])) == {"Atlantis": 2}


def test_every_population_or_phenotype_can_be_a_category() -> None:
    people = people_of(["b", "a", "", "b"], ["2", "1", "2", ""])
    assert grouping_named("populations").categories(people)[0].tolist() == [1, 0, -1, 1]
    assert grouping_named("phenotype").categories(people)[0].tolist() == [1, 0, 1, -1]


def test_a_file_maps_populations_to_categories(tmp_path: Path) -> None:
    file = tmp_path / "two.csv"
    file.write_text("# regions\nPopulation,Category\nHan N China,East\nFrench,West\nSan,-\nYoruba,\n")
    grouping = grouping_named(str(file))
    assert grouping.categories(people_of(["French", "Han-NChina", "San", "Yoruba"]))[0].tolist() == [1, 0, -1, -1]
    assert not grouping.unknown(people_of(["San"]))


@pytest.mark.parametrize(
    "text, message",
    [
        ("a b c\n", "line 1: 3 columns; accepted: two, population and category"),
        ("a x\na y\nb y\n", "line 2: population 'a' has two categories"),
        ("a x\n", "1 categories; a grouping needs two or more"),
    ],
)
def test_errors_in_a_file_are_reported_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    with pytest.raises(UserError, match=message):
        read_grouping(file)


def test_data_without_two_categories_are_refused() -> None:
    with pytest.raises(UserError, match=r"only the category 'Africa' has people; the populations of the data are Here, San"):
        BUILT_IN["world3"].categories(people_of(["San", "Here"]))
    with pytest.raises(UserError, match=r"the data name no populations"):
        BUILT_IN["world3"].categories(people_of([""]))
    with pytest.raises(UserError, match=r"unknown grouping 'wrold3'"):
        grouping_named("wrold3")
