"""Ctrl-C is reported as an interrupt, even if it makes something else fail."""

from miai.cli import main as command


def test_an_error_that_follows_an_interrupt_is_an_interrupt(monkeypatch, capsys):
    def fail_over_an_interrupt(*_, **__):
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(command.typer.main, "get_command", fail_over_an_interrupt)
    assert command.main(["doctor"]) == command.INTERRUPTED
    assert capsys.readouterr().err == "miai: interrupted\n"
