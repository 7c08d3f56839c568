"""Arithmetic in ONNX with the meaning that it has in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_blocks import Blocks
from runtime.exporting.onnx.onnx_kernels import wider
from runtime.exporting.onnx.onnx_values import Dims, Tensor, broadcast_shape

INT = np.dtype(np.int64)
FLOAT = np.dtype(np.float64)
TRUTH = np.dtype(bool)
_OPERATORS = {"add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div"}
_OF_TRUTHS = {"add": "Or", "multiply": "And"}
_BITS = {"and": ("And", "BitwiseAnd"), "or": ("Or", "BitwiseOr")}
_BITS["xor"] = ("Xor", "BitwiseXor")


class Numbers(Blocks):
    """Writes arithmetic; all operands of a node get one dtype."""

    def cast(self, x: Tensor, dtype: Any) -> Tensor:
        """Return a tensor in a dtype."""
        wanted = np.dtype(dtype)
        if x.dtype == wanted:
            return x
        known = self.known(x)
        if known is not None:
            with np.errstate(all="ignore"):
                return self.constant(known.astype(wanted))
        return self.step("Cast", [x], wanted, x.shape, to=wanted)

    def binary(self, operation: str, x: Tensor, y: Tensor, dtype: Any = None) -> Tensor:
        """Return an operation of two tensors of one dtype."""
        return self.same(operation, [x, y], dtype, broadcast_shape(x.shape, y.shape))

    def same(
        self,
        operation: str,
        operands: Sequence[Tensor],
        dtype: Any,
        shape: Dims,
        *others: Tensor,
        **attributes: Any,
    ) -> Tensor:
        """Return an operation, in a wider dtype where there is no kernel for its own.

        Parameters
        ----------
        operation : str
            The operator.
        operands : sequence of Tensor
            The operands, of one dtype.
        dtype : dtype or None
            The dtype of the result; None if it is theirs.
        shape : tuple
            The shape of the result.
        *others : Tensor
            Operands of another dtype, which come last.
        **attributes
            The attributes.
        """
        own = operands[-1].dtype
        within = wider(operation, own)
        given = [self.cast(each, within) for each in operands]
        made = within if dtype is None else dtype
        found = self.step(operation, [*given, *others], made, shape, **attributes)
        return self.cast(found, own) if dtype is None else found

    def unary(self, operation: str, x: Tensor, dtype: Any = None) -> Tensor:
        """Return an operation of each item."""
        return self.same(operation, [x], dtype, x.shape)

    def choose(self, test: Tensor, x: Tensor, y: Tensor) -> Tensor:
        """Return items of one tensor or another."""
        shape = broadcast_shape(test.shape, x.shape, y.shape)
        within = wider("Where", x.dtype)
        both = [self.cast(each, within) for each in (x, y)]
        return self.cast(self.step("Where", [test, *both], within, shape), x.dtype)

    def like(self, value: float, x: Tensor) -> Tensor:
        """Return a number in the dtype of a tensor."""
        return self.constant(value, x.dtype)

    # Arithmetic

    def arithmetic(self, name: str, x: Tensor, y: Tensor) -> Tensor:
        """Return a sum, a difference, a product or a quotient."""
        if x.dtype == TRUTH:
            return self.binary(_OF_TRUTHS[name], x, y)
        return self.binary(_OPERATORS[name], x, y)

    def negative(self, x: Tensor) -> Tensor:
        """Return negated items."""
        if x.dtype.kind == "u":
            return self.binary("Sub", self.like(0, x), x)
        return self.unary("Neg", x)

    def absolute(self, x: Tensor) -> Tensor:
        """Return absolute values."""
        return x if x.dtype.kind in "bu" else self.unary("Abs", x)

    def is_negative(self, x: Tensor) -> Tensor:
        """Whether items are below zero."""
        return self.binary("Less", x, self.like(0, x), TRUTH)

    def equals(self, x: Tensor, y: Tensor) -> Tensor:
        """Whether items are equal."""
        return self.binary("Equal", x, y, TRUTH)

    def no(self, x: Tensor) -> Tensor:
        """Return negated truths."""
        return self.unary("Not", x)

    def both(self, x: Tensor, y: Tensor) -> Tensor:
        """Whether two truths hold."""
        return self.binary("And", x, y)

    def either(self, x: Tensor, y: Tensor) -> Tensor:
        """Whether one of two truths holds."""
        return self.binary("Or", x, y)

    def compared(self, name: str, x: Tensor, y: Tensor) -> Tensor:
        """Return a comparison."""
        operation = {
            "less": "Less",
            "less_equal": "LessOrEqual",
            "greater": "Greater",
            "greater_equal": "GreaterOrEqual",
            "equal": "Equal",
            "not_equal": "Equal",
        }[name]
        if x.dtype == TRUTH and operation != "Equal":
            x, y = self.cast(x, np.int32), self.cast(y, np.int32)
        found = self.binary(operation, x, y, TRUTH)
        return self.no(found) if name == "not_equal" else found

    def truth(self, x: Tensor) -> Tensor:
        """Whether items are other than zero."""
        if x.dtype == TRUTH:
            return x
        return self.no(self.equals(x, self.like(0, x)))

    def largest(self, x: Tensor, y: Tensor, least: bool = False) -> Tensor:
        """Return the larger of two items: NaN where one is, as NumPy does."""
        if x.dtype == TRUTH:
            return self.both(x, y) if least else self.either(x, y)
        if x.dtype.kind != "f":
            return self.binary("Min" if least else "Max", x, y)
        first = self.binary("LessOrEqual" if least else "GreaterOrEqual", x, y, TRUTH)
        return self.choose(self.either(first, self.unary("IsNaN", x, TRUTH)), x, y)

    def bits(self, name: str, x: Tensor, y: Tensor) -> Tensor:
        """Return bitwise and, or, exclusive or."""
        return self.binary(_BITS[name][x.dtype != TRUTH], x, y)

    def inverted(self, x: Tensor) -> Tensor:
        """Return all bits negated."""
        return self.no(x) if x.dtype == TRUTH else self.unary("BitwiseNot", x)

    # Whole numbers

    def divided(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """Return floored quotient and remainder of whole numbers: 0 for a divisor 0."""
        known = self.known(y)
        safe = y
        if known is None or (known == 0).any() or (known == -1).any():
            safe = self.choose(self._is_odd_divisor(y), self.like(1, y), y)
        quotient = self.binary("Div", x, safe)
        rest = self.binary("Sub", x, self.binary("Mul", quotient, safe))
        if x.dtype.kind == "i":
            zero = self.like(0, x)
            apart = self.binary(
                "Xor", self.is_negative(rest), self.is_negative(safe), TRUTH
            )
            below = self.both(self.no(self.equals(rest, zero)), apart)
            one = self.cast(below, x.dtype)
            quotient = self.binary("Sub", quotient, one)
            rest = self.binary("Add", rest, self.binary("Mul", one, safe))
        if safe is not y:
            zero = self.like(0, y)
            quotient = self.choose(self.equals(y, zero), zero, quotient)
            if y.dtype.kind == "i":
                minus = self.equals(y, self.like(-1, y))
                quotient = self.choose(minus, self.negative(x), quotient)
        return quotient, rest

    def _is_odd_divisor(self, y: Tensor) -> Tensor:
        zero = self.equals(y, self.like(0, y))
        if y.dtype.kind == "u":
            return zero
        return self.either(zero, self.equals(y, self.like(-1, y)))

    def shifted(self, x: Tensor, by: Tensor, left: bool) -> Tensor:
        """Return bits shifted; all are shifted out by as many as there are."""
        plain = np.dtype(f"u{x.dtype.itemsize}")
        size = self.constant(x.dtype.itemsize * 8, by.dtype)
        out = self.binary("GreaterOrEqual", by, size, TRUTH)
        safe = self.cast(self.choose(out, self.constant(0, by.dtype), by), plain)
        if left:
            found = self._shift(self.cast(x, plain), safe, "LEFT")
            return self.choose(out, self.like(0, x), self.cast(found, x.dtype))
        if x.dtype.kind == "u":
            return self.choose(out, self.like(0, x), self._shift(x, safe, "RIGHT"))
        sign = self.is_negative(x)
        folded = self.choose(sign, self.inverted(x), x)
        moved = self.cast(self._shift(self.cast(folded, plain), safe, "RIGHT"), x.dtype)
        moved = self.choose(out, self.like(0, x), moved)
        return self.choose(sign, self.inverted(moved), moved)

    def _shift(self, x: Tensor, by: Tensor, direction: str) -> Tensor:
        shape = broadcast_shape(x.shape, by.shape)
        return self.step("BitShift", [x, by], x.dtype, shape, direction=direction)

    def whole_power(self, x: Tensor, exponent: int) -> Tensor:
        """Return a power of whole numbers, which wraps as products do."""
        found = None
        while exponent:
            if exponent & 1:
                found = x if found is None else self.binary("Mul", found, x)
            exponent >>= 1
            x = self.binary("Mul", x, x) if exponent else x
        if found is None:
            return self.binary(
                "Add", self.binary("Mul", x, self.like(0, x)), self.like(1, x)
            )
        return found

    # Numbers with a point

    def remainder(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """Return floored quotient and remainder of floats, as NumPy computes them."""
        zero, one = self.like(0, x), self.like(1, x)
        shape = broadcast_shape(x.shape, y.shape)
        rest = self.step("Mod", [x, y], x.dtype, shape, fmod=1)
        exact = self.equals(rest, zero)
        apart = self.both(
            self.binary("Xor", self.is_negative(y), self.is_negative(rest), TRUTH),
            self.no(exact),
        )
        count = self.binary("Div", self.binary("Sub", x, rest), y)
        count = self.choose(apart, self.binary("Sub", count, one), count)
        signed = self.choose(self.is_negative(y), self.like(-0.0, x), zero)
        found = self.choose(apart, self.binary("Add", rest, y), rest)
        found = self.choose(exact, signed, found)
        floor = self.unary("Floor", count)
        far = self.binary("Sub", count, floor)
        half = self.binary("Greater", far, self.like(0.5, x), TRUTH)
        quotient = self.choose(half, self.binary("Add", floor, one), floor)
        whole = self.binary("Div", x, y)
        flat = self.binary("Mul", zero, whole)
        quotient = self.choose(self.equals(count, zero), flat, quotient)
        none = self.equals(y, zero)
        return self.choose(none, whole, quotient), self.choose(none, rest, found)
