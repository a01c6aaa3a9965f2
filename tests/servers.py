"""A real server in a process of its own, as `make run` starts it."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tournament.management.commands import serve

ROOT = Path(__file__).parents[1]


def own_environment(**variables: str) -> dict[str, str]:
    """Return this process's environment with the project's settings and `variables` on top."""
    return {
        **os.environ,
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "SECRET_KEY": "only-for-tests",
        "STATIC_MANIFEST": "0",
        "PYTHONWARNINGS": "ignore:No directory at",  # nothing is collected, and none is asked for
        **variables,
    }


def free_port() -> int:
    """Return a port that nothing listens on right now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def serving(environment: Mapping[str, str], *, host: str = "127.0.0.1") -> Iterator[int]:
    """Give the port of a running gunicorn; end it as Ctrl-C does and check that it ends well."""
    port = free_port()
    process = subprocess.Popen(
        serve.gunicorn(host, port),
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 0, output


def _wait_for(port: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
