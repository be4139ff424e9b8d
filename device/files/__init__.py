"""Files on the disk: atomic writes, small files with a checksum, temporary folders, and why the system refused.

Begin with ``kept_file``. Imports nothing else of `device` but its errors and notices.
"""
