"""
A phone in the hall: Chromium, 360 pixels wide, touch, plain http, a host that is not localhost.

`hall_page` is such a phone; `open_page` opens others (a desk, the big screen, Chinese); `log_in`
logs an account in; `axe_problems` looks at a page in light and dark. Under the strict
Content-Security-Policy `page.wait_for_function("text")` fails: `expect(locator)` waits instead.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.auth.models import User
from playwright.sync_api import Page, Playwright, expect

from tests.browser import FLAGS, HALL, NO_CHROMIUM, find_chromium, session_cookie
from tests.slow_hall import BROWSER_TIMES

# Defined once in a page, and the lines of its report: moving the whole of it costs more than it.
AXE = f"() => {{ if (!window.axe) {{ {AXE_SCRIPT} }} }}"
VIOLATIONS = """
async (options) => (await axe.run(document, options)).violations.map(
  (found) => `${found.id}: ${found.nodes.map((node) => node.target[0]).join(", ")}`
)
"""
# Of the rules that run by themselves, these depend on colours.
COLOURS = ["color-contrast", "link-in-text-block"]

# Patience costs a passing test nothing; five seconds, Playwright's own, are short on a busy machine.
PATIENCE = 20_000  # milliseconds
expect.set_options(timeout=PATIENCE)

# Playwright's event loop runs in the thread of the tests, where Django would refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder `e2e`."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    """How Chromium is started; without it the browser tests skip, under CI=true they fail."""
    chromium = find_chromium(playwright)
    if chromium is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture
def hall(live_server, settings) -> str:
    """The address of a running server as the hall's phones know it."""
    settings.ALLOWED_HOSTS = [HALL]
    return live_server.url.replace("localhost", HALL)


@pytest.fixture
def open_page(hall: str, new_context: Callable[..., Any]) -> Callable[..., Page]:
    """
    Return a function that opens one more browser, logged out; addresses are relative to the hall.

    `open_page(width=1280, height=800, touch=False, locale="zh-CN", java_script_enabled=False)`.
    """

    def open_(
        *,
        width: int = 360,
        height: int = 740,
        touch: bool = True,
        locale: str = "en-GB",
        **more: Any,
    ) -> Page:
        context = new_context(
            base_url=hall,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale=locale,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if BROWSER_TIMES:
            tools = context.new_cdp_session(page)
            tools.send("Emulation.setCPUThrottlingRate", {"rate": BROWSER_TIMES})
        return page

    return open_


@pytest.fixture
def hall_page(open_page: Callable[..., Page]) -> Page:
    """A referee's phone, logged out, in English."""
    return open_page()


@pytest.fixture
def log_in(hall: str) -> Callable[[Page, User], None]:
    """Return a function that logs `user` in on a page's browser, without the login form."""

    def log_in_(page: Page, user: User) -> None:
        page.context.add_cookies([session_cookie(user, hall)])

    return log_in_


def axe_problems(page: Page) -> list[str]:
    """
    Return what axe finds on the page in light and in dark, one line per rule; [] is good.

    In dark only the rules about colours are asked again: no other looks at them.
    """
    problems = []
    page.evaluate(AXE)
    for scheme in ("light", "dark"):
        options = {"runOnly": COLOURS} if scheme == "dark" else {}
        # Without motion: a colour half way through its change has no contrast to speak of.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], **options})
        problems += [f"{scheme}: {line}" for line in found]
    return problems


@pytest.fixture(name="axe_problems")
def axe_problems_fixture() -> Callable[[Page], list[str]]:
    """Return `axe_problems`."""
    return axe_problems
