"""`python -m miai` is the command `miai`."""

from miai.cli.main import run

if __name__ == "__main__":
    run()
