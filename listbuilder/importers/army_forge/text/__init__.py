"""Army Forge share text: names and points without ids, matched back to units and picks."""
