"""The one way from a source (a path, bytes, a list in memory) to a verdict; every face uses it and nothing else."""
