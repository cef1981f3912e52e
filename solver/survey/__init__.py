"""Surveys: how many of the deals of a seed can be won, as a table that outlives every end.

>>> with Store(folder, setup) as store:
...     for row in workers.solved(partial(solve, setup), store.missing(deals), jobs=2):
...         store.add(row)
>>> read_report(folder).tallies
"""
