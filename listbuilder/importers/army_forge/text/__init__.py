"""Import share text of Army Forge, in which units and upgrades have no ids."""
