"""Takes a picture of every page: `python -m tests.screenshots` (see CONTRIBUTING.md)."""
