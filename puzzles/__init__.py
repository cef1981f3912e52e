"""Puzzles over the three games: made, checked, graded, and a library of them."""
