"""Serves the event with gunicorn, to this machine or to the phones in the hall."""

import errno
import os
import socket
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.lan import lan_addresses

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")


def check_port(host: str, port: int) -> None:
    """Raise `CommandError` with one sentence when nothing can listen there."""
    if not 0 < port < 2**16:
        raise CommandError(f"Cannot listen on {host} port {port}: ports are 1-65535.")
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is busy. Stop what uses it, or choose another: PORT={port + 1}."
            ) from error
        raise CommandError(f"Cannot listen on {host} port {port}: {error}.") from error


def urls(host: str, port: int) -> list[str]:
    """Return the addresses to type: this machine's own first, then one per network."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    # "0.0.0.0" is every IPv4 address, "::" is every address.
    others = [each for each in lan_addresses() if host == "::" or not each.startswith("[")]
    return [f"http://{each}:{port}/" for each in ("127.0.0.1", *others)]


def allowed_hosts(host: str) -> list[str]:
    """Return the names under which this machine may be asked, on top of what the settings allow."""
    name = socket.gethostname().lower()
    own = [*LOOPBACK, name, f"{name}.local", *lan_addresses()]
    if host not in EVERYWHERE:
        own.append(f"[{host}]" if ":" in host else host)
    return list(dict.fromkeys([*settings.ALLOWED_HOSTS, *own]))


def gunicorn(host: str, port: int) -> list[str]:
    """Return the command line."""
    heartbeats = Path("/dev/shm")  # in memory: a worker is not taken for dead on a slow disk
    return [
        *(sys.executable, "-m", "gunicorn", "tournament.wsgi"),
        *("--bind", f"[{host}]:{port}" if ":" in host else f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", "2", "--threads", "4"),
        *("--timeout", "60", "--graceful-timeout", "10", "--log-level", "warning"),
        # One control socket in the home directory would be shared by all that serve there.
        "--no-control-socket",
        *(("--worker-tmp-dir", str(heartbeats)) if os.access(heartbeats, os.W_OK) else ()),
    ]


class Command(BaseCommand):
    """`manage.py serve`, the last step of `make run`."""

    help = "Serve the event with gunicorn and print the addresses to type into a phone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --host, --port, --check."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--check", action="store_true", help="only see if the port is free")

    def handle(self, *args: Any, host: str, port: int, check: bool, **options: Any) -> None:
        """Become gunicorn."""
        check_port(host, port)
        if check:
            return
        if not Path(settings.STATIC_ROOT, "staticfiles.json").exists():
            raise CommandError("No static files are collected. Run `make static` first.")
        for url in urls(host, port):
            self.stdout.write(f"Open {url}")
        if host in LOOPBACK:
            self.stdout.write("Phones in the hall: make run HOST=0.0.0.0")
        self.stdout.write("Ctrl-C stops.")
        self.stdout.flush()
        os.environ["ALLOWED_HOSTS"] = ",".join(allowed_hosts(host))
        os.environ["STATIC_MANIFEST"] = "1"
        os.chdir(settings.BASE_DIR)
        command = gunicorn(host, port)
        os.execv(command[0], command)
