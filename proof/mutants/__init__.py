"""Mutation testing: change the code on purpose and check that a test fails."""
