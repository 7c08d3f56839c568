import linecache
import marshal

import numpy as np
import pytest

import autograph as ag

SOURCE = """
def first():
    return {(-2, 0), (-1, 0), (0, 1), (1, 1)}

def steps(n):
    found = []
    for step in {(1, 1), (0, 1), (-1, 0), (-2, 0)}:
        if n > step[0]:
            found.append(step)
    return found
"""


@pytest.mark.parametrize("stored", [False, True], ids=["compiled", "from bytecode"])
def test_order_of_sets_of_constants(stored, tmp_path):
    # The hashes of -1 and -2 are equal: the set's order is that of its making.
    file = str(tmp_path / "steps.py")
    linecache.cache[file] = (len(SOURCE), None, SOURCE.splitlines(True), file)
    code = compile(SOURCE, file, "exec")
    module = {"__name__": "steps"}
    exec(marshal.loads(marshal.dumps(code)) if stored else code, module)
    plain = module["steps"](np.int64(5))
    assert ag.function(module["steps"])(np.int64(5)) == plain
