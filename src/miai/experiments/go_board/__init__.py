"""The ladder of board representations: what does a whole random game of Go cost, and how does that grow with the board?

Five ways to hold a Go board, from arrays that are searched anew at every move to counts that are kept up to date, after T.
Vandermosten, *Monte Carlo tree search applied to the game of Go* (chapters 4 and 5). All are compiled, all play the very same games
(the same random stream gives the same moves, which a test checks), so only the representation differs.

    grid.py              the board's geometry and what all rungs share
    game.py              what a rung has to offer, and the random game on it
    naive.py             arrays, flood fill, ko by comparing whole boards            the claim: n^6
    union_find.py        union-find with sets of stones and of liberties             n^2 times the size of groups
    linked_lists.py      linked lists, and the liberty that was found last time      n^2 unless groups are captured
    pseudo_liberties.py  counts of liberties, one for each stone beside it           n^2
    record_board.py      `miai.go.board.board`, the board of the engine
    measure.py           cost of a game by rung and size, and the exponent of its growth
    claims.py            what the source says about it
    experiment.py        the experiment `go-ladder`: its tables and plot
"""
