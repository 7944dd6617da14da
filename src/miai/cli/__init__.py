"""The command `miai`: one file per sub-command, each of which imports what it needs when it is called."""
