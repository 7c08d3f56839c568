"""Arrays: `array` has the program's common length, `vector` any, `matrix` rows."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "array.leaf": expressions("""
        5   $name:array
        0.3 $object.u
        0.3 np.zeros(LENGTH)
        0.3 np.arange(LENGTH)
    """),
    "array": expressions("""
        4   ($array ${+|-|*} $array)
        4   ($array ${+|-|*} $number)
        0.7 ($array ${/|//|%} $divisor)
        1   ($array * $literal)
        0.5 ($number - $array)
        0.3 (-$array)
        0.3 abs($array)
        0.3 ($array ** 2)
        1.5 np.where($array ${>|<|==} $number, $array, ${$array|$number})
        1   np.${abs|cumsum|sort|sign|sqrt|exp|isnan|floor|square}($array)
        1   np.${maximum|minimum|add|multiply}($array, ${$array|$number})
        0.5 np.clip($array, ${0|-1|None}, ${2|$number})
        1   $array[::-1]
        0.7 $array.copy()
        0.5 $array[[0, 1, 2, 0]]
        0.5 $array.astype(${float|int|np.float32|np.int64|bool|complex})
        0.4 $array.astype(${float|np.int64}, copy=False)
        0.4 np.asarray($array, ${float|int|None})
        0.5 np.zeros(LENGTH, $array.dtype)
        0.5 np.full(LENGTH, $number)
        0.5 (np.${ones_like|zeros_like}($array) * 0)
        0.4 np.linspace(0, $number, LENGTH)
        0.4 np.roll($array, ${1|-1|$index})
        0.3 np.argsort($array)
        0.3 $array.take(np.argsort($array))
        1   $matrix[$index]
        0.7 $matrix.${sum|max|mean|any|argmin}(axis=0)
        0.4 $matrix[:, ${:|::-1}][$index]
        0.5 np.${add|subtract}($array, $number, out=$name:array)
        0.4 np.add($array, $number, where=$array > 0, out=np.zeros(LENGTH))
        0.4 np.array([$number for $let:number in $array])
        0.4 np.array([$number] * LENGTH)
        0.3 np.fromiter(($number for $let:number in $array), float)
        0.3 np.stack([$array, $array])[$index]
        0.3 np.concatenate(($array[:2], $array[2:]))
        0.3 $array.reshape(${-1|(LENGTH,)})
        0.3 $array.reshape(2, -1)${.T|}.ravel()
        0.3 $array.real
        0.2 np.diff($array, append=0)
        0.2 np.bincount(np.abs($array).astype(int) % 4, minlength=LENGTH)
        0.2 np.outer($array, $array)[$index]
        0.2 np.interp($array, np.arange(LENGTH), $array)
        0.7 ($array if $test else $array)
        0.7 ($name:array or $name:array)
        0.7 $name:transform($array)
        1   $array
    """),
    "vector": expressions("""
        4   $name:vector
        1   $array[${1:|:-1|::2|:2|2:|:0}]
        0.7 $array[$array ${>|<|==} $number]
        0.4 $array[[0, -1]]
        0.5 np.append($name:vector, $number)
        0.5 np.concatenate(($array, $array[:2]))
        0.3 np.unique($array)
        0.3 np.flatnonzero($array)
        0.3 $array[$name:counter:]
        0.2 np.diff($array)
        0.2 np.atleast_1d($number)
        0.4 $matrix[:, $index]
        1   $array[1:]
    """),
    "matrix": expressions("""
        4   $name:matrix
        1   ($name:matrix ${+|-|*} $array)
        0.7 ($name:matrix ${+|*} $number)
        0.5 $name:matrix[::-1]
        0.4 $name:matrix.copy()
        0.4 np.vstack(($array, $array))
        0.4 np.stack([$array, $array, $array])
        0.3 np.where($name:matrix > $number, $name:matrix, $array)
        0.3 np.zeros((2, LENGTH))
        0.3 $array[None]
        1   np.ones((3, LENGTH))
    """),
    "any_array": expressions("""
        4   $array
        1.5 $vector
        1   $matrix
        0.4 $name:cell
        0.3 np.zeros(0)
    """),
    "statement": statements("""
4
$var:array = $array

1.5
$new:array = $name:array[${:|::-1|...}]

1
$var:vector = $vector

1
$new:vector = $name:array[${1:|:3|::2|-2:}]

1
$own:vector = np.${append|concatenate}((${$same, $array|$array[:1], $same}))

0.5
$own:vector = $same[${$same > $number|1:|:-1|::-1}]

0.7
$var:matrix = $matrix

0.4
$new:matrix = $name:matrix[${:|::-1|:2}]

0.4
$new:vector = $name:matrix.${ravel|flatten}()

0.4
$new:vector = $name:matrix${.T|}[$index]

0.3
$new:cell = np.array($number)

1.5
$own:array ${+=|-=|*=} ${$array|$literal|$number}

0.5
$name:matrix ${+=|*=} ${$array|$literal}
"""),
}
