"""Opening books: positions with moves that strong players or long searches chose."""

from __future__ import annotations

from pathlib import Path

SHIPPED = Path(__file__).with_name("openings.npz")
"""The book that comes with miai."""
