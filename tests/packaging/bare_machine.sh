#!/usr/bin/env bash
# The README's two commands on a bare Debian, from a fresh clone: tests/packaging/bare_machine.sh bookworm|trixie
# Needs root, debootstrap, curl and two gigabytes in $ROOM (/var/tmp). TEST=no leaves `make test` out.
set -euo pipefail

suite=${1:?which Debian: bookworm or trixie}
room=${ROOM:-/var/tmp}/quarterdeck-$suite
here=$(cd "$(dirname "$0")/../.." && pwd)
port=${PORT:-18080}

# What the README says is to be installed first, and git for the clone.
first=$(grep -oP 'apt install \K[a-z0-9 .-]+(?=`)' "$here/README.md" | head -1)
if [ -z "$first" ]; then
    echo 'The README does not say any more what to install first (apt install …).' >&2
    exit 1
fi

say() { printf '\n== %s\n' "$*"; }
inside() { chroot "$room" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive ${PIP_CERT:+PIP_CERT=/etc/pip-cert.crt} "$@"; }

demo=
leave() {
    [ -z "$demo" ] || kill -- "-$demo" 2>/dev/null || true
    for part in dev/pts dev sys proc; do umount -l "$room/$part" 2>/dev/null || true; done
}
trap leave EXIT

say "a bare $suite in $room"
[ -e "$room/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$room" >"$room.log" 2>&1
cp /etc/resolv.conf "$room/etc/resolv.conf"
[ -z "${PIP_CERT:-}" ] || cp -L "$PIP_CERT" "$room/etc/pip-cert.crt"
for part in proc sys dev dev/pts; do mountpoint -q "$room/$part" || mount --bind "/$part" "$room/$part"; done

say "apt install $first git"
inside apt-get update -qq
# shellcheck disable=SC2086
inside apt-get install -qq -y --no-install-recommends $first git ca-certificates >/dev/null
inside python3 --version

say 'a fresh clone'
rm -rf "$room/root/quarterdeck" "$room/root/main.git"
git clone --quiet --bare "$here" "$room/root/main.git"
inside git clone --quiet /root/main.git /root/quarterdeck

say 'make demo'
set -m
inside bash -c "cd /root/quarterdeck && exec make demo PORT=$port" &
demo=$!
set +m
began=$SECONDS
until curl --silent --fail --output /dev/null --max-time 2 "http://127.0.0.1:$port/healthz"; do
    if [ $((SECONDS - began)) -gt 900 ] || ! kill -0 "$demo" 2>/dev/null; then
        echo 'make demo did not bring up the page.' >&2
        exit 1
    fi
    sleep 1
done
echo "The page was up after $((SECONDS - began)) seconds."
until curl --silent --max-time 5 "http://127.0.0.1:$port/" | grep -o '<h1[^>]*>[^<]*wins[^<]*'; do
    if [ $((SECONDS - began)) -gt 1800 ]; then
        echo 'The recorded game did not come to its end on the page.' >&2
        exit 1
    fi
    sleep 2
done
kill -- "-$demo"
demo=

if [ "${TEST:-yes}" = yes ]; then
    say 'make test'
    inside bash -c 'cd /root/quarterdeck && make test'
fi
say "$suite: done"
