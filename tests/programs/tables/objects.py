"""Objects: attributes, methods, properties, namedtuples, dataclasses."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "object": expressions("""
        5   $name:object
        0.3 Box($number, $array)
        0.2 ($name:object if $test else $name:object)
    """),
    "point": expressions("""
        4   $name:point
        1   Point($number, $number)
        0.5 $name:point._replace(${x|y}=$number)
    """),
    "method_call": expressions("""
        1   $name:object.$name:method($number)
        1   $name:object.grow($number)
    """),
    "pair": expressions("""
        4   $name:pair
        1   Pair($number, $number)
    """),
    "statement": statements("""
2
$name:object.t = $number

2
$name:object.t ${+=|-=|*=} $number

1
$name:object.grow($number)

0.5
$name:object.u = $array

0.7
$name:object.u[$index] ${=|+=} $number

0.4
$name:object.u ${+=|*=} $number

0.4
$name:object.log.append($number)

0.3
$name:object.log = ${[]|$list}

0.4
$name:object.twice = $number

0.3
$name:object[$index] ${=|+=} $number

0.4
$name:object.extra = $number
$var:number = $last.extra

0.3
setattr($name:object, "t", $number)

0.3
$var:number = getattr($name:object, "${t|missing}", $number)

0.2
del $name:object.u

0.6
$new:object = Box($number, $array)

0.3
$own:object = Box($same.t, $array)

0.3
$new:object = $name:object

1
$method_call

0.6
$var:point = $point

0.4
$var:number, $var:number = $name:point

0.6
$var:pair = $pair

0.7
$name:pair.${first|second} ${=|+=} $number

0.3
$name:object.t, $name:pair.first = $name:pair.first, $name:object.t
"""),
}
