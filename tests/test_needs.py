"""A test whose needs are missing is skipped, or fails with `MIAI_TEST_ALL=1`."""

import pytest

from tests import needs


def test_a_missing_program_skips_the_test_with_its_name(monkeypatch):
    monkeypatch.delenv("MIAI_TEST_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="needs the program no-such-program"):
        needs.need_program("no-such-program")


def test_a_missing_program_fails_the_test_if_all_tests_must_run(monkeypatch):
    monkeypatch.setenv("MIAI_TEST_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="needs the program no-such-program or nor-this"):
        needs.need_program("no-such-program", "nor-this")


def test_an_installed_program_is_returned_with_its_path():
    assert needs.need_program("no-such-program", "sh").endswith("/sh")


def test_missing_data_beside_the_repository_always_skips(monkeypatch):
    monkeypatch.setenv("MIAI_TEST_ALL", "1")
    with pytest.raises(pytest.skip.Exception, match="no/such/data"):
        needs.need_shared("no/such/data")
