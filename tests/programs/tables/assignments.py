"""Names bound: plainly, augmented, unpacked, swapped, by walrus, to None, deleted."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "literal": expressions("""
        1   0
    """),
    "statement": statements("""
6
$var:number = $number

4
$own:number ${+=|-=|+=} $number

1
$own:number *= $literal

0.7
$own:number ${//=|%=|/=} $divisor

0.5
$own:number = $array

0.5
$own:array = $number

0.7
$var:number = $var:number = $number

1
$own:number, $own:number = $number, $number

1.5
$own:number, $own:number = $name:number, $name:number

1
$own:array, $own:array = $name:array, $name:array

0.5
$var:number, *$var:list = $iterable

0.5
*$var:list, $var:number = $list

0.4
$var:number, ($var:number, $var:number) = $number, ($number, $number)

0.4
[$var:number, $var:number] = $tuple

0.3
$var:number, $var:number = divmod($number, $divisor)

0.4
$var:number, $var:number = $array[:2]

0.5
$own:list = [$new:number := $number, $same]

0.7
$new:flag = $test
$var:number = $last + $number

1
$var:optional = ${None|None|$number}

0.7
$own:optional = $number if $test else None

0.5
$new:number: ${int|float|"number"} = $number

0.5
del $own:number

0.3
$own:number = $name:optional

0.5
$name:optional = $number

0.3
$own:array = ${None|$name:list|$name:matrix}

0.3
pass
"""),
}
