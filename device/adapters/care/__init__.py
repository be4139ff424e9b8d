"""What the owner's pages show and do about the machine: versions, health, log, backups. Begin with `factory`."""
