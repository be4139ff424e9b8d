"""The machine under the table: versions, updates, power, backups. Everything in it needs the owner."""
