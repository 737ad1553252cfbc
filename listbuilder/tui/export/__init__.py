"""The export screen and the job that writes files."""
