"""Import saved lists and tabletop exports of Army Forge, which identify units and options by id."""
