"""Groupings: which category each population belongs to, or that it is left out.

Three groupings of the Human Genome Diversity Project are built in: `world3`, `world5` and `world7`. `populations` makes every population
a category, `phenotype` every value of the phenotype. Any other name is the path of a file with two columns, population and category.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from miai.core.errors import UserError, unknown_name
from miai.genetics.genotypes import PeopleTable, Strings

MOST_CATEGORIES = 127
"""Categories are numbered in 8 bits with a sign."""

REGIONS = {
    "Africa": "Bantu Kenya, Bantu South Africa, Biaka Pygmy, Mandenka, Mbuti Pygmy, San, Yoruba",
    "Americas": "Colombian, Karitiana, Maya, Pima, Surui",
    "E Asia": (
        "Cambodian, Dai, Daur, Han, Han N China, Hezhen, Japanese, Lahu, Miao, Mongola, Naxi, Oroqen, She, Tu, Tujia, Xibo, Yakut, Yi"
    ),
    "CS Asia": "Balochi, Brahui, Burusho, Hazara, Kalash, Makrani, Pathan, Sindhi, Uygur",
    "Europe": "Adygei, Basque, French, Italian, Orcadian, Russian, Sardinian, Tuscan",
    "Middle East": "Bedouin, Druze, Mozabite, Palestinian",
    "Oceania": "Melanesian, Papuan",
}
"""The populations of the Human Genome Diversity Project by region."""

_ALIASES = {
    "biaka": "biakapygmy",
    "mbuti": "mbutipygmy",
    "bantusa": "bantusouthafrica",
    "bantune": "bantukenya",
    "colombians": "colombian",
    "mayan": "maya",
    "mongolian": "mongola",
    "uyghur": "uygur",
    "northernhan": "hannchina",
    "hannorthernchina": "hannchina",
    "northitalian": "italian",
    "bergamo": "italian",
    "bergamoitalian": "italian",
    "nanmelanesian": "melanesian",
    "bougainville": "melanesian",
}
"""Other spellings of these populations that data sets use."""

_EURASIA = {"CS Asia": "Eurasia", "Europe": "Eurasia", "Middle East": "Eurasia"}
_LEFT_OUT = ("", "-", "--", "---", "na", "none", "leftout")


def plain_name(population: str) -> str:
    """Return a population's name without case, blanks and punctuation: `Han-NChina`, `Han N China` and `han_n_china` are one."""
    name = re.sub(r"[\W_]+", "", population).casefold()
    return _ALIASES.get(name, name)


@dataclass(frozen=True)
class Grouping:
    """A map from populations, or from values of the phenotype, to categories.

    | field | meaning |
    |---|---|
    | `name` | the name of a built-in grouping, or the path of its file |
    | `members` | category by plain name of the population (see `plain_name`); `None` leaves it out |
    | `names` | the categories, in the order of their numbers |
    | `column` | the column of `PeopleTable` that is looked up: `family` or `phenotype` |

    A grouping without `members` makes every value of the column a category.
    """

    name: str
    members: Mapping[str, str | None] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    column: Literal["family", "phenotype"] = "family"

    def categories(self, people: PeopleTable) -> tuple[NDArray[np.int8], tuple[str, ...]]:
        """Number the categories of people.

        Returns
        -------
        int8 array with the category of each person, -1 for a person who is left out; and the names of the categories. Categories
        without people have no number.

        Raises
        ------
        UserError
            Where people belong to fewer than two categories or to more than 127.
        """
        assigned = self.assign(people)
        present = Counter(category for category in assigned if category is not None)
        names = tuple(name for name in self.names or sorted(present) if present[name])
        if len(names) < 2:
            raise UserError(self._too_few(people, names))
        if len(names) > MOST_CATEGORIES:
            raise UserError(f"grouping {self.name}: {len(names)} categories; accepted: 2 to {MOST_CATEGORIES}")
        number = {name: index for index, name in enumerate(names)}
        return np.array([-1 if category is None else number[category] for category in assigned], np.int8), names

    def assign(self, people: PeopleTable) -> list[str | None]:
        """Return the category of each person, or `None` for a person who is left out."""
        values = self._values(people)
        if not self.members:
            return [value or None for value in values]
        by_value = {value: self.members.get(plain_name(value)) for value in set(values)}
        return [by_value[value] for value in values]

    def unknown(self, people: PeopleTable) -> Counter[str]:
        """Return the populations that the grouping does not mention, with their numbers of people."""
        if not self.members:
            return Counter()
        return Counter(value for value in self._values(people) if plain_name(value) not in self.members)

    def _values(self, people: PeopleTable) -> Strings:
        values: Strings = getattr(people, self.column)
        return values

    def _too_few(self, people: PeopleTable, names: tuple[str, ...]) -> str:
        what = "populations" if self.column == "family" else "phenotypes"
        found = sorted({value for value in self._values(people) if value})
        if not found:
            return f"grouping {self.name}: the data name no {what}; give a file with two columns, person and {what[:-1]}"
        shown = ", ".join(found[:5]) + (", ..." if len(found) > 5 else "")
        only = f"only the category {names[0]!r} has people" if names else "no category has people"
        return f"grouping {self.name}: {only}; the {what} of the data are {shown}"


def _world(name: str, merged: Mapping[str, str], dropped: tuple[str, ...] = ()) -> Grouping:
    members: dict[str, str | None] = {}
    for region, populations in REGIONS.items():
        for population in populations.split(", "):
            members[plain_name(population)] = None if region in dropped else merged.get(region, region)
    return Grouping(name, members, tuple(dict.fromkeys(category for category in members.values() if category)))


BUILT_IN = {
    "world3": _world("world3", _EURASIA, dropped=("Americas", "Oceania")),
    "world5": _world("world5", _EURASIA),
    "world7": _world("world7", {}),
    "populations": Grouping("populations"),
    "phenotype": Grouping("phenotype", column="phenotype"),
}
"""Groupings by name."""


def grouping_named(name: str) -> Grouping:
    """Return the built-in grouping of this name, or the grouping in the file of this path.

    Raises
    ------
    UserError
        Where there is neither.
    """
    built_in = BUILT_IN.get(plain_name(name))
    if built_in is not None:
        return built_in
    if not Path(name).is_file():
        raise unknown_name("grouping", name, BUILT_IN, also="or a file with two columns")
    return read_grouping(Path(name))


def read_grouping(path: Path) -> Grouping:
    """Read a grouping from a file with two columns, population and category.

    Columns are separated by tabs, commas or, if names have none, blanks. A category `-`, `NA` or nothing leaves the population out.
    Lines that begin with `#` and a header that begins with `population` are skipped.

    Raises
    ------
    UserError
        If a line does not have two columns, or a population is repeated with different categories.
    """
    from miai.genetics.columns import two_columns

    members: dict[str, str | None] = {}
    for number, population, category in two_columns(path, ("population", "pop", "family", "fid"), "population and category"):
        key = plain_name(population)
        value = None if plain_name(category) in _LEFT_OUT else category
        if key in members and members[key] != value:
            raise UserError(f"{path}, line {number}: population {population!r} has two categories")
        members[key] = value
    names = tuple(dict.fromkeys(category for category in members.values() if category))
    if len(names) < 2:
        raise UserError(f"{path}: {len(names)} categories; a grouping needs two or more")
    return Grouping(str(path), members, names)
