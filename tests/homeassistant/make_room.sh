#!/usr/bin/env bash
# Makes a Debian 13 with Home Assistant in it: tests/homeassistant/make_room.sh. Needs root, debootstrap, 1.5 GB and some minutes.
# Home Assistant needs a newer Python than Debian 12 has. $HOME_ASSISTANT_ROOM is the folder (/var/tmp/quarterdeck-homeassistant).
set -euo pipefail

room=${HOME_ASSISTANT_ROOM:-/var/tmp/quarterdeck-homeassistant}
version=2026.2.3
inside() { chroot "$room" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive ${PIP_CERT:+PIP_CERT=/etc/pip-cert.crt SSL_CERT_FILE=/etc/pip-cert.crt} "$@"; }

[ -x "$room/usr/bin/python3" ] || debootstrap --variant=minbase --include=python3,python3-venv,python3-dev,ca-certificates,gcc,g++,libc6-dev,libffi-dev \
    trixie "$room" >"$room.log" 2>&1
cp /etc/resolv.conf "$room/etc/resolv.conf"
[ -z "${PIP_CERT:-}" ] || cp -L "$PIP_CERT" "$room/etc/pip-cert.crt"
[ -x "$room/opt/ha/bin/python" ] || inside python3 -m venv /opt/ha
inside /opt/ha/bin/pip install -q "homeassistant==$version" pytest-homeassistant-custom-component==0.13.316
inside /opt/ha/bin/python -c 'import homeassistant.const; print("Home Assistant", homeassistant.const.__version__)'
