"""Our own list files: read, write, migrate, hash, journal and versions."""
