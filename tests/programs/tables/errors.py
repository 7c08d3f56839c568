"""Exceptions raised and caught, assertions, `with`."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "stop": expressions("""
        2   ValueError("stopped")
        1   KeyError("stopped", $number)
        1   Stop("stopped", $number)
        0.5 RuntimeError(f"stopped at {$name:number}")
        0.5 Stop
    """),
    "caught": expressions("""
        2   ValueError
        2   IndexError
        1   (KeyError, ZeroDivisionError, Stop)
        1   ZeroDivisionError
        1   Exception
        0.5 TypeError
    """),
    "statement": statements("""
0.8
if $test and $test:
    raise $stop

0.5 inner
if $test:
    raise $stop${| from None}

0.2 inner
raise $stop

0.7
assert $test or $test, ${"no"|$number|str($number)}

0.3
assert $test

1
try:
    $plain
except $caught:
    $plain

0.6
try:
    $plain
except $caught as error:
    $new:text = type(error).__name__ + str(error)
    $plain

0.4
try:
    $plain
except $caught:
    $plain
except $caught:
    raise
else:
    $plain

0.5
try:
    $plain
finally:
    $plain

0.3
try:
    $plain
except $caught as error:
    raise $stop from error
finally:
    $plain

0.4
try:
    $var:number = ${1 / $number|$list[$index]|$dict[$key_text]|int($text)}
except ${ZeroDivisionError|(IndexError, KeyError)|ValueError}:
    $var:number = $literal

0.6
with np.errstate(${all="ignore"|divide="raise"|over="ignore", invalid="ignore"}):
    $plain

0.3
with Note($number) as $new:number:
    $plain

0.2
with contextlib.suppress(${ZeroDivisionError|Exception}):
    $plain
"""),
}
