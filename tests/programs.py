"""Random programs, plain against decorated: `python -m tests.programs --count N`.

A program is one function of scalars, arrays, a list and an object, made from a seed:
nested control flow, views and writes, swaps, lists, attributes, values that may be
None or unbound, prints, raises. What differs is shrunk on its syntax tree and printed
as source with the arguments that show the difference.
"""

from __future__ import annotations

import argparse
import ast
import copy
import linecache
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from tests.corpus_report import DECORATORS, workers
from tests.harness import (
    DIFFERENT,
    OBSCURE,
    REFUSED,
    SAME,
    VERDICTS,
    Judgement,
    Outcome,
    judge,
    outcome,
)

PARAMETERS = "a, b, n, x, y, xs, box"
SIZE = 4
FORGIVEN = {"IndexError", "ZeroDivisionError", "OverflowError"}


class Box:
    """An object with attributes that programs read and write."""

    def __init__(self, t: Any, u: Any) -> None:
        self.t = t
        self.u = u

    def grow(self, by: Any) -> Any:
        if by > 0:
            self.t = self.t + by
        return self.t


# --- making programs ------------------------------------------------------------


@dataclass
class Names:
    """What a place of the program may read: names by kind (arrays with lengths)."""

    scalars: list[str] = field(default_factory=lambda: ["a", "b", "n"])
    arrays: dict[str, int] = field(default_factory=lambda: {"x": SIZE, "y": SIZE})
    lists: list[str] = field(default_factory=lambda: ["xs"])
    optionals: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)


