"""The Go engine of the web board.

`protocol` defines the messages; `process`, `report`, `graph` and `position` run in the engine process; `client` and `pool` run in the
page's process, and start and watch engines.
"""
