"""Checks of everything that a table needs. Begin with `checks`. May import `config`, `journal`, `panels`, `sources`.

:func:`device.doctor.checks.examine` runs the checks on a :class:`~device.doctor.machine.Machine`.
"""
