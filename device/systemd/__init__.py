"""Living on a machine: the systemd unit, putting it there and taking it away, and telling systemd that all is well."""
