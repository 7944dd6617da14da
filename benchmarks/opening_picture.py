"""The first twenty moves of ten games of the engine with itself, checked and drawn: `python -m benchmarks.opening_picture`.

Each game is seeded by its number. Two things are checked: the first four moves are in four different corners, on lines 3 to 5, and no
move is on the first two lines. The exit code is 1 if a game fails. The picture is written as SVG, or as PNG by its name. With `--records`
the first moves of recorded games are counted instead.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from miai.core.files import write_file
from miai.go.notation.coordinates import Point, to_vertex
from miai.go.player import Player, PlayerSettings
from miai.go.player.settings import change_all
from miai.go.records.tsv import read_games
from miai.go.rules.game import Game
from miai.notebook.go_picture import BOARD_STYLE
from miai.notebook.picture import framed
from miai.notebook.raster import png_of_svg
from miai.notebook.record_picture import MARKS_STYLE
from miai.web.drawing.board import Canvas, draw_stones, draw_wood

SIZE, CORNERS, COLUMNS, GAP = 19, 4, 5, 24
LOWEST, HIGHEST = 3, 5
"""Lines of the first moves."""


def main() -> int:
    asked = _arguments()
    if asked.records:
        print(count_records(asked.records, asked.moves))
        return 0
    games = [play(asked.moves, asked.playouts, asked.seed + number, asked.set) for number in range(asked.games)]
    wrong = 0
    for number, game in enumerate(games, 1):
        faults = faults_of(points_of(game))
        wrong += bool(faults)
        print(number, " ".join(map(to_vertex, points_of(game))), *(f"- {fault}" for fault in faults))
    print(f"{len(games) - wrong} of {len(games)} games pass; {summary([points_of(game) for game in games])}")
    if asked.out is not None:
        svg = picture(games)
        write_file(asked.out, png_of_svg(svg, 1600) if asked.out.suffix == ".png" else svg)
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=2000, help="playouts per move")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next have the next numbers")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="settings of the player")
    parser.add_argument(
        "--records", type=Path, nargs="+", metavar="GAMES.tsv.gz", help="count the moves of these games marked valid instead"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="picture, .svg or .png")
    return parser.parse_args()


def play(moves: int, playouts: int, seed: int, changes: list[str]) -> Game:
    """Return the first moves of a game of the engine with itself."""
    settings = change_all(PlayerSettings(playouts=playouts, seed=seed, book_memory="none"), changes)
    player = Player(SIZE, settings=settings)
    for number in range(moves):
        player.genmove(1 + number % 2)
    player.close()
    return player.game


def points_of(game: Game) -> list[Point]:
    """Return the moves of a game on the board."""
    return [move for _, move in game.moves if not isinstance(move, str)]


def faults_of(points: list[Point]) -> list[str]:
    """Return what a player would find odd: moves outside the corners first, moves on the first two lines."""
    faults = []
    if not begins_in_corners(points):
        faults.append("the first four moves are not in four corners")
    return faults + [f"{to_vertex(point)} is on line {min(lines_of(point))}" for point in low_moves(points)]


def begins_in_corners(points: list[Point]) -> bool:
    """Return whether the first four moves are in four corners, on lines 3 to 5."""
    first = points[:CORNERS]
    corners = {(2 * x > SIZE - 1, 2 * y > SIZE - 1) for x, y in first if 2 * x != SIZE - 1 and 2 * y != SIZE - 1}
    return len(corners) == CORNERS and all(LOWEST <= line <= HIGHEST for point in first for line in lines_of(point))


def low_moves(points: list[Point]) -> list[Point]:
    """Return the moves on the first two lines."""
    return [point for point in points if min(lines_of(point)) < LOWEST]


def summary(games: list[list[Point]]) -> str:
    """Return in one line how many games begin in the corners, and how many moves are on the first two lines."""
    corners, low = sum(map(begins_in_corners, games)), sum(len(low_moves(points)) for points in games)
    without, lowest = (
        sum(not low_moves(points) for points in games),
        sum(min(lines_of(point)) == 1 for points in games for point in points),
    )
    return (
        f"{corners} begin in four corners; {low} of {sum(map(len, games))} moves are on the first two lines, {lowest} on the first; "
        f"{without} of {len(games)} games have none there"
    )


def count_records(files: list[Path], moves: int) -> str:
    """Return the summary of the first moves of the games marked valid; shorter games do not count."""
    games = [game.moves[:moves] for file in files for game in read_games(file, SIZE) if game.split == "valid"]
    found = [[move for _, move in game if not isinstance(move, str)] for game in games]
    return f"{len(games)} games; {summary([points for points in found if len(points) == moves])}"


def lines_of(point: Point) -> tuple[int, int]:
    """Return the lines of a point, counted from the nearest edges."""
    x, y = point
    return min(x, SIZE - 1 - x) + 1, min(y, SIZE - 1 - y) + 1


def picture(games: list[Game]) -> str:
    """Return the games side by side as SVG, with numbers on the stones."""
    canvas = Canvas(SIZE, coordinates=False)
    step, shapes = canvas.width + GAP, []
    for index, game in enumerate(games):
        numbers = {point: number for number, point in enumerate(points_of(game), 1) if game.position.color_at(point)}
        layers = draw_wood(canvas) + draw_stones(canvas, game.position, numbers=numbers)
        content = re.sub(r"<svg[^>]*>|</svg>", "", layers)
        if index:
            content = re.sub(r"<defs>.*?</defs>", "", content)
        shapes.append(f'<g transform="translate({GAP + index % COLUMNS * step} {GAP + index // COLUMNS * step})">{content}</g>')
    rows = -(-len(games) // COLUMNS)
    return framed("".join(shapes), GAP + COLUMNS * step, GAP + rows * step, "miai-go", BOARD_STYLE + MARKS_STYLE, shown=1500)


if __name__ == "__main__":
    sys.exit(main())
