"""The id of a job and the seed of its random numbers. Both follow from the job's parameters, not from when or where it runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

ID_DIGITS = 16


def job_id(job: Mapping[str, Any]) -> str:
    """Return the id of a job, 16 hexadecimal digits: a hash of its parameters, whatever their order."""
    text = json.dumps(job, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]


def job_seed(seed: int, job: str) -> int:
    """Return the seed of the job with id `job` in a run with `seed`: from 0 to 2**63 - 1, unrelated for different jobs and seeds."""
    digest = hashlib.sha256(f"{seed} {job}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
