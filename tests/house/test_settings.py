"""What the settings read, each time in a process of its own: the environment is the input."""

import json
import os
import subprocess
import sys

import pytest

from tests.servers import ROOT

PRINT_SETTINGS = """
import json
from django.conf import settings
names = ["DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "TIME_ZONE", "SESSION_COOKIE_SECURE"]
shown = {name: getattr(settings, name) for name in names}
database = settings.DATABASES["default"]
shown["DATABASE"] = [database["ENGINE"].rpartition(".")[2], str(database["NAME"]), database["HOST"]]
shown["OPTIONS"] = database.get("OPTIONS", {})
print(json.dumps(shown))
"""


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout with these variables and none of the developer's."""
    passed_on = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            **passed_on,
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def read_settings(**variables: str) -> dict[str, object]:
    answer = run("-c", PRINT_SETTINGS, **variables)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.parametrize("command", ["check", "migrate", "demo", "serve", "shell"])
def test_command_without_a_key_refuses_in_one_line(command):
    answer = run("manage.py", command)

    assert answer.returncode != 0
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert "SECRET_KEY" in answer.stderr
    assert "make run" in answer.stderr


def test_empty_key_is_no_key():
    assert run("manage.py", "check", SECRET_KEY="").returncode != 0


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({"SECRET_KEY": "x"}, id="key"),
        pytest.param({"DEBUG": "1"}, id="debug"),
    ],
)
def test_command_runs_with(variables):
    answer = run("manage.py", "check", **variables)

    assert answer.returncode == 0, answer.stderr


def test_defaults_are_a_hall_without_https():
    shown = read_settings(SECRET_KEY="x")

    assert shown["DEBUG"] is False
    assert shown["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == []
    assert shown["TIME_ZONE"] == "Asia/Shanghai"
    assert shown["SESSION_COOKIE_SECURE"] is False
    assert shown["DATABASE"] == ["sqlite3", str(ROOT / "var" / "db.sqlite3"), ""]


def test_every_variable_is_read():
    shown = read_settings(
        SECRET_KEY="x",
        DEBUG="1",
        ALLOWED_HOSTS="a.example,b.example",
        CSRF_TRUSTED_ORIGINS="https://a.example",
        DATABASE_URL="postgres://user:word@db.example:5433/event",
        TIME_ZONE="Europe/Vienna",
        HTTPS="1",
    )

    assert shown["DEBUG"] is True
    assert shown["ALLOWED_HOSTS"] == ["a.example", "b.example"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == ["https://a.example"]
    assert shown["DATABASE"] == ["postgresql", "event", "db.example"]
    assert shown["TIME_ZONE"] == "Europe/Vienna"
    assert shown["SESSION_COOKIE_SECURE"] is True


def test_env_file_is_read_and_the_shell_wins(tmp_path):
    file = tmp_path / "env"
    file.write_text("SECRET_KEY=x\nTIME_ZONE=Europe/Vienna\nALLOWED_HOSTS=from.file\n")

    shown = read_settings(ENV_FILE=str(file), ALLOWED_HOSTS="from.shell")

    assert shown["TIME_ZONE"] == "Europe/Vienna"
    assert shown["ALLOWED_HOSTS"] == ["from.shell"]


def test_sqlite_takes_the_write_lock_first_and_survives_a_power_cut(tmp_path):
    options = read_settings(SECRET_KEY="x", DATABASE_URL=f"sqlite:///{tmp_path}/db")["OPTIONS"]

    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
