"""The parts of the data command, one module each."""
