"""Files of Go for the fuzzers: opening books, struck-out moves, databases of games."""

from __future__ import annotations

import random
from pathlib import Path

SIZE = 9


def make_book(folder: Path) -> Path:
    from miai.go.book.book import Book, BookMove, write_book

    source = random.Random(1)
    book = Book(about={"sources": ["games.sgf"], "least": 5})
    for size in (9, 19):
        for _ in range(300):
            points = source.sample(range(size * size), source.randint(1, 5))
            games = [source.randint(5, 900) for _ in points]
            moves = [
                BookMove(point, count, count / 2, source.choice([None, 0.25, 0.5]), source.randrange(4))
                for point, count in zip(points, games, strict=True)
            ]
            book.put(size, source.getrandbits(64), moves)
    write_book(folder / "whole.book", book)
    return folder / "whole.book"


def read_book_file(path: Path) -> object:
    from miai.go.book.book import read_book

    book = read_book(path)
    return sorted((size, sorted(table.items())) for size, table in book.tables.items()), book.about


def make_joseki(folder: Path) -> Path:
    import numpy as np

    from miai.go.joseki.tables import SHIPPED, read_tables, write_tables

    tables = read_tables(SHIPPED)
    count = 400
    first = dict(starts=tables.starts[: count + 1], about=tables.about, encodings=tables.encodings)
    rows = {name: getattr(tables, name)[:count] for name in ("keys", "kinds", "games", "means", "deviations", "answered")}
    answers = {name: getattr(tables, name)[: int(np.asarray(tables.starts)[count])] for name in ("points", "colors", "counts")}
    write_tables(folder / "whole.joseki", type(tables)(**rows, **answers, **first))
    return folder / "whole.joseki"


def read_joseki(path: Path) -> object:
    from dataclasses import asdict

    from miai.go.joseki.tables import read_tables

    return [(name, getattr(value, "tolist", lambda value=value: value)()) for name, value in asdict(read_tables(path)).items()]


def make_struck(folder: Path) -> Path:
    from miai.go.book.memory import write_struck

    source = random.Random(1)
    write_struck(folder / "whole.struck.json", {(19, source.getrandbits(64), source.randrange(361)) for _ in range(200)})
    return folder / "whole.struck.json"


def read_struck_file(path: Path) -> object:
    from miai.go.book.memory import read_struck

    return sorted(read_struck(path))


def make_database(folder: Path) -> Path:
    from miai.go.games.database import build_database
    from miai.go.games.sources import GameFilter, SourceGame

    source = random.Random(1)
    games = []
    for number in range(120):
        points = source.sample([(column, row) for column in range(SIZE) for row in range(SIZE)], 24)
        moves = [(1 + at % 2, point) for at, point in enumerate(points)]
        facts = (SIZE, f"20{number % 30:02}-01-02", f"black {number}", "white", ("5d", "6d"), 7.0, 0, "B+R", 1, 600.0)
        games.append(SourceGame(f"game{number}.sgf", *facts, moves))
    build_database(folder / "whole.db", games, GameFilter())
    return folder / "whole.db"


def read_database(path: Path) -> object:
    from miai.go.games.database import GamesDatabase
    from miai.go.games.lookup import look_up_corner, look_up_position

    with GamesDatabase(path) as database:
        database.check_whole()
        found = [look_up_position(database, moves, SIZE, 200).as_data() for moves in ([], [(1, (4, 4))], [(1, (2, 6))])]
        return database.info(), found, look_up_corner(database, [(1, (2, 2))], SIZE, "lower-left").as_data()
