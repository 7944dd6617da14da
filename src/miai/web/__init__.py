"""The web board. Start reading at `server.serve`, then `game_session.GameSession` (one user's game), then `page.board_page.BoardPage`.

| module | contents | process |
|---|---|---|
| `server`, `access`, `sessions` | the HTTP server, access control, the sessions of all users | page |
| `game_session`, `setup`, `preferences`, `events` | one user's game and the actions on it | page |
| `tree`, `counting`, `scoring`, `clocks`, `game_analysis` | variations, dead stones, score, time, evaluations | page |
| `records`, `saved_sessions`, `uploads` | games as SGF and JSON; uploads are read in a separate, limited process | page |
| `engine_controller`, `engine_tasks` | the running task of the engine, and the wanted one | page |
| `drawing` | boards, curves and graphs as SVG | page |
| `page` | the panels: they show a session and pass clicks on | page |
| `problems` | the page *Problems*: sessions, own files, workers | page, worker |
| `panels` | the page *Panels*: data sets, sessions, workers | page, worker |
| `engine.client`, `engine.pool` | starting engines and talking to them | page |
| `engine.process`, `engine.report`, `engine.graph` | the search and its reports | engine |

The page's process imports no Numba: it starts within a second or two and never waits for a search.
"""
