"""Builds the Debian packages of Quarterdeck: wheels from a lock file, the tree of a version, an SBOM, a signature.

Begin with `build`. May import `device`. Nothing of it is needed on a table.
"""
