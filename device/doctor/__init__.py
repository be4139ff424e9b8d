"""Checks of everything that a table needs, with a result and advice for each.

:func:`device.doctor.checks.examine` runs the checks on a :class:`~device.doctor.machine.Machine`.
"""
