"""How far a share that was counted in a sample may be from the true one."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The score interval of a share, 95 %, for at least one trial.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22 (1927), 209–212. It stays within 0 … 1, and says
    something sensible where all trials succeed or none does.
    """
    square = QUANTILE**2
    middle = successes + square / 2
    half = QUANTILE * sqrt(successes * (trials - successes) / trials + square / 4)
    low, high = ((middle + side * half) / (trials + square) for side in (-1, 1))
    # where rounding would leave a little
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)
