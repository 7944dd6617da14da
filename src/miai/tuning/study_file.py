"""The copy of a study for Optuna's own tools. It is written and never read: Optuna executes pickles that such a file can contain."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import optuna
from optuna.storages import RDBStorage
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from miai.core.errors import UserError


class StudyFile:
    """A file of Optuna that receives the finished trials of a study, in their order."""

    def __init__(self, path: Path, name: str) -> None:
        """Begin a new file in the place of what is there. Raise `UserError` if it cannot be written."""
        self.path = path
        self._written = 0
        try:
            for leftover in (path, *(path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm"))):
                leftover.unlink(missing_ok=True)
            self._storage = _storage_without_flush(path)
            self._study = optuna.create_study(storage=self._storage, study_name=name, direction="maximize")
        except (OSError, SQLAlchemyError) as error:
            raise self._unwritable(error) from error

    def add_finished(self, study: optuna.Study) -> None:
        """Write the trials of `study` that are not in the file yet, up to the first that is not finished."""
        try:
            for trial in study.get_trials(deepcopy=False)[self._written :]:
                if not trial.state.is_finished():
                    return
                self._storage.create_new_trial(self._study._study_id, template_trial=trial)
                self._written += 1
        except SQLAlchemyError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        with suppress(SQLAlchemyError):
            self._storage.engine.dispose()

    def _unwritable(self, error: Exception) -> UserError:
        return UserError(f"cannot write {self.path}: {str(error).splitlines()[0]}")


def _storage_without_flush(path: Path) -> RDBStorage:
    """Return a storage that leaves flushing to the system: the file can be made again from the results beside it."""
    storage = RDBStorage(f"sqlite:///{path}")

    @event.listens_for(storage.engine, "connect")
    def relax(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA synchronous = OFF")

    storage.engine.dispose()
    return storage
