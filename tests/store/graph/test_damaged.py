"""Damaged graphs are reported before LMDB uses them: it would end the process, or return the records of other pages."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from miai.core.errors import UserError
from miai.store.graph import GraphFile
from miai.store.graph.pages import DamagedPages, check_pages
from tests.fuzz.files import fuzz, make_graph, read_graph

PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return make_graph(tmp_path_factory.mktemp("graph"))


def test_a_whole_graph_passes(whole):
    check_pages(whole)
    assert read_graph(whole)


def test_a_graph_passes_after_records_were_removed_and_added(tmp_path):
    from miai.store.graph.prune import Rule, prune_by

    path = make_graph(tmp_path)
    for _ in range(3):
        with GraphFile(path, writes=True) as file:
            prune_by(file, Rule(visits=20))
        check_pages(path)
        make_graph(tmp_path)
        check_pages(path)


def pages_in_use(whole):
    """Return the numbers of pages whose loss the check notices."""
    content = whole.read_bytes()
    return [number for number in range(2, len(content) // PAGE) if any(content[number * PAGE : (number + 1) * PAGE])]


@pytest.mark.parametrize("seed", range(20))
def test_a_zeroed_page_is_reported_or_not_in_use(whole, tmp_path, seed):
    """`verify` and `info` ended with SIGABRT."""
    number = random.Random(seed).choice(pages_in_use(whole))
    content = bytearray(whole.read_bytes())
    content[number * PAGE : (number + 1) * PAGE] = bytes(PAGE)
    file = tmp_path / "zeroed.graph"
    file.write_bytes(content)
    for command in ("verify", "info"):
        done = subprocess.run(
            [sys.executable, "-m", "miai", "graph", command, str(file)], capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 2)
        assert done.returncode == 0 or (done.stderr.count("\n") == 1 and "is damaged" in done.stderr)
        if seed > 2:  # starting processes is slow; the function is the same
            break


@pytest.mark.parametrize("seed", range(30))
def test_exchanged_pages_are_noticed(whole, tmp_path, seed):
    """Each page is whole and in a tree of the same shape, so only its number tells."""
    one, two = random.Random(seed).sample(pages_in_use(whole), 2)
    content = bytearray(whole.read_bytes())
    first, second = slice(one * PAGE, (one + 1) * PAGE), slice(two * PAGE, (two + 1) * PAGE)
    content[first], content[second] = content[second], content[first]
    file = tmp_path / "exchanged.graph"
    file.write_bytes(content)
    try:
        found = read_graph(file)
    except UserError:
        return
    assert found == read_graph(whole)  # neither page is in use


def test_a_damaged_head_is_reported(whole, tmp_path):
    content = bytearray(whole.read_bytes())
    content[16 + 24] ^= 0xFF
    file = tmp_path / "head.graph"
    file.write_bytes(content)
    with pytest.raises(DamagedPages):
        check_pages(file)
    with pytest.raises(UserError, match="is damaged"):
        GraphFile(file)


@pytest.mark.parametrize("kind", ["graphs", "results"])
def test_random_damage_gives_no_crash_and_no_other_data(kind):
    totals = fuzz(kind, 60, seed=7, batch=30)
    assert (totals.files, totals.faults) == (60, [])
    assert totals.reported > 10


def test_a_graph_does_not_choose_which_file_is_executed(tmp_path, capfd):
    """The name of a problem comes from the graph; a name that ends with .py was executed."""
    from miai.cli.main import main
    from miai.search.store_protocol import Identity
    from miai.store.graph import GraphStore
    from tests.store.graph.made import make_positions

    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'was-run')!r}, 'w')\n")
    path = tmp_path / "foreign.graph"
    with GraphStore(path) as store:
        store.add_positions(Identity(str(evil), "", "is_evil", 1), make_positions(5, 1))
    for words in (["show", str(path)], ["export", str(path), "--sgf", str(tmp_path / "book.sgf")], ["info", str(path)]):
        main(["graph", *words])
    assert not (tmp_path / "was-run").exists()
    assert "name its file with --problem" in capfd.readouterr().err
