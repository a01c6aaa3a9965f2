"""A lock holds until the transaction ends: whoever takes one begins a transaction."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = {"lock_game", "lock_round"}


def test_whoever_takes_a_lock_is_one_transaction():
    takers = list(_takers())

    assert len(takers) > 20
    assert [name for name, is_atomic in takers if not is_atomic] == []


def _takers() -> Iterator[tuple[str, bool]]:
    for path in sorted((ROOT / "tournament/services").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            # A private helper runs in the transaction of a public one.
            is_public = isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            if is_public and LOCKS & {*_called(node)}:
                decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
                yield f"{path.name}:{node.name}", "transaction.atomic" in decorators


def _called(node: ast.FunctionDef) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            yield call.func.id
