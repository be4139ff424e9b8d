"""The doctor: looks at everything that a table needs, and says of each thing how it is and what to do.

:func:`device.doctor.checks.examine` does it; a :class:`~device.doctor.machine.Machine` is what it looks at.
"""
