"""Puzzles are to be made, checked and kept here; there are none yet."""
