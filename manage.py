#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    """Run one administrative command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from importlib import import_module

    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        # Django lets some commands run on when the settings refuse; here none does.
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Not configured: {error}")


if __name__ == "__main__":
    main()
