#!/bin/sh
# Starts Quarterdeck with the libraries of this version that fit the machine's Python. Kept by its child processes.
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
tag=$(python3 -I -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
if [ ! -d "$here/lib/$tag" ]; then
    echo "Error: this version of Quarterdeck has no libraries for $(python3 --version): install its package again, or a newer one." >&2
    exit 1
fi
export PYTHONPATH="$here/lib/$tag:$here/lib/common" PYTHONNOUSERSITE=1 PYTHONSAFEPATH=1
exec python3 -c 'import sys; sys.argv[0] = "quarterdeck"; from device.cli.main import main; main()' "$@"
