"""`miai gtp` as a process: it answers, ends, and reports why it cannot start."""

from __future__ import annotations

import os

from tests.cli.terminal import run_miai, the_one_line_of_error


def test_it_answers_until_the_end_of_input_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run_miai("gtp", "--size", "9", typed="1 name\n2 query_boardsize\n")
    assert (done.stdout, done.returncode) == ("=1 miai\n\n=2 9\n\n", 0)
    assert os.listdir(tmp_path) == []


def test_a_failure_to_start_is_reported_on_stderr_and_through_the_protocol():
    done = run_miai("gtp", "--set", "leve=3", typed="# hello\n7 name\n8 version\n")
    assert done.returncode == 2
    assert done.stdout.startswith("?7 cannot start: unknown setting 'leve'; did you mean 'level'?")
    assert done.stdout.count("cannot start") == 1
    assert done.stderr.startswith("miai: error: unknown setting 'leve'")


def test_wrong_rules_and_presets_are_refused():
    assert "unknown rules 'martian'" in the_one_line_of_error(run_miai("gtp", "--rules", "martian"))
    assert "unknown preset 'best'" in the_one_line_of_error(run_miai("gtp", "--preset", "best"))


def test_all_settings_are_listed():
    printed = run_miai("gtp", "--list").stdout
    for name in ("playouts", "rave_bias", "playout.pattern", "prior.even", "group.distance", "james-group"):
        assert name in printed


def test_too_little_memory_is_reported_at_the_start():
    """With too little memory every genmove failed with MemoryError."""
    import resource
    import subprocess
    import sys

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    command = [sys.executable, "-m", "miai", "gtp", "--size", "9", "--memory", "8192"]
    done = subprocess.run(command, input="1 name\n", capture_output=True, text=True, check=False, preexec_fn=few)
    assert done.returncode == 2
    assert done.stdout.startswith("?1 cannot start: too little memory") and "8192 MiB" in done.stdout
    assert "8192 MiB" in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr
