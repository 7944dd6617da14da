"""The tables of the search panel, without a page."""

from __future__ import annotations

from miai.web.page.search_panel import NO_LEARNING, learned_table


def test_the_table_of_learned_moves_has_suggestions_in_bold():
    text = learned_table({"nearby": [["C3", 9, 12, True], ["D4", 1, 4, False]], "answers": [["E5", 3, 3, True]]})
    assert "<b>C3</b>" in text and "<td>D4</td>" in text and "<b>E5</b>" in text
    assert "75%" in text and "25%" in text and "100%" in text
    assert text.index("near the last move") < text.index("reply to the last move")


def test_without_learning_the_panel_explains_how_to_switch_it_on():
    assert NO_LEARNING in learned_table(None) and "learning.on" in NO_LEARNING
    assert "Nothing yet" in learned_table({"nearby": [], "answers": []})
