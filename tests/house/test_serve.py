"""`manage.py serve`: what it refuses, what it prints, under which names it answers."""

import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.servers import ROOT, free_port, own_environment, serving
from tournament import lan
from tournament.management.commands import serve


@contextmanager
def listening():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_busy_port_is_one_line():
    with listening() as port:
        answer = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=own_environment(),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert answer.returncode != 0
    assert answer.stdout == ""
    assert answer.stderr == (
        f"CommandError: Port {port} is busy. Stop what uses it, or choose another: "
        f"PORT={port + 1}.\n"
    )


def test_port_in_use_on_one_address_is_busy_for_all():
    with listening() as port, pytest.raises(CommandError, match="is busy"):
        serve.check_port("0.0.0.0", port)


@pytest.mark.parametrize(
    ("host", "port"),
    [
        pytest.param("192.0.2.77", 8000, id="address-of-another-machine"),
        pytest.param("no-such-host.invalid", 8000, id="unknown-name"),
        pytest.param("127.0.0.1", 70000, id="port-too-high"),
    ],
)
def test_impossible_address_is_refused_in_one_line(host, port):
    with pytest.raises(CommandError) as refused:
        serve.check_port(host, port)

    assert f"Cannot listen on {host} port {port}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_free_port_passes():
    serve.check_port("127.0.0.1", free_port())


def test_addresses_are_printed_for_phones_only_when_asked(monkeypatch):
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.0.2.5", "[2001:db8::5]"])

    assert serve.urls("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert serve.urls("::1", 8000) == ["http://[::1]:8000/"]
    assert serve.urls("0.0.0.0", 8000) == ["http://127.0.0.1:8000/", "http://192.0.2.5:8000/"]
    assert serve.urls("::", 80) == [
        "http://127.0.0.1:80/",
        "http://192.0.2.5:80/",
        "http://[2001:db8::5]:80/",
    ]


def test_lan_addresses_leave_loopback_and_link_local_out(monkeypatch):
    monkeypatch.setattr(lan, "_route_address", lambda: ["192.0.2.5"])
    monkeypatch.setattr(
        lan, "_interface_addresses", lambda: ["127.0.0.1", "fe80::1", "2001:db8::5", "192.0.2.5"]
    )
    monkeypatch.setattr(lan, "_name_addresses", lambda: ["127.0.1.1", "::1", "fe80::2%eth0"])

    assert lan.lan_addresses() == ["192.0.2.5", "[2001:db8::5]"]


def test_allowed_hosts_add_to_the_settings(monkeypatch, settings):
    settings.ALLOWED_HOSTS = ["hall.example"]
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.0.2.5"])
    monkeypatch.setattr(serve.socket, "gethostname", lambda: "Laptop")

    assert serve.allowed_hosts("0.0.0.0") == [
        "hall.example",
        "localhost",
        "127.0.0.1",
        "[::1]",
        "laptop",
        "laptop.local",
        "192.0.2.5",
    ]


def status(port: int, host: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/guide/referee/", headers={"Host": host})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_server_answers_under_the_names_it_prints(tmp_path):
    database = f"sqlite:///{tmp_path}/db.sqlite3"
    names = ",".join([*serve.allowed_hosts("127.0.0.1"), "hall.example"])

    with serving(own_environment(DATABASE_URL=database, ALLOWED_HOSTS=names)) as port:
        answers = {host: status(port, host) for host in ("localhost", "hall.example", "evil.test")}

    assert answers == {"localhost": 200, "hall.example": 200, "evil.test": 400}


@pytest.fixture
def executed(monkeypatch):
    """What the command would become; it is not started."""
    commands = []
    monkeypatch.setattr(os, "execv", lambda path, arguments: commands.append(arguments))
    monkeypatch.setenv("ALLOWED_HOSTS", "")  # the command sets these two: put back after the test
    monkeypatch.setenv("STATIC_MANIFEST", "0")
    return commands


def test_serve_prints_where_to_go_and_becomes_gunicorn(settings, tmp_path, executed, monkeypatch):
    (tmp_path / "staticfiles.json").touch()
    settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.0.2.5"])
    port, output = free_port(), StringIO()

    call_command("serve", host="0.0.0.0", port=port, stdout=output)

    assert output.getvalue().splitlines() == [
        f"Open http://127.0.0.1:{port}/",
        f"Open http://192.0.2.5:{port}/",
        "Ctrl-C stops.",
    ]
    assert executed == [serve.gunicorn("0.0.0.0", port)]
    assert "192.0.2.5" in os.environ["ALLOWED_HOSTS"].split(",")
    assert os.environ["STATIC_MANIFEST"] == "1"


def test_serve_without_collected_files_says_how(settings, tmp_path, executed):
    settings.STATIC_ROOT = tmp_path

    with pytest.raises(CommandError, match="make static"):
        call_command("serve", port=free_port())

    assert executed == []


def test_check_only_looks_at_the_port(settings, tmp_path, executed):
    settings.STATIC_ROOT = tmp_path

    call_command("serve", port=free_port(), check=True)

    assert executed == []
