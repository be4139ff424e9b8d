#!/bin/sh
# A root that is never written, and a partition of its own for what is. Lies in /usr/local/sbin/quarterdeck-root.
# As the first process (init= on the kernel's command line) it lays memory over the root and mounts what is kept, then
# systemd begins. Whatever fails, the system starts. Otherwise: "prepare" on a card that never started, "on", "off".
# What failed is kept in one word, which the doctor explains.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
label=quarterdeck
data=/srv/quarterdeck
# games, versions, networks that were chosen in the browser, and the clock
kept="/var/lib/quarterdeck /opt/quarterdeck /etc/NetworkManager/system-connections /etc/netplan /var/lib/systemd/timesync"
memory=/run/quarterdeck-root
line=/boot/firmware/cmdline.txt
swap=/etc/rpi/swap.conf.d/quarterdeck.conf
init="init=/usr/local/sbin/quarterdeck-root"
root_ends=@ROOT_MIB@ # MiB from the card's beginning
least=@DATA_MIB@     # MiB that what is kept needs
failed=/etc/quarterdeck-root.failed
failed_now=/run/quarterdeck-root.failed # at this start

say() { echo "quarterdeck: $*" >&2; }

fail() {
    echo "$1" >$failed
    shift
    say "$@"
    return 1
}

kept_part() { # the partition behind the root on its own card, whatever else is plugged in
    card=$(lsblk -no PKNAME "$(findmnt -no SOURCE /)")
    for part in /sys/class/block/"$card"/"$card"*; do
        [ "$(cat "$part/start" 2>/dev/null)" != $((root_ends * 2048)) ] || echo "/dev/${part##*/}"
    done
}

lay_memory_over_the_root() {
    modprobe overlay 2>/dev/null
    mount -o remount,ro / &&
        mkdir "$memory" && mount -t tmpfs -o mode=0755 quarterdeck "$memory" &&
        mkdir "$memory/upper" "$memory/work" "$memory/below" &&
        mount -t overlay -o "lowerdir=/,upperdir=$memory/upper,workdir=$memory/work" overlay /mnt
}

mount_what_is_kept() {
    device=$(kept_part)
    [ -n "$device" ] || return
    fsck.ext4 -p "$device" >/dev/null 2>&1
    [ $? -lt 4 ] || fsck.ext4 -y "$device" >/dev/null
    mount -t ext4 -o noatime,errors=remount-ro "$device" "$1$data" || return
    for place in $kept; do
        if [ -d "$1$data$place" ] && [ -d "$1$place" ]; then
            mount --bind "$1$data$place" "$1$place"
        fi
    done
    mountpoint -q "$1/var/lib/quarterdeck"
}

begin() {
    mountpoint -q /proc || mount -t proc proc /proc
    mountpoint -q /sys || mount -t sysfs sys /sys
    mountpoint -q /dev || mount -t devtmpfs dev /dev
    mountpoint -q /run || mount -t tmpfs -o mode=0755 run /run
    mount --make-rprivate / # a shared one is not moved
    if lay_memory_over_the_root; then
        if ! mount_what_is_kept /mnt; then
            echo data >$failed_now
            # without a PIN the table counts as new, and the first visitor could become its owner: the PIN is lost
            [ -s /mnt/var/lib/quarterdeck/owner.json ] || echo lost >/mnt/var/lib/quarterdeck/owner.json
            say "no partition for what is kept: games stay in memory"
        fi
        # of this table of mounts systemd would check and mount again what is mounted
        awk -v data=$data '$1 ~ "^#" {print; next} $2 == "/" || $2 == data || index($1, data "/") == 1 {next}
            $2 ~ "^/boot" {$4 = ($4 ? $4 : "defaults") ",ro"} {print}' /etc/fstab >/mnt/etc/fstab
        for place in /proc /sys /dev /run; do
            mount -n --move $place /mnt$place
        done
        cd /mnt && pivot_root . ".$memory/below" && cd /
    else
        echo memory >$failed_now
        say "no memory over the root: it stays writable"
    fi
    exec chroot . /sbin/init "$@"
}

