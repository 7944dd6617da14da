"""Finished games of GNU Go against itself by Japanese rules, scored in the three places that score, and by GNU Go."""

from __future__ import annotations

import io
import json
import random
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from miai.core.machine import find_program

SIZE, KOMI, LEVEL, LONGEST = 9, 6.5, 1, 200


@dataclass
class ScoreCount:
    """The totals of a run. `faults` are games that the three places score differently, `others` those that GNU Go does."""

    games: int = 0
    as_gnugo: int = 0
    same_winner: int = 0
    faults: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def play_game(seed: int) -> dict[str, Any] | None:
    """Return the moves of a game from a random opening, and GNU Go's score; `None` for a game that was resigned or too long."""
    program = find_program("gnugo")
    assert program, "needs gnugo"
    command = [program, "--mode", "gtp", "--level", str(LEVEL), "--seed", str(seed), "--japanese-rules"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:

        def ask(line: str) -> str:
            assert engine.stdin and engine.stdout
            engine.stdin.write(f"{line}\n")
            engine.stdin.flush()
            text = ""
            while not text.endswith("\n\n"):
                text += engine.stdout.readline()
            return text[1:].strip()

        for line in (f"boardsize {SIZE}", "clear_board", f"komi {KOMI}"):
            ask(line)
        source, moves = random.Random(seed), list[str]()
        for _ in range(source.randrange(2, 9)):
            move = f"{source.choice('BCDEFGH')}{source.randint(2, 8)}"
            if ask(f"is_legal {'bw'[len(moves) % 2]} {move}") != "1":
                break
            ask(f"play {'bw'[len(moves) % 2]} {move}")
            moves.append(move)
        while moves[-2:] != ["PASS", "PASS"] and "resign" not in moves and len(moves) < LONGEST:
            moves.append(ask(f"genmove {'bw'[len(moves) % 2]}"))
        score = ask("final_score") if moves[-2:] == ["PASS", "PASS"] else None
        ask("quit")
    return None if score is None else {"seed": seed, "moves": moves, "score": score}


def compare(game: dict[str, Any], totals: ScoreCount) -> None:
    """Score a game by GTP, as the web board does, and by `miai go score`, and add the results to `totals`."""
    from miai.cli.main import main
    from miai.go.notation.coordinates import from_vertex
    from miai.go.rules.plain import PlainGame
    from miai.gtp import GtpEngine
    from miai.web.engine.position import set_position
    from miai.web.scoring import count_score

    engine = GtpEngine(SIZE, "japanese")
    words = [f"{'bw'[number % 2]}{move}" for number, move in enumerate(game["moves"])]
    for word in words:
        engine.obey(f"play {word[0]} {word[1:]}")
    by_gtp = engine.obey("final_score")[2:].strip()
    other = GtpEngine(SIZE, "japanese").player
    data = {"size": SIZE, "rules": "japanese", "komi": KOMI, "black": [], "white": [], "first": 1, "handicap": 0, "moves": words}
    set_position(other, data)
    status = other.final_status()
    plain = PlainGame(other.game.first_position)
    for move in game["moves"]:
        point = from_vertex(move, SIZE)
        plain.play("pass" if isinstance(point, str) else point)
    by_web = count_score(plain, other.game.rules, 0, status.dead, status.seki).tally.result
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        file = Path(folder) / "game.sgf"
        engine.obey(f"printsgf {file}")
        main(["go", "score", str(file), "--json"])
    by_command = json.loads(said.getvalue())["result"]
    totals.games += 1
    totals.as_gnugo += by_gtp == game["score"]
    totals.same_winner += by_gtp[0] == game["score"][0]
    if not by_gtp == by_web == by_command:
        totals.faults.append(f"game {game['seed']}: {by_gtp} by GTP, {by_web} on the web board, {by_command} by the command")
    if by_gtp != game["score"]:
        totals.others.append(f"game {game['seed']}: {by_gtp}, GNU Go {game['score']}")


def score_games(count: int, seed: int, on_batch: Callable[[ScoreCount], None] = lambda totals: None) -> ScoreCount:
    """Play and score `count` games that end by two passes."""
    totals = ScoreCount()
    while totals.games < count:
        game = play_game(seed)
        seed += 1
        if game is not None:
            compare(game, totals)
            on_batch(totals)
    return totals
