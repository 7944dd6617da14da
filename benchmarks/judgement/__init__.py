"""Test positions of judgement, drawn at random and solved by plain reading: long ladders, corners of decided boards, kos, final moves."""
