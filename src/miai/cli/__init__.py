"""The command `miai`: one file a sub-command, each importing what it needs when it is called."""
