"""The commands of ``quarterdeck``, a module for each that needs one; :mod:`device.cli.main` names them all."""
