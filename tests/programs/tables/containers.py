"""Lists, dicts, tuples, sets: made, read, changed; comprehensions."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "list": expressions("""
        6   $name:list
        1   [$number]
        0.7 [$number, $number, $number]
        1   [$number for $let:number in $iterable]
        0.7 [$number for $let:number in $iterable if $condition]
        0.4 [($number, $number) for $let:number in $iterable][0:]
        0.3 [$number for $let:array in $matrix for $let:number in $array][:4]
        0.5 list($iterable)
        0.4 list(map($function, $iterable))
        0.4 list(filter($function, $iterable))
        0.5 sorted(${$iterable|$list}, key=$key)
        0.4 sorted($list, reverse=${True|$test})
        0.4 $list[${1:|:2|::-1|:-1}]
        0.4 ($list + [$number])
        0.3 ([$number] * ${0|2|3})
        0.3 [*$name:list, $number]
        0.3 $array.tolist()
        0.2 list($dict)
        0.3 list($dict.values())
        0.3 [$name:list, $name:list][$index]
        0.3 ($list if $test else $list)
        0.3 ($name:list or [$number])
        0.3 list(reversed($name:list))
        0.5 [0, 1]
    """),
    "dict": expressions("""
        6   $name:dict
        1   {"a": $number, "b": $number}
        0.5 {$key_text: $number for $let:number in $iterable}
        0.3 dict(a=$number, c=$number)
        0.3 {**$name:dict, "b": $number}
        0.3 dict(zip("abc", $iterable))
        0.3 ($name:dict | {"c": $number})
        0.3 {"a": 1}
    """),
    "key_text": expressions("""
        0.1 "ab"[$index]
        0.1 ("a" if $test else "b")
        6   "${a|b|a|c}"
    """),
    "tuple": expressions("""
        5   $name:tuple
        2   ($number, $number)
        0.5 ($number, $name:array, $number)
        0.5 (*$list, $number)
        0.3 tuple($iterable)
        0.3 ($name:tuple + ($number,))
        0.3 $name:tuple[${1:|::-1}]
        0.3 divmod($number, $divisor)
        0.3 ($tuple if $test else ($number, $number))
        0.3 (1, 2)
    """),
    "sized": expressions("""
        3   $list
        2   $any_array
        1   $dict
        1   $tuple
        0.5 $text
        0.4 {$literal, $literal, $literal}
        0.3 range(n)
    """),
    "iterable": expressions("""
        4   $array
        1   $name:list
        1   range(${n|3|4|1, n|n, 0, -1})
        0.5 $vector
        0.4 $matrix[0]
        0.3 $dict.values()
        0.3 ($number for $let:number in $array)
        0.3 reversed($array)
        0.4 $name:stream($number)
        0.2 itertools.${chain|accumulate}($array)
        0.2 map(abs, $array)
        1   [1, 2]
    """),
    "statement": statements("""
2
$var:list = $list

0.6
$new:list = [$number] * ${2|3}

0.5
$new:list = []

3
$name:list.append($number)

0.5
$name:list.append($name:array)

0.6
$name:list.extend(${$array|[$number, $number]})

0.6
$name:list.insert(${0|1|$index}, $number)

0.7
$name:list.pop(${|0|-1})

0.5
$var:number = $name:list.pop()

0.3
$name:list.${remove|append}($number)

0.4
$name:list.${sort|reverse|clear|copy}()

0.3
$name:list.sort(key=$key, reverse=True)

1
$name:list[$index] = $number

1
$name:list[$index] ${+=|-=|*=} $number

0.4
$name:list[${1:|:1|:|0:0}] = ${[$number]|$tuple}

0.5
$own:list ${= $same +|+=} [$number]

0.3
del $name:list[${0|-1|$index|1:}]

0.3
$name:list[0], $name:list[-1] = $name:list[-1], $name:list[0]

1
$var:dict = $dict

2
$name:dict[$key_text] = $number

1
$name:dict[$key_text] ${+=|-=} $number

0.5
$name:dict[$key_text] = $name:dict.get($key_text, 0) + $number

0.4
$name:dict.setdefault($key_text, $number)

0.4
$var:number = $name:dict.pop($key_text, $number)

0.3
$name:dict.update(b=$number)

0.3
del $name:dict[$key_text]

0.3
$name:dict.setdefault("list", []).append($number)

1
$var:tuple = $tuple

0.4
$own:tuple = ($number, $same)

0.3
$new:set = {$literal, $literal}
$same.add($number)
$var:number = len($same)

0.3
$new:grid = [[0] * 2 for _ in range(2)]
$same[$index][$index] = $number
$var:list = $same[$index]
"""),
}
