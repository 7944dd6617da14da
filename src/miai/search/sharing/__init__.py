"""Sharing: several searches of one position, in other processes or on other machines, exchange statistics of the top of their graphs.

    settings.py      how often, how much
    top.py           the nodes near the root of a graph
    statistics.py    their statistics as columns
    plays.py         for one player: the best complete play
    ledger.py        the statistics of all senders, each counted once, whatever happened to the messages
    messages.py      what one of them sends to another
    exchange.py      the link of a search to a ledger: others' statistics become history
    joining.py       `Search(cluster=...)`

Nothing here knows how messages travel; `miai.distributed` sends them with Dask.
"""
