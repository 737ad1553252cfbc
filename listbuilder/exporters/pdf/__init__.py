"""Export as PDF: rosters, compact sheets and cards."""
