"""Random GTP lines have one answer each."""

from __future__ import annotations

from tests.fuzz.gtp_lines import GtpCount, check_answers, fuzz


def test_random_lines_have_one_answer_each():
    count = fuzz(600, seed=1, batch=300)
    assert (count.lines, count.answers, count.internal_errors, count.faults) == (600, 600, 0, [])


def test_the_check_finds_answers_that_are_missing_doubled_or_out_of_step():
    lines = ["1 name", "2 name", "3 quit"]
    assert check_answers(lines, "=1 miai\n\n=2 miai\n\n=3\n\n", GtpCount()) is None
    for output in (
        "=1 miai\n\n=2 miai\n\n",
        "=1 miai\n\n\n\n=2 miai\n\n=3\n\n",
        "=1 miai\n\n=1 miai\n\n=2 miai\n\n=3\n\n",
        "=1 miai\n\n=2 miai\n\n=3",
    ):
        assert check_answers(lines, output, GtpCount()) is not None
