"""The exit statuses of the program."""

from __future__ import annotations

YES = 0
CRASH = 1
USAGE = 2
NO = 3
UNKNOWN = 4
INVALID = 5
INTERRUPTED = 130

VERDICTS = {"winnable": YES, "unwinnable": NO, "unknown": UNKNOWN}
