"""Serves the event with gunicorn, to this machine or to the phones in the hall."""

import errno
import os
import shutil
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

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


def lan_addresses() -> list[str]:
    """Return this machine's addresses as they stand in a URL, the one of its default route first."""
    found = [*_route_address(), *_interface_addresses(), *_name_addresses()]
    usable = [address for address in found if _is_reachable(address)]
    return list(dict.fromkeys(f"[{each}]" if ":" in each else each for each in usable))


def _is_reachable(address: str) -> bool:
    parsed = ip_address(address.partition("%")[0])
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _route_address() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses a route
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _interface_addresses() -> list[str]:
    if not shutil.which("hostname"):
        return []
    # Debian's; other systems have no -I and print nothing.
    answer = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
    return answer.stdout.split() if answer.returncode == 0 else []


def _name_addresses() -> list[str]:
    try:
        return [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None)]
    except OSError:
        return []


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
