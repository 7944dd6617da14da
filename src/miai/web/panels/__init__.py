"""The page *Panels*: from a genotype file to a panel of SNPs in the browser. Start reading at `session.PanelSession`.

| module | contents | process |
|---|---|---|
| `files` | the data sets that a user may choose: those of the server's folder, and uploads | page |
| `session`, `registry` | one user's data, search and results; those of all users | page |
| `client` | starting a worker and passing its events on | page |
| `routes` | uploads in pieces, downloads | page |
| `worker`, `tasks` | reading, searching, validating, writing the results | worker |

The page's process reads no genotypes: it lists files, and reads the JSON that a worker writes.
"""
