"""Change saved files at random, and read them: they are graphs, or a `FileError`.

``python -m tests.saving_fuzz`` makes 50,000 mutants of graphs of the corpus and reports
what else became of one, the longest time, and the most memory.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import random
import resource
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import autograph
from runtime.errors import AutographError, FileError
from runtime.saving import load
from tests.corpus import all_cases

COUNT = 50_000
SECONDS, BYTES = 2.0, 200 * 2**20
NASTY: list[object] = [
    *(
        None,
        True,
        -1,
        0,
        1,
        10**9,
        10**12,
        2**63,
        10**30,
        "",
        "x",
        "any",
        "obj",
        {},
        [],
    ),
    *(
        "float64[1000000000000]",
        "object[3]",
        "list<list<list<int>>>",
        "(int;)",
        "never",
    ),
    *("type(int)", "type(object)", "ufunc(add)", 'dtype("O")', "np.datetime64(1)"),
    *("__class__", "call", "load_attribute", "getitem", "zeros", "unpack", "cond"),
    *("while", "../../x", "\x00", "\ud800", "0x" + "f" * 100, "const (1, 2)", "nan"),
    *({"array": 0}, {"array": 10**6}, {"value": "x"}, {"constant": "None"}, [[]]),
]


WEIGHT = autograph.Variable(np.ones((3, 1)), name="weight")
TABLE = np.arange(20.0)


@autograph.function
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@autograph.function
def fitted(x, y, *, rate=0.5, names=("a", "b")):
    for _ in range(3):
        WEIGHT.assign_sub(rate * (x.T @ (x @ WEIGHT - y)))
    return {"weight": WEIGHT.value, "all": [TABLE[: len(names)], TABLE[5]]}


def corpus_files(every: int) -> list[bytes]:
    """Return files with the graphs of some functions of the corpus, and of our own."""
    factorial(np.int64(5))
    found = [
        saved(factorial),
        saved(fitted.get_concrete_function(np.eye(3), np.ones((3, 1)))),
    ]
    for case in all_cases()[::every]:
        with contextlib.suppress(Exception), quiet():
            function = autograph.function(case.function)
            concrete = function.get_concrete_function(*case.arguments(0))
            found.append(saved(concrete))
    return found


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what functions print and warn of."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def saved(*functions: object) -> bytes:
    """Return the bytes of a file of functions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.ag")
        autograph.save(path, *functions, spans=True)
        return path.read_bytes()


def members(data: bytes) -> dict[str, bytes]:
    """Return the members of an archive by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(found: list[tuple[str, bytes]]) -> bytes:
    """Return an archive of members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two members of one name
        for name, data in found:
            archive.writestr(name, data)
    return file.getvalue()


def mutant(data: bytes, chance: random.Random) -> bytes:
    """Return a file with one to three changes of one kind."""
    kind = chance.choice(
        ("bits", "member bits", "values", "values", "values", "members")
    )
    if kind == "bits":
        return changed_bits(data, chance)
    found = list(members(data).items())
    if kind == "members":
        return packed(changed_members(found, chance))
    at = chance.randrange(len(found))
    name, content = found[at]
    if kind == "values" and name.endswith(".json"):
        document = json.loads(content)
        for _ in range(chance.randint(1, 3)):
            change_value(document, chance)
        content = json.dumps(document).encode()
    else:
        content = changed_bits(content, chance)
    found[at] = name, content
    return packed(found)


def changed_bits(data: bytes, chance: random.Random) -> bytes:
    """Return bytes of which some are others, missing, or there twice."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(changed)) if changed else 0
        match chance.randrange(4):
            case 0 if changed:
                changed[at] ^= 1 << chance.randrange(8)
            case 1 if changed:
                changed[at] = chance.randrange(256)
            case 2:
                del changed[at : at + chance.choice((1, 4, 100))]
            case _:
                changed[at:at] = changed[at : at + chance.choice((1, 4, 100))]
    return bytes(changed)


def changed_members(
    found: list[tuple[str, bytes]], chance: random.Random
) -> list[tuple[str, bytes]]:
    """Return members of which one is missing, named otherwise, or there twice."""
    at = chance.randrange(len(found))
    name, content = found[at]
    names = [
        "graphs/9.json",
        "arrays/0.npy",
        "../x",
        "x",
        "graphs/00.json",
        "manifest.json",
    ]
    match chance.randrange(4):
        case 0:
            del found[at]
        case 1:
            found.append((name, content))
        case 2:
            found[at] = chance.choice(names), content
        case _:
            found[at] = name, chance.choice(found)[1]
    return found


def change_value(document: object, chance: random.Random) -> None:
    """Change one value of a document in place: to another one of it, or a nasty one."""
    places = list(places_of(document))
    holder, key = chance.choice(places)
    match chance.randrange(5):
        case 0:
            other, at = chance.choice(places)
            holder[key] = copy.deepcopy(other[at])
        case 1 if isinstance(holder, dict):
            holder[chance.choice(("x", "__class__", "type"))] = holder.pop(key)
        case 2:
            del holder[key]
        case 3 if isinstance(holder[key], str) and holder[key]:
            text = holder[key]
            at = chance.randrange(len(text))
            letter = chance.choice("0123456789[]<>(){};,.|?_ xnf\"'\\")
            holder[key] = text[:at] + letter + text[at + chance.randrange(2) :]
        case _:
            holder[key] = copy.deepcopy(chance.choice(NASTY))


def places_of(value: object) -> Iterator[tuple]:
    """Yield each container of a document with each key of it."""
    keys = value if isinstance(value, dict) else range(len(value))  # type: ignore[arg-type]
    for key in list(keys):
        yield value, key
        inner = value[key]  # type: ignore[index]
        if isinstance(inner, (dict, list)):
            yield from places_of(inner)


def outcome(data: bytes, path: Path) -> str:
    """Return what became of a file: read, refused, or the name of another error."""
    path.write_bytes(data)
    started = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", "the file was written with NumPy")
            loaded = load(path, executor="plan")
    except FileError:
        result = "refused"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    else:
        result = "read"
        for function in loaded.values():
            for graph in function.graphs:
                try:
                    str(graph.graph), graph.plan
                except AutographError:
                    result = "no plan"
                except BaseException as error:
                    return f"plan: {type(error).__name__}: {error}"
    seconds = time.process_time() - started
    return result if seconds <= SECONDS else f"{seconds:.1f} s"


def run(count: int, seed: int, every: int) -> tuple[Counter[str], list[bytes]]:
    """Read mutants; return how often what became of one, and those that went wrong."""
    files = corpus_files(every)
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mutant.ag")
        for number in range(count):
            data = mutant(chance.choice(files), chance)
            told = outcome(data, path)
            found[told] += 1
            if told not in ("read", "refused", "no plan"):
                wrong.append(data)
                print(f"mutant {number}: {told[:300]}", file=sys.stderr)
    return found, wrong


def main() -> int:
    """Run by command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=10, help="of the corpus")
    parser.add_argument("--keep", type=Path, help="a folder for what went wrong")
    options = parser.parse_args()
    started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found, wrong = run(options.count, options.seed, options.every)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - started) * 1024
    for told, count in found.most_common(20):
        print(count, told[:200])
    print(f"memory grew by {grown / 2**20:.0f} MB")
    if options.keep and wrong:
        options.keep.mkdir(exist_ok=True)
        for number, data in enumerate(wrong):
            (options.keep / f"{number}.ag").write_bytes(data)
    return 1 if wrong or grown > BYTES else 0


if __name__ == "__main__":
    raise SystemExit(main())