divide() {
    root=$(findmnt -no SOURCE /)
    disk=/dev/$(lsblk -no PKNAME "$root")
    number=$(cat "/sys/class/block/${root#/dev/}/partition")
    begins=$(cat "/sys/class/block/${root#/dev/}/start")
    end=$((root_ends * 2048))
    [ "$(blockdev --getsz "$disk")" -ge $((end + least * 2048)) ] ||
        { fail small "$disk has no room for a partition beside the root: use a larger card"; return; }
    if [ "$(lsblk -rpno NAME "$disk" | tail -n 1)" = "$root" ]; then
        [ $((begins + $(blockdev --getsz "$root"))) -le $end ] ||
            { fail full "the root fills $disk: write the card again"; return; }
        echo ", $((end - begins))" | sfdisk -q --no-reread --no-tell-kernel --force -N "$number" "$disk" &&
            echo "$end, +, L" | sfdisk -q --no-reread --no-tell-kernel --force --append "$disk" &&
            partx --update "$disk" && udevadm settle ||
            { fail divide "$disk can't be divided"; return; }
    fi
    # the power may have gone in the midst of this
    part=$(kept_part)
    [ -n "$part" ] || { fail full "$disk is divided already: write the card again"; return; }
    resize2fs "$root" && { [ "$(blkid -s LABEL -o value "$part")" = $label ] || mkfs.ext4 -q -F -L $label "$part"; } &&
        udevadm settle || fail divide "$disk can't be divided"
}

prepare() {
    divide || return
    mkdir -p $data
    grep -q " $data ext4 " /etc/fstab ||
        echo "PARTUUID=$(blkid -s PARTUUID -o value "$part") $data ext4 defaults,noatime,errors=remount-ro 0 2" >>/etc/fstab
    mountpoint -q $data || mount $data || { fail divide "$part can't be mounted"; return; }
    for place in $kept; do
        case $place in */quarterdeck) mkdir -p "$place" ;; esac
        [ -d "$place" ] && ! mountpoint -q "$place" || continue
        mkdir -p "$data$place"
        chown --reference="$place" "$data$place" && chmod --reference="$place" "$data$place"
        cp -a "$place/." "$data$place/"
        echo "$data$place $place none bind,x-systemd.requires-mounts-for=$data 0 0" >>/etc/fstab
        mount "$place" || { fail divide "$place can't be mounted"; return; }
    done
    sync
}

# Where the partition is broken one day, the table starts from the root: program, settings and PIN, no games.
leave_a_table_below() {
    below=$memory.below
    mkdir -p $below && mount --bind / $below || return
    rm -rf $below/opt/quarterdeck/* && cp -a $data/opt/quarterdeck/. $below/opt/quarterdeck/
    copied=$?
    # what the card brought has another owner by now
    for file in quarterdeck.toml owner.json $(ls $below/var/lib/quarterdeck); do
        [ ! -f "$data/var/lib/quarterdeck/$file" ] ||
            cp -a "$data/var/lib/quarterdeck/$file" $below/var/lib/quarterdeck/ || copied=1
    done
    umount $below && return $copied
}

on() {
    if [ -e $memory/below ]; then
        grep -q "$init" $line || sed -i "s|\$| $init|" $line || return # it was off, without a restart
        say "the root is read-only already"
        return
    fi
    mountpoint -q /var/lib/quarterdeck && [ -e /opt/quarterdeck/current ] ||
        { say "no partition for what is kept, or no package: the root stays writable"; return 1; }
    touch /etc/cloud/cloud-init.disabled 2>/dev/null # each start would be a first one
    # a file to swap into would lie in memory: dphys-swapfile is of Raspberry Pi OS 12, rpi-swap of 13
    systemctl disable dphys-swapfile.service 2>/dev/null
    [ ! -d /etc/rpi ] || { mkdir -p /etc/rpi/swap.conf.d && printf '[Main]\nMechanism=zram\n' >$swap; }
    leave_a_table_below || { fail divide "the table can't be copied to the root"; return; }
    sed -i "s| quarterdeck\.root=[^ ]*||; /quarterdeck-root/! s|\$| $init|" $line 2>/dev/null ||
        { fail boot "$line can't be written: sudo mount -o remount,rw /boot/firmware, then sudo quarterdeck-root on"
          return; }
    rm -f $failed
    sync && systemctl reboot
}

case $$:$1 in
1:*) begin "$@" ;;
*:prepare) prepare ;;
*:on) on ;;
*:off)
    mount -o remount,rw /boot/firmware && sed -i "s| $init||" $line && sync &&
        echo "The root is writable after a restart. To have it read-only again: sudo quarterdeck-root on"
    ;;
*) say "quarterdeck-root on, or off" && exit 2 ;;
esac
