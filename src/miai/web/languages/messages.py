"""English messages of packages below this one that a visitor can see, as templates. They are found in the catalogue by their form."""

from __future__ import annotations

import functools
import re

from miai.go.rules.illegal_moves import REASONS
from miai.web.languages import mark

GO: tuple[str, ...] = (
    *REASONS.values(),
    mark("'{word}' is not a point; write for example D4, or pass"),
    mark("level must be from {low} to {high}, not {value}"),
)
BOARD: tuple[str, ...] = (
    mark("too many users at the moment; please try again later"),
    mark("{name} must be from {low} to {high}, not {value}"),
    mark("komi must be a multiple of one half from -100 to 100, not {value}"),
    mark("handicap must be 0 or from 2 to {most} stones on this board, not {value}"),
    mark("{file}: larger than {limit} MiB"),
    mark("{file}: another file of yours is still being read; try again when it is done"),
    mark("{file}: not a game record; reading it takes too much time or memory"),
    mark("{file}: only the first {count} games are listed"),
    mark("{file}: has {count} games; there is no game {number}"),
    mark("{file}: more than {count} nodes, the limit of the board"),
    mark("{file}: a line of {count} moves; at most {most} are accepted"),
)
PROBLEMS: tuple[str, ...] = (
    mark("{kind} {name} must be a number from {low} to {high} on this page, not {value}"),
    mark("option {name}: {value} is not accepted; use letters, digits, blanks and , . ; : + -"),
    mark("a game on this page has at most {count} actions"),
    mark("the play has ended: there is nothing to search"),
    mark("it is not chance that acts here"),
)
NAMES: tuple[str, ...] = (
    mark("You"),
    mark("miai, level {level}"),
    mark("miai, {amount} seconds"),
    mark("miai, {amount} playouts"),
)
"""The players of a game with an engine, as records name them."""
WORKER: tuple[str, ...] = (
    mark("stopped before it began"),
    mark("stopped before a panel was found"),
    mark("the data need more memory than a worker has"),
    mark("the worker was ended by {signal}"),
    mark("the worker ended with exit code {code}"),
    mark("no held-out figures: {reason}"),
)
GENETICS: tuple[str, ...] = (
    mark("no one would be held out: every population has too few people"),
    mark("a panel of {size} SNPs cannot be chosen from {count} candidates; choose 1 to {most}"),
    mark("grouping {name}: the data name no {what}; give a file with two columns, person and {column}"),
    mark("cannot read {file}: there is no such file"),
    mark("cannot read {file}: {reason}"),
    mark("{file} is empty; accepted: a header with an id and rs numbers, then a line for each person"),
    mark("{file} is not a PLINK 1 .bed file: it does not begin with 6c 1b and 00 or 01"),
    mark("{file} is not a VCF or BCF file that can be read: {reason}"),
    mark("{file}: {size} bytes hold {found} {held}, but {has}; the file is truncated, or the .bim or .fam belongs to another"),
    mark("SNPs of {people} people"),
    mark("people at {snps} SNPs"),
    mark("the .bim has {snps}"),
    mark("the .fam has {people}"),
    mark("{file}: damaged or truncated after {count} sites"),
    mark("{file}: damaged or truncated after line {number}"),
    mark("{file}: none of its {count} people is in the data, whose ids are {example}"),
    mark("{file}: the genotypes need {needed} MiB, and the limit is {limit} MiB; raise --memory"),
    mark("{file}: there are no SNPs in the file"),
    mark("{file}: there are no people in the file"),
    mark("{file}: {count} categories; a grouping needs two or more"),
    mark("{file}: {size} MiB; tables of up to {limit} MiB are read"),
    mark("{file}, line 1: there is no column of a SNP; accepted: an id, then rs numbers"),
    mark("{file}, line {number}, column {column}: unknown call {call}; accepted: RR, RA, AA, NA, or 0, 1, 2, -1, or AG"),
    mark("{file}, line {number}: population {population} has two categories"),
    mark("{file}, line {number}: {call} is written in another way than the calls before it"),
    mark("{file}, line {number}: {found} columns; the header has {expected}"),
    mark("{count} SNPs have no call of A, C, G and T"),
    mark("{count} SNPs were left out because an earlier SNP has the same id"),
    mark("{count} SNPs with more than two alleles were left out"),
    mark("{count} ids of people occur in several families; the family was added in front"),
    mark("{count} people of the data are not in {file} and have no {what}"),
    mark("{count} people of {file} are not in the data"),
)
CHOSEN: tuple[str, ...] = (
    mark("{file}: the file is empty"),
    mark("{file}: no SGF found: a game begins with (;"),
    mark("no SNP passes the filters; removed were: {removed}"),
    mark(
        "category {name} has {count} people to learn from; each category needs 2 or more: "
        "leave it out or join it with another in a grouping"
    ),
    mark(
        "category {name} has {count} person to learn from; each category needs 2 or more: "
        "leave it out or join it with another in a grouping"
    ),
    mark(
        "category {name} would have {count} people to learn from; each category needs 2 or more: "
        "leave it out or join it with another in a grouping"
    ),
    mark(
        "category {name} would have {count} person to learn from; each category needs 2 or more: "
        "leave it out or join it with another in a grouping"
    ),
)
"""Messages that are put together from parts."""
VALUES = (
    mark("level"),
    mark("seconds"),
    mark("byo-yomi"),
    mark("option"),
    mark("setting"),
    mark("population"),
    mark("populations"),
    mark("phenotype"),
    mark("phenotypes"),
)
"""Values of placeholders that are translated too."""
TEMPLATES: tuple[str, ...] = (*GO, *NAMES, *BOARD, *PROBLEMS, *WORKER, *CHOSEN, *GENETICS)
"""Earlier ones come first where two fit."""


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(template, re.compile(_as_pattern(template))) for template in TEMPLATES]


def _as_pattern(template: str) -> str:
    parts = re.split(r"\{(\w+)\}", template)
    return "".join(f"(?P<{part}>.*?)" if place % 2 else re.escape(part) for place, part in enumerate(parts))


def find_template(message: str) -> tuple[str, dict[str, str]]:
    """Return the first template that `message` has the form of, and the values of its placeholders; an empty text if there is none."""
    for template, pattern in _patterns():
        found = pattern.fullmatch(message)
        if found:
            return template, found.groupdict()
    return "", {}
