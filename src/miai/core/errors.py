"""What goes wrong because of what the user gave us, as opposed to a mistake in the program."""


class UserError(Exception):
    """Something the user can put right: wrong input, a missing extra, a folder that cannot be written.

    The message is one line without a full stop: what was wrong, where, and what is accepted or what to do. The command `miai`
    prints it as `miai: error: ...` and exits with code 2, without a traceback.
    """
