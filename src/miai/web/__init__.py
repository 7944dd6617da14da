"""The board in the browser. Start reading at `server.serve`, then `session.Session` (one person's game), then `page.view.View`.

| module | what it is | which process |
|---|---|---|
| `server`, `gate`, `people` | listening, who may come in, whose game is whose | the page's |
| `tree`, `session`, `setup`, `scoring`, `clocks`, `records` | a game with variations, what may be done with it, as a file | the page's |
| `drawing` | boards, curves and graphs as SVG: text in, text out | the page's |
| `page` | the page: panels that show a session and pass on what is clicked | the page's |
| `mind` | what the engine should be doing for a person, and what it has said | the page's |
| `engine.client`, `engine.pool` | starting engines, asking them, noticing that they died | the page's |
| `engine.process`, `engine.telling`, `engine.graph` | the search, and what it tells | the engine's own |
| `reading` | a file from outside, read in a process that may do little and not for long | its own |

The page's process imports no Numba: it must be there within a second or two, and must never wait for a search.
"""
