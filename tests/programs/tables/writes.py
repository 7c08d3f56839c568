"""Writes into arrays: by every kind of index, in place, through views."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "where": expressions("""
        3   1:
        1   :-1
        1   ::2
        1   ::-1
        1   :
        1   ...
        2   $name:array > $number
        1   [0, 2]
        0.5 [0, 0, 1]
        0.5 $name:array != $name:array
        0.5 np.array([1, -1])
        0.4 np.array([], int)
        0.4 $index:
        0.4 $index:$index
        0.4 slice(1, None)
        0.2 [True, False, True, False]
        0.2 None
        0.2 ()
    """),
    "statement": statements("""
4
$array_place[$index] = $number

3
$array_place[$index] ${+=|-=|*=|//=} $number

2
$array_place[$where] = ${$number|$literal|$array[$where]}

2
$array_place[$where] ${+=|-=|*=} ${$number|$literal}

1
$name:matrix[$index] = ${$array|$number}

1
$name:matrix[$index, $index] ${=|+=} $number

0.7
$name:matrix[${:, 0|1:, ::2|..., -1|:, None|[0, 1], 1|$name:matrix > $number}] ${=|+=} $number

0.7
$name:matrix[$index][$index] ${=|-=} $number

0.5
$name:array[$index], $name:array[$index] = $name:array[$index], $name:array[$index]

0.4
$name:vector[$index] ${=|+=} $number

0.4
$name:vector[${:|1:|::2}] ${=|*=} $number

0.3
np.${add|subtract|maximum}.at($name:array, ${[0, 0, 1]|[1, -1]}, $number)

0.4
np.${add|multiply|maximum}($name:array, ${$array|$number}, out=$name:array)

0.3
np.copyto($name:array, ${$array|$number})

0.3
np.copyto($name:array, $array, where=$name:array > $number)

0.4
$name:array.${sort()|fill($number)|partition(1)}

0.3
np.put($name:array, [0, 1], $number)

0.4
$name:matrix.T[$index] ${=|+=} $number

0.3
$name:matrix.reshape(-1)[$index] = $number

0.3
$name:array[1:][$index] ${=|+=} $number

0.4
$name:array[1:] = $name:array[:-1]

0.4
$name:array[:-1] += $name:array[1:]

0.3
$name:cell[...] = $number
"""),
    "array_place": expressions("""
        6   $name:array
        0.5 $object.u
        0.5 $name:array[::-1]
        0.5 ($name:array if $test else $name:array)
        0.3 $name:matrix[$index]
        1   $name:array
    """),
}
