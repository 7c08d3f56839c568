"""Numbers: operators, builtins, `math`, NumPy on scalars."""

from __future__ import annotations

from tests.programs.grammar import expressions

TABLES = {
    "number.leaf": expressions("""
        5   $name:number
        1   $name:counter
        2   $literal
    """),
    "number": expressions("""
        6   ($number ${+|-|+} $number)
        3   ($number * $literal)
        2   ($number ${//|%|/} $divisor)
        1   ($number ${//|%|/} $number)
        0.5 divmod($number, $divisor)[${0|1}]
        0.5 (($number % 7) ** ${2|3|0.5|-1|0})
        0.4 pow(int($number) % 9, 2, ${5|7})
        0.4 (int($number) ${&|^|<<|>>} ${1|2|3})
        0.3 (int($number) % 8 | ${1|2|4})
        0.5 (~int($number))
        3   $array[$index]
        1   $matrix[$index, $index]
        1   $vector[$index]
        2   $any_array.${sum|max|min|mean|prod|any|all|argmax|argmin|std|item}()
        0.5 $array.${item|take}($index)
        0.5 np.${sum|max|min|mean|any|count_nonzero|median|ptp}($any_array)
        0.5 $matrix.${sum|max}(axis=${0|1|-1})[$index]
        0.5 np.dot($array, $array)
        0.4 ($array @ $array)
        0.4 $any_array.${size|ndim|itemsize}
        0.4 $any_array.shape[${0|-1}]
        0.3 $any_array[()]
        1   ${abs|float|int|round|bool|np.float32|np.int8|np.float64}($number)
        0.7 (${-|+}$number)
        0.4 round($number, ${0|1|-1})
        0.3 ${int|float|bool}($test)
        1   ${min|max}($number, $number)
        0.4 ${min|max}($number, $number, $number, key=$key)
        0.8 ${sum|max|min|len|any|all|sorted}($any_array)${||[0]}
        0.5 ${min|max}($list, default=$number)
        0.5 sum($iterable, $literal)
        0.5 ${any|all}($condition for $let:number in $iterable)
        0.7 sum($number for $let:number in $iterable if $condition)
        0.4 ${max|min}(($number for $let:number in $iterable), default=$number)
        0.3 next((($let:number) for $same in $iterable if $condition), ${None|0|1.5})
        1   ($number if $test else $number)
        1   ($number ${and|or} $number)
        1   len($sized)
        1   $list[$index]
        0.5 $list.${count|index}($number)
        0.4 ${sum|max|min}($list)
        0.4 functools.reduce(lambda $let:number, $let:number: $number, $list, $literal)
        1   $dict[$key_text]
        1   $dict.get($key_text, $number)
        0.4 sum($dict.values())
        0.5 $tuple[${0|1|-1}]
        1   $object.t
        0.4 $object.twice
        0.4 $object.${grow|peek}($number)
        0.4 Box.scaled($number)
        0.3 $object[$index]
        0.3 $object($number)
        0.3 len($object)
        0.5 $point.${x|y}
        0.5 $pair.${first|second}
        2   $name:function($number)
        1.5 $name:helper($number, $array)
        0.7 $name:recursive($number, ${1|2|3})
        0.5 (lambda $let:number: $number)($number)
        0.4 functools.partial(lambda $let:number, $let:number: $number, $number)($number)
        0.4 operator.${add|sub|mul|neg|itemgetter(0)}($number, $number)
        0.7 np.${abs|sign|floor|sqrt|exp|square|isnan|tanh|log|negative|rint}($number)
        0.5 np.${maximum|minimum|add|true_divide|floor_divide|arctan2|hypot|copysign}($number, $number)
        0.7 math.${sqrt|floor|ceil|trunc|exp|isnan|fabs|sin|isfinite}($number)
        0.4 math.${gcd|hypot|copysign|fmod|isclose}($number, $number)
        0.4 ($number).${real|imag}
        0.2 ($number).conjugate()
        0.2 ($number).dtype.itemsize
        0.3 ${float|np.float64}("${nan|inf|1.5|2}")
        0.3 int($text)
        0.3 (hash(${2|0.5}) % 7)
        0.3 np.array($number)
        0.2 np.array([$number])
        0.2 ($number * 1j)
        1   $name:number
    """),
    "divisor": expressions("""
        5   ${2|3|4}
        1   ${0.5|-2|7}
        1   ($number + ${1|2})
        0.6 $literal
    """),
    "index": expressions("""
        3   $name:counter
        2   $name:counter % 3
        4   ${0|1|-1|2|-2}
        1   n % 3
        0.5 n
        0.5 int($number) % 3
        0.3 $name:number
        0.3 -$name:counter - 1
        0.2 ${3|4|np.int64(1)|True}
        1   0
    """),
    "key": expressions("""
        1   abs
        1   lambda $let:number: $number
        1   lambda $let:number: -$same
    """),
}
