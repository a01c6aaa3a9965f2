"""Each guide is one sheet of A4."""

import re

import pytest


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("name", ["referee", "organiser"])
def test_a_guide_fits_one_sheet(open_page, db, name, locale):
    page = open_page(width=1280, height=800, touch=False, locale=locale)
    page.goto(f"/guide/{name}/")

    paper = page.pdf(format="A4")

    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
