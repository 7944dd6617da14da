"""A GTP engine that plays randomly, or misbehaves in the way that its argument names. It needs only Python, so it starts quickly.

    python fake_engine.py MODE [SEED]

| mode | behaviour |
|---|---|
| good | plays a random point that is not an eye; passes if there is none |
| fighter | as good, and writes figures to stderr |
| hang | stops answering at its fifth move |
| crash | exits with code 7 at its fifth move, with a last line on stderr |
| nonsense | answers its fifth move with a word that is not a move |
| garbage | answers its fifth move with text that is not GTP |
| illegal | plays on a stone at its fifth move |
| deaf | ignores quit, a closed input and SIGTERM |
| flood | writes megabytes to stderr at every move |
| chatter | writes without end to stdout at its fifth move |
| slow | takes 1.5 seconds for its fifth move |
| refuse | refuses the opponent's fifth move |
| greedy | takes 300 MiB of memory at its fifth move |
| liar | as good, but claims that all its opponent's stones are dead |
| quitter | resigns at its fifth move |
| small | refuses every board but 19x19 |
| mute | never answers anything |
"""

import random
import signal
import sys
import time

MODE = sys.argv[1]
RANDOM = random.Random(int(sys.argv[-1]) if len(sys.argv) > 2 else 1)
LETTERS = "ABCDEFGHJKLMNOPQRST"
COMMANDS = "name version list_commands boardsize clear_board komi play genmove final_status_list time_settings time_left quit"


class Engine:
    def __init__(self):
        self.size, self.board, self.moves, self.received, self.hoard = 9, {}, 0, 0, []

    def near(self, point):
        x, y = point
        return [(x + i, y + j) for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)) if 0 <= x + i < self.size and 0 <= y + j < self.size]

    def chain(self, point):
        found, waiting = {point}, [point]
        while waiting:
            for each in self.near(waiting.pop()):
                if each not in found and self.board.get(each) == self.board[point]:
                    found.add(each)
                    waiting.append(each)
        return found

    def has_liberty(self, chain):
        return any(near not in self.board for point in chain for near in self.near(point))

    def put(self, color, point):
        """Place a stone and return the captured stones; suicide removes nothing."""
        self.board[point] = color
        taken = set()
        for near in self.near(point):
            if near in self.board and self.board[near] != color and not self.has_liberty(self.chain(near)):
                taken |= self.chain(near)
        for stone in taken:
            del self.board[stone]
        return taken

    def random_move(self, color):
        """Return a point that is no eye, no suicide and no capture of a single stone, so that there is never a ko."""
        points = [(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in self.board]
        RANDOM.shuffle(points)
        for point in points:
            if all(self.board.get(near) == color for near in self.near(point)):
                continue
            before = dict(self.board)
            taken = self.put(color, point)
            if len(taken) != 1 and self.has_liberty(self.chain(point)):
                return f"{LETTERS[point[0]]}{point[1] + 1}"
            self.board = before
        return "pass"

    def genmove(self, color):
        self.moves += 1
        if MODE == "flood":
            sys.stderr.write("fie! " * 1_000_000)
        if MODE == "fighter":
            sys.stderr.write(f"move {self.moves}: 100 playouts, value 0.5\n")
        if self.moves != 5:
            return "= " + self.random_move(color)
        return self.fifth_move(color)

    def fifth_move(self, color):
        if MODE == "hang":
            time.sleep(1000)
        if MODE == "crash":
            sys.stderr.write("out of cheese\n")
            sys.exit(7)
        if MODE == "chatter":
            while True:
                print("blah blah blah " * 100)
        if MODE == "slow":
            time.sleep(1.5)
        if MODE == "greedy":
            self.hoard.append(bytearray(b"x") * (300 * 2**20))
            time.sleep(20)
        if MODE == "illegal":
            x, y = next(iter(self.board))
            return f"= {LETTERS[x]}{y + 1}"
        answers = {"nonsense": "= banana", "garbage": "segmentation fault (just kidding)", "quitter": "= resign"}
        return answers.get(MODE) or "= " + self.random_move(color)

    def play(self, color, vertex):
        self.received += 1
        if MODE == "refuse" and self.received == 5:
            return "? illegal move"
        if vertex.lower() != "pass":
            self.put(color[0].lower(), (LETTERS.index(vertex[0].upper()), int(vertex[1:]) - 1))
        return "="

    def answer(self, words):
        command, rest = words[0], words[1:]
        if command in ("name", "version"):
            return f"= fake {MODE}"
        if command == "list_commands":
            return "= " + "\n".join(COMMANDS.split())
        if command == "boardsize":
            self.size = int(rest[0])
            return "? unacceptable size" if MODE == "small" and self.size != 19 else "="
        if command == "clear_board":
            self.board, self.moves, self.received = {}, 0, 0
        if command == "play":
            return self.play(*rest)
        if command == "genmove":
            self.color = rest[0][0].lower()
            return self.genmove(self.color)
        if command == "final_status_list":
            dead = self.board if MODE == "liar" and rest[0] == "dead" else ()
            return "= " + " ".join(f"{LETTERS[x]}{y + 1}" for (x, y) in dead if self.board[x, y] != self.color)
        return "=" if command in COMMANDS.split() else "? unknown command"


def main():
    engine = Engine()
    if MODE == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if MODE == "mute":
            time.sleep(1000)
        if words[0] == "quit" and MODE != "deaf":
            print("=\n", flush=True)
            return
        print(engine.answer(words) + "\n", flush=True)
    while MODE == "deaf":
        time.sleep(1)


main()
