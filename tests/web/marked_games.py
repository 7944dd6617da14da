"""Game records for tests of the page."""

from __future__ import annotations

from miai.web import records
from tests.web.games import tree_of


def long_game() -> bytes:
    """Return an analysed game of 60 moves on 19x19, in which Black makes mistakes."""
    points = [f"{column}{row}" for row in (4, 8, 12, 16) for column in "BDFHKMOQSTACEGJLNPR"][:60]
    tree = tree_of(" ".join(points), size=19)
    for number, node in tree.nodes.items():
        win = 0.5 + 0.004 * number if number % 10 != 5 else 0.3
        node.analysis = {"win": round(win, 4), "lead": 1.0, "visits": 400, "options": [["K10", round(win, 4), 300, ["K10", "K11"]]]}
    return records.to_sgf(tree)


MARKED = (
    b"(;GM[1]SZ[9]PB[Ann]PW[Bob]BR[4d]WR[8d]EV[Club evening]DT[2026-11-18]PC[Osaka]RE[B+2.5]TM[5400]HA[0];B[ee];W[cc]C[Look \\[here\\].]"
    b"TR[ee]SQ[cc]CR[gg]MA[aa]LB[bb:A][ce:12]AR[gc:gg]LN[ba:ha];B[gg];W[cg])"
)
"""A short game with a header and every kind of markup at move 2."""
TWO_GAMES = MARKED + b"\n(;GM[1]SZ[13]PB[Cho]PW[Dan]RE[W+R];B[dd];W[jj];B[jd])"
