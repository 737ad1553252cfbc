"""The parts of the editor: widgets that show one side of the open list, for the width they have."""
