"""What random programs are called on, as text: it can be shown, and made anew."""

from __future__ import annotations

import random
from collections.abc import Callable

PARAMETERS = {
    "a": "number",
    "b": "number",
    "n": "counter",
    "m": "matrix",
    "x": "array",
    "y": "array",
    "v": "vector",
    "c": "cell",
    "xs": "list",
    "d": "dict",
    "t": "tuple",
    "s": "text",
    "o": "optional",
    "box": "object",
    "pt": "point",
    "pr": "pair",
}
"""Names with their kinds, in order; later arguments may be made of earlier ones."""
ALWAYS = ("a", "n", "x")

FAMILIES: dict[str, tuple[str, ...]] = {
    "floats": ("float", "np.float64", "np.float64", "int", "np.float64"),
    "ints": ("int", "np.int64", "np.int64", "np.int32", "bool"),
    "small": ("np.int8", "np.uint8", "np.int16", "np.float32", "int", "np.float16"),
    "mixed": (
        *("bool", "int", "float", "complex", "np.bool_", "np.int8", "np.uint8"),
        *("np.int32", "np.int64", "np.float32", "np.float64", "np.complex64"),
    ),
    "complex": ("np.complex128", "complex", "float", "np.float64"),
}
FAMILY_WEIGHTS = (5, 5, 3, 3, 0.5)
LITERALS = {
    "floats": "0 1 2 3 -1 0.5 1.5 -2.0 -0.0 True",
    "ints": "0 1 2 3 -1 5",
    "small": "0 1 2 3 -1 100 0.5",
    "mixed": "0 1 2 -1 0.5 True 300 1j",
    "complex": "0 1 2 -1 0.5 1j",
}
EXTREMES = {
    "i": ["127", "-128", "2**31 - 1", "2**63 - 1", "-2**63"],
    "f": ["float('nan')", "float('inf')", "-0.0", "6e4", "1e-310"],
}
LIMITS = {
    "np.int8": 2**7,
    "np.int16": 2**15,
    "np.int32": 2**31,
    "np.int64": 2**63,
}


class Arguments:
    """Makers of argument texts of one program: the same types, other values."""

    def __init__(self, parameters: list[str], seed: int) -> None:
        self.parameters = parameters
        self.random = random.Random(seed)
        self.family = self.random.choices(list(FAMILIES), FAMILY_WEIGHTS)[0]

    @property
    def literals(self) -> list[str]:
        return LITERALS[self.family].split()

    def sets(self) -> list[dict[str, str]]:
        """Three sets of one signature, and one of another."""
        shape = self.random.random()
        alike = [self.set(shape, self.family, 4) for _ in range(3)]
        family = self.random.choice(list(FAMILIES))
        length = self.random.choice([4, 4, 3, 6])
        return [*alike, self.set(self.random.random(), family, length)]

    def set(self, shape: float, family: str, length: int) -> dict[str, str]:
        """One set; `shape` decides all but the values."""
        types = random.Random(shape)
        made: dict[str, str] = {}
        for name in self.parameters:
            make: Callable[..., str] = getattr(self, f"make_{PARAMETERS[name]}")
            made[name] = make(types, FAMILIES[family], length, made)
        return made

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # values

    def value(self, kind: str) -> str:
        """A Python number that NumPy's or Python's type of this name takes."""
        short = kind.removeprefix("np.")
        if short.startswith("bool"):
            return self.random.choice(["True", "False"])
        whole = short.startswith(("int", "uint"))
        if self.chance(0.06):
            extreme = self.random.choice(EXTREMES["i" if whole else "f"])
            limit = LIMITS.get(kind, 2**80)
            if not whole or -limit <= eval(extreme) < limit:
                return "200" if short.startswith("uint") else extreme
        if short.startswith("uint"):
            return str(self.random.randint(0, 5))
        number = self.random.randint(-3, 5)
        if whole:
            return str(number)
        half = number / self.random.choice([1, 1, 2])
        return f"{half} + 1j" if "complex" in short and self.chance(0.4) else str(half)

    def scalar(self, kind: str) -> str:
        value = self.value(kind)
        if kind in ("int", "bool"):
            return f"({value})" if "*" in value else value
        return f"{kind}({value})"

    def elements(self, kind: str, count: int) -> str:
        return f"[{', '.join(self.value(kind) for _ in range(count))}]"

    def make_number(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        return self.scalar(types.choice(kinds))

    def make_counter(self, types: random.Random, *_: object) -> str:
        count = self.random.choice([0, 1, 2, 2, 3, 3, 4])
        return types.choice(["np.int64({})", "np.int64({})", "{}"]).format(count)

    def array_kind(self, types: random.Random, kinds: tuple[str, ...]) -> str:
        return types.choice([kinds[0] if types.random() < 0.3 else kinds[1], *kinds])

    def make_array(
        self,
        types: random.Random,
        kinds: tuple[str, ...],
        length: int,
        made: dict[str, str],
    ) -> str:
        kind = self.array_kind(types, kinds)
        shared = types.random()
        if "x" in made and shared < 0.3:
            whole = ["x", "x[::-1]", "x[:]", "x"]
            return types.choice(whole)
        if "x" not in made and "m" in made and shared < 0.2:
            return "m[0]"
        return f"np.array({self.elements(kind, length)}, {kind})"

    def make_matrix(
        self, types: random.Random, kinds: tuple[str, ...], length: int, _: object
    ) -> str:
        kind = self.array_kind(types, kinds)
        return f"np.array({self.elements(kind, 3 * length)}, {kind}).reshape(3, -1)"

    def make_vector(
        self,
        types: random.Random,
        kinds: tuple[str, ...],
        length: int,
        made: dict[str, str],
    ) -> str:
        kind = self.array_kind(types, kinds)
        shared = types.random()
        if shared < 0.3:
            return types.choice(["x[1:]", "x[::2]", "x[-2:]", "x[:0]"])
        return f"np.array({self.elements(kind, types.choice([0, 1, 2, 3, 5]))}, {kind})"

    def make_cell(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        kind = self.array_kind(types, kinds)
        if types.random() < 0.2:
            return "x[0, ...]"
        return f"np.array({self.value(kind)}, {kind})"

    def some(self, types: random.Random, kinds: tuple[str, ...], count: int) -> str:
        return ", ".join(self.scalar(types.choice(kinds)) for _ in range(count))

    def make_list(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        count = types.choice([0, 1, 2, 3, 3, 3])
        if types.random() < 0.1:
            return f"[{self.some(types, kinds, 1)}, x]"
        return f"[{self.some(types, kinds, count)}]"

    def make_dict(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        one, two = self.some(types, kinds, 1), self.some(types, kinds, 1)
        return types.choice([f'{{"a": {one}, "b": {two}}}', f'{{"a": {one}}}', "{}"])

    def make_tuple(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        return f"({self.some(types, kinds, types.choice([2, 2, 3]))})"

    def make_text(self, *_: object) -> str:
        return self.random.choice(['"a"', '"12"', '""', '"n b"'])

    def make_optional(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        return types.choice(["None", self.scalar(types.choice(kinds))])

    def make_object(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        array = types.choice(["x", "np.zeros(4)", "np.ones(4, int)"])
        return f"Box({self.some(types, kinds, 1)}, {array})"

    def make_point(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        return f"Point({self.some(types, kinds, 2)})"

    def make_pair(
        self, types: random.Random, kinds: tuple[str, ...], *_: object
    ) -> str:
        return f"Pair({self.some(types, kinds, 2)})"
