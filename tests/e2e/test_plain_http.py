"""A phone on the hall's network: a host name, no https."""

from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.factories import PASSWORD, make_user


def test_phone_logs_in_over_plain_http(hall_page):
    make_user("referee")

    hall_page.goto("/accounts/login/")
    hall_page.locator("input[name=username]").fill("referee")
    hall_page.locator("input[name=password]").fill(PASSWORD)
    hall_page.locator("input[name=password]").press("Enter")

    expect(hall_page).not_to_have_url("**/login/")
    assert "sessionid" in {cookie["name"] for cookie in hall_page.context.cookies()}
    assert hall_page.evaluate("isSecureContext") is False
    assert User.objects.get().last_login


def test_login_page_passes_axe(hall_page, axe_problems):
    hall_page.goto("/accounts/login/")

    assert axe_problems(hall_page) == []
