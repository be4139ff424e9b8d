"""Cameras: the protocol, the camera process and exposure. Begin with `camera`. Imports no other folder of `device`."""
