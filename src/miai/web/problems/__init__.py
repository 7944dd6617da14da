"""The page *Problems*: any problem played, searched step by step, and compared in the browser.

| module | contents | process |
|---|---|---|
| `offers` | the problems and options that the page offers; a list of what is allowed | page, worker |
| `own_files` | the user's own files, named when the server starts, and when they change | page |
| `session`, `registry` | one user's game, search and comparison; the sessions of all users | page |
| `client` | starting workers and talking to them | page |
| `process`, `handler` | the worker: requests and their answers | worker |
| `positions`, `reports`, `growth`, `comparing` | states, searches, graphs and comparisons as data | worker |
"""