class Program:
    """Source text made from a seed; `source` is the whole of it."""

    def __init__(self, seed: int, size: int = 14) -> None:
        self.random = random.Random(seed)
        self.names = Names()
        self.budget = size
        self.fresh = 0
        self.loops = 0
        self.depth = 0
        self.integer_arrays = self.random.random() < 0.4
        lines = self.block(0)
        lines.append(f"    return {', '.join(self.results())}")
        self.source = "\n".join([f"def program({PARAMETERS}):", *lines, ""])

    def results(self) -> list[str]:
        names = self.names
        pool = [*names.scalars, *names.arrays, *names.lists, *names.optionals, "box.t"]
        if self.chance(0.7):
            return pool
        return self.random.sample(pool, min(len(pool), self.random.randint(1, 5)))

    # choices

    def pick(self, options: Any) -> Any:
        return self.random.choice(list(options))

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def weighted(self, table: dict[Callable[..., Any], float], *args: Any) -> Any:
        return self.random.choices(list(table), list(table.values()))[0](*args)

    def new(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # expressions

    def literal(self) -> str:
        if self.integer_arrays:
            return self.pick(["0", "1", "2", "3", "-1", "5"])
        return self.pick(
            ["0", "1", "2", "3", "-1", "0.5", "1.5", "-2.0", "-0.0", "True"]
        )

    def scalar(self, deep: int = 2) -> str:
        if deep == 0 or self.chance(0.3):
            return self.pick([*self.names.scalars, self.literal()])
        s = partial(self.scalar, deep - 1)
        return self.pick(
            [
                lambda: f"({s()} {self.pick('+-')} {s()})",
                lambda: f"({s()} {self.pick('+-')} {s()})",
                lambda: f"({s()} * {self.literal()})",
                lambda: f"({s()} {self.pick(['//', '%', '/'])} {self.pick('234')})",
                lambda: f"({s()} {self.pick(['//', '%', '/'])} {s()})",
                lambda: f"{self.array(0)}[{self.index()}]",
                lambda: f"{self.array(1)}.{self.pick(['sum', 'max', 'min'])}()",
                lambda: f"{self.pick(['abs', 'float', '-', '+'])}({s()})",
                lambda: f"{self.pick(['min', 'max'])}({s()}, {s()})",
                lambda: f"({s()} if {self.test(1)} else {s()})",
                lambda: f"({s()} {self.pick(['and', 'or'])} {s()})",
                lambda: f"len({self.pick([*self.names.lists, *self.names.arrays])})",
                lambda: f"{self.pick(self.names.lists)}[{self.pick(['0', '-1'])}]",
                lambda: "box.t",
                lambda: f"box.grow({s()})",
                lambda: f"np.{self.pick(['abs', 'sign', 'floor'])}({s()})",
                lambda: (
                    f"{self.pick(self.names.helpers)}({s()})"
                    if self.names.helpers
                    else s()
                ),
            ]
        )()

    def index(self) -> str:
        counters = [v for v in self.names.scalars if v[0] in "ik"]
        if counters and self.chance(0.7):
            return self.pick(
                [f"{self.pick(counters)} % {SIZE - 1}", self.pick(counters)]
            )
        return self.pick(["0", "1", "-1", "2", "n % 3"])

    def array(self, deep: int = 2, length: int = SIZE) -> str:
        same = [
            v for v, k in self.names.arrays.items() if k == length or self.chance(0.03)
        ]
        if not same:
            return f"np.ones({length})"
        if deep == 0 or self.chance(0.35):
            return self.pick(same)
        a = partial(self.array, deep - 1, length)
        return self.pick(
            [
                lambda: f"({a()} {self.pick('+-')} {a()})",
                lambda: f"({a()} {self.pick('+-')} {self.scalar(1)})",
                lambda: f"({a()} * {self.literal()})",
                lambda: f"np.where({a()} > {self.scalar(1)}, {a()}, {a()})",
                lambda: f"np.{self.pick(['abs', 'cumsum', 'sort', 'sign'])}({a()})",
                lambda: (
                    f"np.{self.pick(['maximum', 'minimum'])}({a()}, {self.scalar(1)})"
                ),
                lambda: f"{a()}[::-1]",
                lambda: f"{a()}.copy()",
                lambda: f"np.zeros({length}, {self.pick(same)}.dtype)",
                lambda: f"({a()} if {self.test(1)} else {a()})",
            ]
        )()

    def test(self, deep: int = 2) -> str:
        t, s = partial(self.test, deep - 1), partial(self.scalar, 1)
        compare = lambda: f"{s()} {self.pick(['<', '>', '<=', '==', '!='])} {s()}"  # noqa: E731
        if deep == 0 or self.chance(0.4):
            return compare()
        return self.pick(
            [
                lambda: f"({t()} {self.pick(['and', 'or'])} {t()})",
                lambda: f"not {t()}",
                lambda: f"{s()} < {s()} <= {s()}",
                lambda: f"({self.array(1)} > {s()}).{self.pick(['any', 'all'])}()",
                lambda: f"{s()} in (0, 1, {s()})",
                lambda: f"len({self.pick(self.names.lists)}) > {self.pick('123')}",
                lambda: s(),
                lambda: (
                    f"{self.pick(self.names.optionals)} is not None"
                    if self.names.optionals
                    else compare()
                ),
                lambda: f"{self.array(0)} is {self.array(0)}",
            ]
        )()

    # statements

    def block(self, indent: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(*((1, 3) if indent else (4, 8)))):
            lines += self.statement(indent + 1)
        return lines

    def statement(self, indent: int) -> list[str]:
        self.budget -= 1
        simple = {
            self.assign_scalar: 4,
            self.augment_scalar: 3,
            self.assign_array: 2,
            self.augment_array: 1.5,
            self.write_item: 3,
            self.write_slice: 1.5,
            self.make_view: 1.5,
            self.swap: 1.5,
            self.change_list: 2,
            self.change_attribute: 2,
            self.bind_optional: 1.5,
            self.show: 1.5 if self.depth else 0,
        }
        jumps = {
            self.leave: 1.5 if self.depth else 0.3,
            self.stop: 0.6,
            self.check: 0.3,
        }
        nested = {
            self.branch: 5,
            self.for_loop: 3,
            self.while_loop: 2,
            self.use_optional: 1 if self.names.optionals else 0,
            self.helper: 0.7 if not self.depth else 0,
            self.errstate: 0.3,
            self.attempt: 0.4,
        }
        table = simple | jumps
        if self.budget > 0 and indent < 5:
            table = table | nested
        pad = "    " * indent
        return [pad + line for line in self.weighted(table)]

    def inner(self) -> list[str]:
        """A nested block: names first bound in it may be unbound after it."""
        before = copy.deepcopy(self.names)
        self.depth += 1
        lines = self.block(self.depth)
        self.depth -= 1
        if not self.chance(0.12):
            self.names = before
        strip = len("    ") * (self.depth + 1)
        return ["    " + line[strip + 4 :] for line in lines]

    def assign_scalar(self) -> list[str]:
        value = self.scalar()
        name = self.pick(self.names.scalars) if self.chance(0.7) else self.new("s")
        if name[0] in "ik" and self.loops:
            name = "a"
        if name not in self.names.scalars:
            self.names.scalars.append(name)
        return [f"{name} = {value}"]

    def augment_scalar(self) -> list[str]:
        name = self.pick([v for v in self.names.scalars if v[0] not in "ik"])
        return [f"{name} {self.pick(['+=', '-=', '+='])} {self.scalar()}"]

    def assign_array(self) -> list[str]:
        name, length = self.pick(self.names.arrays.items())
        value = self.array(2, length)
        if self.chance(0.3):
            name = self.new("z")
            self.names.arrays[name] = length
        return [f"{name} = {value}"]

    def augment_array(self) -> list[str]:
        name, length = self.pick(self.names.arrays.items())
        value = self.array(1, length) if self.chance(0.5) else self.literal()
        return [f"{name} {self.pick(['+=', '-=', '*=', '+='])} {value}"]

    def write_item(self) -> list[str]:
        operator = self.pick(["=", "=", "+=", "-="])
        return [f"{self.array(0)}[{self.index()}] {operator} {self.scalar()}"]

    def write_slice(self) -> list[str]:
        name = self.array(0)
        where = self.pick(
            ["1:", ":-1", "::2", f"{name} > {self.scalar(0)}", "[0, 2]", ":"]
        )
        return [f"{name}[{where}] {self.pick(['=', '=', '+='])} {self.scalar(1)}"]

    def make_view(self) -> list[str]:
        name = self.array(0)
        where, length = self.pick(
            [("1:", 3), (":3", 3), ("::2", 2), ("::-1", SIZE), (":", SIZE)]
        )
        view = self.new("w")
        self.names.arrays[view] = length
        return [f"{view} = {name}[{where}]"]

    def swap(self) -> list[str]:
        pool = [v for v in self.names.scalars if v[0] not in "ik"]
        if self.chance(0.5):
            pool = [v for v, k in self.names.arrays.items() if k == SIZE]
        one, two = self.pick(pool), self.pick(pool)
        if self.chance(0.2):
            return [f"{one}, {two} = {two}, {one} + {self.literal()}"]
        return [f"{one}, {two} = {two}, {one}"]

    def change_list(self) -> list[str]:
        if self.chance(0.2):
            name = self.new("l")
            self.names.lists.append(name)
            return [f"{name} = [{self.scalar(1)}]"]
        name = self.pick(self.names.lists)
        return [
            self.pick(
                [
                    f"{name}.append({self.scalar()})",
                    f"{name}.append({self.scalar()})",
                    f"{name}[0] = {self.scalar(1)}",
                    f"{name}[-1] += {self.scalar(1)}",
                    f"{name}.pop()",
                    f"{name}.insert(0, {self.scalar(1)})",
                    f"{name} = {name} + [{self.scalar(1)}]",
                ]
            )
        ]

    def change_attribute(self) -> list[str]:
        return [
            self.pick(
                [
                    f"box.t = {self.scalar()}",
                    f"box.t += {self.scalar()}",
                    f"box.grow({self.scalar()})",
                    f"box.u = {self.array(1)}",
                    f"box.u[{self.index()}] = {self.scalar(1)}",
                    f"{self.pick(self.names.scalars[:2])} = box.t",
                ]
            )
        ]

    def bind_optional(self) -> list[str]:
        name = self.pick([*self.names.optionals, self.new("o")])
        if name not in self.names.optionals:
            self.names.optionals.append(name)
        return [f"{name} = {self.pick(['None', 'None', self.scalar(1)])}"]

    def show(self) -> list[str]:
        what = self.pick(
            [self.scalar(1), self.array(1), '"here"', f'f"{{{self.scalar(0)}}}"']
        )
        return [f"print({what}, {self.scalar(0)})"]

    def leave(self) -> list[str]:
        jump = self.pick(["break", "break", "continue"]) if self.loops else None
        if jump is None or self.chance(0.3):
            jump = f"return {self.pick([self.scalar(), self.array(1), 'None'])}"
        return [f"if {self.test()}:", f"    {jump}"]

    def stop(self) -> list[str]:
        error = self.pick(['ValueError("stopped")', f"KeyError({self.scalar(0)})"])
        return [f"if {self.test()} and {self.test()}:", f"    raise {error}"]

    def check(self) -> list[str]:
        return [
            f"assert {self.test()} or {self.test()}, {self.pick(['1', self.scalar(0)])}"
        ]

    def branch(self) -> list[str]:
        lines = [f"if {self.test()}:", *self.inner()]
        if self.chance(0.3):
            lines += [f"elif {self.test()}:", *self.inner()]
        if self.chance(0.6):
            lines += ["else:", *self.inner()]
        return lines

    def for_loop(self) -> list[str]:
        i, v, w = self.new("i"), self.new("v"), self.new("v")
        head, bound = self.pick(
            [
                (f"{i} in range(n)", [i]),
                (f"{i} in range({self.pick('0234')})", [i]),
                (f"{i} in range(len({self.array(0)}))", [i]),
                (f"{v} in {self.array(1)}", [v]),
                (f"{i}, {v} in enumerate({self.array(1)})", [i, v]),
                (f"{v}, {w} in zip({self.array(0)}, {self.array(1)})", [v, w]),
                (f"{v} in list({self.pick(self.names.lists)})", [v]),
                (f"{v} in reversed({self.array(0)})", [v]),
            ]
        )
        return [f"for {head}:", *self.loop_body(bound)]

    def while_loop(self) -> list[str]:
        k = self.new("k")
        test = f"{k} < {self.pick('1245')}"
        if self.chance(0.6):
            test = f"{test} and {self.test()}"
        step = [f"    {k} += 1"]
        if self.chance(0.3):
            test, step = (
                "True",
                [*step, f"    if {k} > 3 or {self.test()}:", "        break"],
            )
        return [
            f"{k} = {self.pick('001')}",
            f"while {test}:",
            *step,
            *self.loop_body([k]),
        ]

    def loop_body(self, bound: list[str]) -> list[str]:
        before = copy.deepcopy(self.names)
        self.names.scalars += bound
        self.loops += 1
        lines = self.inner()
        self.loops -= 1
        if not self.chance(0.3):
            self.names = before
        if self.chance(0.15):
            lines += ["else:", *self.inner()]
        return lines

    def use_optional(self) -> list[str]:
        name = self.pick(self.names.optionals)
        lines = [f"if {name} is None:", *self.inner(), "else:"]
        self.names.scalars.append(name)
        lines += self.inner()
        if name in self.names.scalars:
            self.names.scalars.remove(name)
        return lines

    def helper(self) -> list[str]:
        name = self.new("f")
        before, loops = copy.deepcopy(self.names), self.loops
        shared = self.pick("ab")
        self.names.scalars.append("p")
        self.loops = 0
        lines = [f"def {name}(p):"]
        if self.chance(0.6):
            lines += [f"    nonlocal {shared}", f"    {shared} = {self.scalar(1)}"]
        else:
            self.names.scalars = ["p", "n"]
        lines += [f"    if {self.test(1)}:", f"        return {self.scalar(1)}"]
        lines += [f"    return {self.scalar(1)}"]
        self.names, self.loops = before, loops
        self.names.helpers.append(name)
        return lines

    def errstate(self) -> list[str]:
        return ['with np.errstate(all="ignore"):', *self.inner()]

    def attempt(self) -> list[str]:
        caught = self.pick(
            ["ValueError", "IndexError", "(KeyError, ZeroDivisionError)"]
        )
        loops, self.loops = self.loops, 0
        lines = ["try:", *self.inner(), f"except {caught}:", *self.inner()]
        self.loops = loops
        return lines


def argument_sets(seed: int) -> list[Callable[[], tuple[Any, ...]]]:
    """Makers of three argument sets; some share memory between the arrays."""
    choose = random.Random(seed + 1)
    float_type = choose.choice([np.float64, np.float64, np.float32])
    dtype = (
        choose.choice([np.int64, np.int64, np.int8])
        if Program(seed, 0).integer_arrays
        else float_type
    )
    scalar = choose.choice([dtype, dtype, np.int64, int])
    overlap = choose.random() < 0.25

    def make(numbers: list[int]) -> tuple[Any, ...]:
        memory = np.array(numbers[:8], dtype)
        x, y = (memory[:4], memory[1:5]) if overlap else (memory[:4].copy(), memory[4:])
        a, b, n = scalar(numbers[8]), dtype(numbers[9]), np.int64(abs(numbers[10]) % 4)
        return a, b, n, x, y, [1, scalar(numbers[11])], Box(numbers[12], np.zeros(4))

    rows = [[choose.randint(-3, 4) for _ in range(13)] for _ in range(3)]
    return [partial(make, row) for row in rows]


# --- running --------------------------------------------------------------------


def compiled(source: str, name: str) -> Callable[..., Any]:
    """The function of a program, its source known to `linecache` under `name`."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {"np": np, "Box": Box, "__name__": "programs"}
    exec(compile(source, name, "exec"), namespace)
    return namespace["program"]


def judge_source(
    source: str,
    sets: list[Callable[[], tuple[Any, ...]]],
    decorate: Callable[..., Any],
    name: str = "<program>",
    *,
    strict: bool = False,
    seconds: float = 5.0,
) -> Judgement:
    """The worst verdict over the argument sets, each called twice in a row.

    Unless `strict`, what the first exception of the promise permits is no difference.
    """
    function = compiled(source, name)
    plain = [outcome(function, make(), seconds=1) for make in sets]
    if any(is_time_up(result) for result in plain):
        return Judgement(SAME)
    try:
        decorated = decorate(function)
    except Exception as error:
        kind = OBSCURE if not hasattr(error, "code") else REFUSED
        return Judgement(kind, f"decorating: {type(error).__name__}: {error}")
    worst = Judgement(SAME)
    for number in (0, 0, 1, 1, 2, 2, 0):
        result = outcome(decorated, sets[number](), seconds=seconds)
        found = judge(plain[number], result)
        if (
            found.verdict == DIFFERENT
            and not strict
            and permitted(plain[number], result)
        ):
            continue
        if found.worse_than(worst):
            worst = Judgement(found.verdict, f"arguments {number}: {found.reason}")
    return worst


def is_time_up(result: Outcome) -> bool:
    return result.raised and result.error[0].endswith("TimeUp")


def permitted(plain: Outcome, decorated: Outcome) -> bool:
    """Errors by value and warnings of work nobody needs need not be raised.

    Where plain Python stops at such an error, a later one may come up instead.
    """
    other = not decorated.raised or decorated.error[0] != plain.error[0]
    if plain.raised and plain.error[0] in FORGIVEN and other:
        return True
    fields = ("error", "value", "printed", "arguments", "shared")
    alike = all(getattr(plain, f) == getattr(decorated, f) for f in fields)
    return alike and decorated.warned <= plain.warned


def judge_seed(
    seed: int, decorate: Callable[..., Any], strict: bool = False
) -> Judgement:
    """The verdict on the program of one seed."""
    name = f"<program {seed}>"
    source = Program(seed).source
    return judge_source(source, argument_sets(seed), decorate, name, strict=strict)


# --- shrinking ------------------------------------------------------------------


def shrink(source: str, still_bad: Callable[[str], bool], tries: int = 600) -> str:
    """The smallest program found, by deleting and simplifying, that is still bad."""
    improved = True
    while improved and tries > 0:
        improved = False
        for smaller in reductions(source):
            tries -= 1
            if tries <= 0:
                break
            if len(smaller) < len(source) and still_bad(smaller):
                source, improved = smaller, True
                break
    return source


def reductions(source: str) -> Iterator[str]:
    """Every program one simplification away, the boldest first."""
    count = sum(1 for _ in ast.walk(ast.parse(source)))
    for position in range(count):
        for change in (drop_statements, unwrap_statement, simplify_expression):
            for variant in range(4):
                tree = ast.parse(source)
                node = list(ast.walk(tree))[position]
                if not change(node, variant):
                    break
                try:
                    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
                    compile(text, "<reduced>", "exec")
                except (SyntaxError, ValueError):
                    continue
                yield text


def statement_lists(node: ast.AST) -> list[list[ast.stmt]]:
    lists = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    return [
        x for x in lists if isinstance(x, list) and x and isinstance(x[0], ast.stmt)
    ]


def drop_statements(node: ast.AST, variant: int) -> bool:
    """Delete one statement of a block (the variant-th, counted from the end)."""
    places = [(x, i) for x in statement_lists(node) for i in reversed(range(len(x)))]
    if isinstance(node, ast.Module) or variant >= len(places):
        return False
    block, index = places[variant]
    if len(block) == 1:
        block[0] = ast.Pass()
        if block is getattr(node, "orelse", None):
            block.clear()
    else:
        del block[index]
    return True


def unwrap_statement(node: ast.AST, variant: int) -> bool:
    """Put the body of a compound statement in its place."""
    places = [
        (x, i, inner)
        for x in statement_lists(node)
        for i, child in enumerate(x)
        if not isinstance(child, ast.FunctionDef)
        for inner in statement_lists(child)
    ]
    if isinstance(node, ast.Module) or variant >= len(places):
        return False
    block, index, inner = places[variant]
    block[index : index + 1] = inner
    return True


def simplify_expression(node: ast.AST, variant: int) -> bool:
    """Put an operand of an expression in its place, or a constant."""
    places = []
    for name, value in ast.iter_fields(node):
        if name == "func":
            continue
        if isinstance(value, ast.expr) and not isinstance(
            value, ast.Constant | ast.Name | ast.Attribute
        ):
            operands = [
                x for x in ast.iter_child_nodes(value) if isinstance(x, ast.expr)
            ]
            places += [(name, operand) for operand in operands]
            places.append((name, ast.Constant(1)))
    if isinstance(node, ast.Attribute | ast.Subscript) or variant >= len(places):
        return False
    setattr(node, *places[variant])
    return True


# --- the command ----------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--show", type=int, metavar="SEED", help="print one program")
    parser.add_argument(
        "--verdict", action="append", choices=VERDICTS[1:], help="print these"
    )
    parser.add_argument("--limit", type=int, default=10, help="programs printed")
    parser.add_argument("--as", dest="form", choices=DECORATORS, default="function")
    parser.add_argument(
        "--strict", action="store_true", help="with strict=True, exactly"
    )
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.show is not None:
        print(Program(options.show).source)
        return 0
    wanted = options.verdict or [DIFFERENT, OBSCURE]
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for seed, judgement in all_judgements(options):
        counts[judgement.verdict] += 1
        if judgement.verdict == REFUSED:
            reasons[judgement.reason.partition(": ")[2][:100]] += 1
        if judgement.verdict in wanted and options.limit > 0:
            options.limit -= 1
            report(seed, judgement, options)
    for reason, count in reasons.most_common(12):
        print(f"{count:6} refused: {reason}")
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS))
    return int(counts[DIFFERENT] + counts[OBSCURE] > 0)


def all_judgements(options: argparse.Namespace) -> Iterator[tuple[int, Judgement]]:
    seeds = range(options.seed, options.seed + options.count)
    run = partial(judge_seeds, options=options)
    batches = [seeds[start : start + 20] for start in range(0, len(seeds), 20)]
    if options.jobs == 1:
        for batch in batches:
            yield from run(batch)
        return
    with workers(options.jobs) as pool:
        for results in pool.map(run, batches):
            yield from results


def judge_seeds(
    seeds: range, options: argparse.Namespace
) -> list[tuple[int, Judgement]]:
    decorate = decorator(options)
    return [(seed, judge_seed(seed, decorate, options.strict)) for seed in seeds]


def report(seed: int, judgement: Judgement, options: argparse.Namespace) -> None:
    """Print the shrunk program and the arguments that show what is wrong with it."""
    sets = argument_sets(seed)
    verdict = partial(
        judge_source, sets=sets, decorate=decorator(options), strict=options.strict
    )

    def still_bad(source: str) -> bool:
        return fingerprint(verdict(source, seconds=2)) == fingerprint(judgement)

    source = shrink(Program(seed).source, still_bad)
    final = verdict(source)
    print(f"# --- seed {seed}: {final.verdict}: {final.reason}")
    if final.reason.startswith("arguments "):
        number = int(final.reason.split()[1].rstrip(":"))
        print("#", dict(zip(PARAMETERS.split(", "), sets[number](), strict=True)))
    print(source, flush=True)


def fingerprint(judgement: Judgement) -> tuple[str, ...]:
    """What a shrunk program must keep: the verdict, what differs, the exceptions."""
    reason = re.sub(r"arguments \d: ", "", judgement.reason)
    part = re.match(r"\w+", reason)
    errors = re.findall(r"\w*(?:Error|TimeUp)\b", reason)
    return (judgement.verdict, part.group() if part else "", *errors)


def decorator(options: argparse.Namespace) -> Callable[..., Any]:
    decorate = DECORATORS[options.form]
    return partial(decorate, strict=True) if options.strict else decorate


if __name__ == "__main__":
    sys.exit(main())
