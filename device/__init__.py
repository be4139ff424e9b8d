"""The appliance: cameras and buttons, the table they belong to, its journal, its configuration, its command line.

The only package that knows all the others. The way in:

- :func:`device.cli.main` — the command ``quarterdeck``,
- :class:`device.table.Table` — the state machine between readings, presses and the game,
- :func:`device.loop.attend` — the loop that runs it,
- :class:`device.journal.Journal` — what was confirmed, kept.
"""
