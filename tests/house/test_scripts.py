"""What scripts put into a page is text or what the server wrote, never text read as HTML."""

from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "tournament/static/js"
READ_AS_HTML = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")


def test_no_script_reads_text_as_html():
    scripts = sorted(SCRIPTS.glob("*.js"))

    assert len(scripts) > 20
    found = [(s.name, way) for s in scripts for way in READ_AS_HTML if way in s.read_text("utf-8")]
    assert found == []
