"""The page of all settings, made from the code: `python -m tests.settings_page` writes it anew."""

from __future__ import annotations

from pathlib import Path

from miai.search.settings import describe_settings

PAGE = Path(__file__).resolve().parent.parent / "docs" / "search" / "settings.md"

INTRODUCTION = """\
# Settings

Every setting of the search, with its default. In Python they are keyword arguments of `miai.search` and `Search`, or a `Settings`:

```python
miai.search(state, playouts=10_000, select="puct", exploration=1.2)
```

On the command line they are words after `--set` (`--set select=puct --set exploration=1.2`); `--mode` and `--select` have options of
their own. A value that cannot be meant is refused with one line that says what is accepted. `miai solve --settings` prints this table.

"""

PAGES = {
    "graph.md": "mode solver virtual_loss batch prune prune_target",
    "memory.md": "present_weight past_decay",
    "selection/ucb.md": "select exploration fpu fpu_value ucb2_alpha",
    "selection/greedy-and-sampling.md": "epsilon epsilon_decay",
    "selection/bast.md": "smoothness smoothness_decay confidence",
    "selection/final.md": "expand_threshold final secure",
    "selection/rave.md": "rave rave_bias rave_equivalence grave",
    "selection/priors.md": "prior prior_horizon prior_bias",
    "selection/widening.md": "widening widening_slope widening_scale widening_least",
    "selection/groups.md": "grouping group_after group_every group_count group_of_all group_exploration group_bias",
}
"""Where a setting is explained."""


def settings_page() -> str:
    """The whole text of the page. Raises `KeyError` for a setting that no page explains."""
    page_of = {name: page for page, names in PAGES.items() for name in names.split()}
    lines = ["| setting | default | accepted | meaning |", "|---|---|---|---|"]
    for name, default, accepted, meaning in describe_settings():
        words = accepted.replace(" | ", ", ")
        lines.append(f"| [`{name}`]({page_of[name]}) | {default} | {words} | {meaning} |")
    return INTRODUCTION + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(settings_page())
