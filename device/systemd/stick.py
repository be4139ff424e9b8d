"""The systemd unit and the udev rule that mount USB sticks: Raspberry Pi OS Lite mounts none by itself."""

STICKS = "/media/quarterdeck"
"""Folder in which sticks are mounted, each in a folder of the name of its device."""

STICK_UNIT = "quarterdeck-stick@"

OPTIONS = "nosuid,nodev,noexec,noatime,uid=quarterdeck,gid=quarterdeck,umask=0077"
"""How a stick is mounted: nothing on it is run, and the table's user alone reads and writes it."""

STICK_RULE = f"""\
# A USB stick with FAT or exFAT is mounted for updates and backups, for the table's user only, and nothing on it is run.
ACTION=="add", SUBSYSTEM=="block", ENV{{ID_BUS}}=="usb", ENV{{ID_FS_TYPE}}=="vfat|exfat", TAG+="systemd", \\
  ENV{{SYSTEMD_WANTS}}+="{STICK_UNIT}%k.service"
"""

STICK_SERVICE = f"""\
[Unit]
Description=USB stick %i for Quarterdeck
BindsTo=dev-%i.device
After=dev-%i.device

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStartPre=/usr/bin/mkdir -p {STICKS}/%i
ExecStart=/usr/bin/mount -t vfat,exfat -o {OPTIONS} /dev/%i {STICKS}/%i
# writes soon what is written without a sync, so that the stick may be pulled; exFAT does not have it
ExecStartPost=-/usr/bin/mount -o remount,flush {STICKS}/%i
ExecStop=/usr/bin/umount --lazy {STICKS}/%i
ExecStopPost=-/usr/bin/rmdir {STICKS}/%i
TimeoutSec=30
CapabilityBoundingSet=CAP_SYS_ADMIN CAP_DAC_OVERRIDE CAP_CHOWN
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX
"""

STICK_FOLDER = f"d {STICKS} 0755 root root -\n"
"""The folder, for systemd-tmpfiles: the table's unit names it as writable, so it is there before."""
