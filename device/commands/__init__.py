"""Commands of ``quarterdeck``, one module for each that needs one. May import all.

:mod:`device.cli.main` lists them.
"""
