"""Starts the event as a stranger would: clone, `make run`, log in, stop, start again, reset."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

ROOT = Path(__file__).resolve().parents[1]


def say(text: str) -> None:
    """Print one line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def environment(**variables: str) -> dict[str, str]:
    """Return this environment without what a fresh machine has not set."""
    unset = ("SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "DATABASE_URL", "DEMO_PASSWORD", "ENV_FILE")
    return {name: value for name, value in os.environ.items() if name not in unset} | variables


@contextmanager
def make_run(clone: Path, log: Path, port: int) -> Iterator[str]:
    """Give the server's address once it answers; stop it as Ctrl-C does."""
    with log.open("w") as output:
        process = subprocess.Popen(
            ["make", "run", f"PORT={port}", "HOST=0.0.0.0"],
            cwd=clone,
            env=environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    started = time.monotonic()
    try:
        while not answers(address):
            if process.poll() is not None or time.monotonic() - started > 300:
                sys.exit(f"make run did not come up:\n{log.read_text()}")
            time.sleep(0.2)
        say(f"serving after {time.monotonic() - started:.1f} s")
        yield address
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=30)
    for _ in range(100):
        if not answers(address):
            return
        time.sleep(0.1)
    sys.exit("make run left a server behind")


def answers(address: str) -> bool:
    """Tell whether somebody serves the login page there."""
    try:
        with urlopen(f"{address}/accounts/login/", timeout=5) as response:
            return response.status == 200
    except OSError:  # nobody yet, or too busy to answer in time
        return False


def can_log_in(address: str, username: str, password: str) -> bool:
    """Post the login form as a browser does; tell whether that opened a session."""
    url, cookies = f"{address}/accounts/login/", CookieJar()
    browser = build_opener(HTTPCookieProcessor(cookies))
    page = browser.open(url, timeout=30).read().decode()
    secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    form = {"csrfmiddlewaretoken": secret, "username": username, "password": password}
    browser.addheaders = [("Origin", address)]
    browser.open(url, urlencode(form).encode(), timeout=30).close()
    return "sessionid" in {cookie.name for cookie in cookies}


def check(truth: bool, claim: str) -> None:
    """Say what holds, stop at what does not."""
    if not truth:
        sys.exit(f"FAILED: {claim}")
    say(f"ok: {claim}")


def main(folder: Path) -> None:
    """Walk through a hall's first evening."""
    clone, log = folder / "clone", folder / "log"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        busy = subprocess.run(
            ["make", "run", f"PORT={port}"],
            cwd=clone,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        complaint = f"Port {port} is busy"
        check(busy.returncode != 0 and complaint in busy.stderr, "a busy port is refused")
        check("Traceback" not in busy.stderr, "without a traceback")

    with make_run(clone, log, port) as address:
        output = log.read_text()
        passwords = dict(re.findall(r"User (\w+), password: (\S+)", output))
        check(set(passwords) == {"organiser", "referee"}, "two passwords are printed")
        for username, password in passwords.items():
            check(can_log_in(address, username, password), f"{username} logs in")
        check(not can_log_in(address, "referee", "wrong"), "a wrong password does not")
        phones = re.findall(r"^Open (http://(?!127)[^/]+)/", output, re.MULTILINE)
        for phone in phones:
            check(can_log_in(phone, "referee", passwords["referee"]), f"also over {phone}")
        check(bool(phones) or not lan(), "the machine's addresses are printed")
        styles = re.findall(
            r'href="(/static/[^"]+\.css)"', urlopen(f"{address}/accounts/login/").read().decode()
        )
        check(bool(styles), "the page has a style sheet")
        check(all(urlopen(address + each).status == 200 for each in styles), "which is served")
    check((clone / ".env").stat().st_mode & 0o077 == 0, "only the owner reads the key")
    check(git(clone, "status", "--porcelain") == "", "nothing of it is in git's way")

    with make_run(clone, log, port) as address:
        check("password:" not in log.read_text(), "the second start prints no password")
        check(can_log_in(address, "referee", passwords["referee"]), "and keeps the data")

    reset = environment(DEMO_PASSWORD="another-one-88")
    subprocess.run(["make", "demo-reset"], cwd=clone, env=reset, check=True)
    with make_run(clone, log, port) as address:
        check(can_log_in(address, "referee", "another-one-88"), "demo-reset takes DEMO_PASSWORD")


def lan() -> bool:
    """Tell whether this machine has an address besides its own loop."""
    answer = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
    return "." in answer.stdout


def git(clone: Path, *arguments: str) -> str:
    """Return what git prints."""
    return subprocess.run(
        ["git", "-C", clone, *arguments], capture_output=True, text=True, check=True
    ).stdout


with tempfile.TemporaryDirectory() as temporary:
    main(Path(temporary))
