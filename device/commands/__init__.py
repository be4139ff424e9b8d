"""Commands of ``quarterdeck``, one module for each that needs one. :mod:`device.cli.main` lists them all."""
