"""Every help page follows docs/style.md: each command has a sentence and examples, each option a phrase with a full stop."""

import importlib
import re

import pytest
import typer

from miai.cli.registry import COMMANDS
from tests.test_style import AVOIDED

MODULES = {name: entry.module for name, entry in COMMANDS.items()}
AVOIDED_START = re.compile(r"(Of|So|What|How)\b")


def commands_of(name):
    """Yield the full name of each command below `name`, with the command."""
    root = typer.main.get_command(importlib.import_module(MODULES[name]).app)
    children = getattr(root, "commands", None)
    if children is None:
        yield name, root
    else:
        yield from ((f"{name} {child}", command) for child, command in children.items())


def faults_of(full_name, command):
    """Yield a line for each fault in the help of one command."""
    summary = (command.help or "").strip().splitlines()
    if not summary or not summary[0].rstrip().endswith((".", "?")):
        yield f"{full_name}: the first line of its help is not a sentence"
    if "Examples" not in (command.epilog or ""):
        yield f"{full_name}: no examples"
    for parameter in command.params:
        text = getattr(parameter, "help", None) or ""
        if getattr(parameter, "hidden", False) or parameter.name == "help":
            continue
        if not text.endswith(".") or text[0].islower() or AVOIDED_START.match(text) or AVOIDED.search(text):
            yield f"{full_name}: {parameter.name}: {text!r}"


@pytest.mark.parametrize("name", MODULES)
def test_help_follows_the_style_page(name):
    pytest.importorskip("bed_reader") if name == "genetics" else None
    assert [fault for full_name, command in commands_of(name) for fault in faults_of(full_name, command)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_is_a_sentence(name):
    line = COMMANDS[name].help
    assert line[0].isupper() and line.endswith(".") and len(line) <= 90
