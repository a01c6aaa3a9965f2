"""The addresses under which a network finds this machine."""

import shutil
import socket
import subprocess
from collections.abc import Iterable
from ipaddress import ip_address


def lan_addresses() -> list[str]:
    """
    Return this machine's addresses as they stand in a URL, the one of its default route first.

    It asks for the machine's own name too, which takes its time where nobody answers.
    """
    return _usable([*_route_address(), *_interface_addresses(), *_name_addresses()])


def quick_addresses() -> list[str]:
    """Return the same without asking anybody, for a page."""
    return _usable([*_route_address(), *_interface_addresses()])


def is_own(host: str) -> bool:
    """Whether a host name or address means the very machine it is typed on."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        parsed = ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return parsed.is_loopback or parsed.is_unspecified


def _usable(found: Iterable[str]) -> list[str]:
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
