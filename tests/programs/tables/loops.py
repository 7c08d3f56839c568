"""Loops: over ranges, arrays, lists, dicts, zip, enumerate, generators; `while`."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "over": expressions("""
        4   $new:counter in range(n)
        2   $new:counter in range(${3|2|1, 4|n, 0, -1|0, n, 2|len($list)})
        1   $new:counter in range($name:counter)
        1   $new:counter in range(len($name:array))
        4   $new:number in $array
        1   $new:number in $vector
        1.5 $new:array in $matrix
        1   $new:counter, $new:number in enumerate($any_array)
        0.5 $new:counter, $new:number in enumerate($list[:4], ${1|start=2})
        1   $new:number, $new:number in zip($array, $array)
        0.5 $new:number, $new:number in zip($array, $list[:5])
        0.4 $new:counter, ($new:number, $new:number) in enumerate(zip($array, range(n)))
        1   $new:number in $list[:5]
        1   $new:number in list($name:list)
        0.5 $new:number in $tuple
        0.5 $new:number in ($number, $number, $literal)
        1   $new:number in reversed(${$array|$name:list[:4]})
        0.6 $new:text, $new:number in $dict.items()
        0.4 $new:text in ${$dict|sorted($dict)|list($dict)}
        0.4 $new:number in $dict.values()
        0.3 $new:text in "ab"
        0.4 $new:number in $name:stream($number)
        0.4 $new:number in ($number for $let:number in $array if $condition)
        0.3 $new:number in map($function, $array)
        0.3 $new:number in sorted($array)
        0.3 $new:counter in range($index, len($array))
        0.3 $own:number in $array
        0.3 $name:array[0] in $array
        0.3 $new:counter, $new:counter in itertools.${product(range(2), range(n))|combinations(range(3), 2)}
        0.3 _ in range(n)
    """),
    "function": expressions("""
        3   $name:function
        1   abs
        1   lambda $let:number: $number
    """),
    "statement": statements("""
6
for $over:
    $loop

0.7
for $over:
    $loop
else:
    $plain

0.5
for $over:
    if $test:
        break
    $loop
else:
    $block

2
$new:counter = 0
while $same < ${2|3|5}:
    $same += 1
    $loop

2
$new:counter = ${0|1}
while $same < 5 and $test:
    $same += 1
    $loop

1.5
$new:counter = 0
while True:
    $same += 1
    if $same > 3 or $test:
        ${break|break|return $number}
    $loop

1
$new:counter = ${n|3|int(n) + 1}
while $same:
    $same -= 1
    $loop

0.5
$new:counter = 0
while $test and $same < 4:
    $same += 1
    $loop
else:
    $plain

0.5
$new:counter = 0
while ($same := $same + 1) < 4:
    $loop

0.4
$new:counter = np.int64(0)
while not ($same > 3 or $test):
    $same = $same + 1
    $loop

0.4
it = iter($array)
$var:number = next(it)
for $new:number in it:
    $loop

0.3
$own:number = 0
for $let:number in $iterable:
    $own:number = $number
"""),
}
