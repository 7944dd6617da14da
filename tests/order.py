"""The order of test files: the slowest first, so that no worker begins a long file when the others are at their end.

`./dev check` prints the slowest files. The order need not be exact; files that are not listed come last.
"""

SLOWEST = (
    "tests/web/test_page.py",
    "tests/search/test_reference.py",
    "tests/search/test_checkpoint.py",
    "tests/web/test_panels_page.py",
    "tests/web/test_problems_page.py",
    "tests/web/test_page_keys.py",
    "tests/web/test_languages_page.py",
    "tests/web/test_page_games.py",
    "tests/web/test_review_page.py",
    "tests/web/test_rivals_page.py",
    "tests/fuzz/test_files.py",
    "tests/genetics/test_panel_interrupts.py",
    "tests/arena/test_contest.py",
    "tests/web/test_engine.py",
    "tests/search/one_player/test_solutions.py",
    "tests/problems/test_contract.py",
    "tests/experiments/frame/test_killed.py",
    "tests/go/problem/test_learning_search.py",
    "tests/web/test_problems.py",
    "tests/tuning/test_study.py",
    "tests/cli/test_solve.py",
    "tests/cli/test_warmup.py",
    "tests/experiments/go_engine/test_plan.py",
    "tests/core/test_linking.py",
    "tests/cli/test_own_files.py",
    "tests/cli/test_doctor.py",
    "tests/go/board/test_twin.py",
    "tests/go/rules/test_random_game.py",
    "tests/core/test_cache.py",
    "tests/go/records/test_sgf_broken.py",
    "tests/experiments/go_playouts/test_drawn.py",
    "tests/go/player/test_book_search.py",
    "tests/go/board/test_known_positions.py",
    "tests/search/test_laws.py",
    "tests/search/test_history.py",
)


def rank_of(test: str) -> int:
    """Return the place of the file of `test`."""
    file = test.partition("::")[0]
    return SLOWEST.index(file) if file in SLOWEST else len(SLOWEST)
