"""The commands of ``quarterdeck``, a module for each that needs one; :mod:`device.cli` names them all."""
