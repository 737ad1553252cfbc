"""Fuzzing: every reader must accept or reject a damaged file, within limits of time and memory."""
