"""Board representations: the cost of a random game of Go on each, and its growth with the board size.

Five representations of a Go board, from arrays that are searched at every move to counts that are kept up to date, after Vandermosten,
*Monte Carlo Tree Search Applied to the Game of Go*, chapters 4 and 5. All are compiled and all play the same games (a test checks that the
same random stream gives the same moves), so only the representation differs. A representation is a **rung** of the ladder.

    grid.py              the board's geometry and functions that all rungs share
    game.py              the interface of a rung, and the random game on it
    naive.py             arrays, flood fill, ko by comparing whole boards            claimed growth: n^6
    union_find.py        union-find with sets of stones and of liberties             n^2 times the size of groups
    linked_lists.py      linked lists, with the last liberty that was found first    n^2 unless groups are captured
    pseudo_liberties.py  counts of liberties, one for each adjacent stone            n^2
    record_board.py      `miai.go.board.board`, the board of the engine
    measure.py           cost of a game by rung and size, and the exponent of its growth
    claims.py            the claims of the source
    experiment.py        the experiment `go-ladder`: its tables and plot
"""
