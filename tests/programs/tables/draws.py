"""Random numbers: streams that are seeded in the program, and keys."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "generator": expressions("""
        6   $name:generator
        1   np.random.default_rng(${1|2})
        0.5 np.random.default_rng(int(abs($name:counter)))
    """),
    "key": expressions("""
        3   $name:key
        1   ag.random.key(${1|2|n})
        1   ag.random.fold_in($name:key, ${$name:counter|3})
        0.5 ag.random.split($name:key)[${0|1}]
    """),
    "number": expressions("""
        2   $generator.${random|normal|standard_normal|poisson|exponential}()
        1   $generator.integers(${5|0, 9|1, 3})
        0.5 $generator.normal($number)
        0.5 $generator.choice($name:array)
        0.5 $generator.choice($list)
        0.5 ag.random.${uniform|normal}($key)
        0.5 ag.random.integers($key, 9)
        0.3 ag.random.choice($key, $name:array)
        0.3 np.random.${rand|random|randint}(${|3})
    """),
    "array": expressions("""
        1   $generator.${random|normal|standard_normal}(size=LENGTH)
        0.7 $generator.integers(0, 9, LENGTH)
        0.5 $generator.permutation($name:array)
        0.5 $generator.normal($name:array)
        0.4 $generator.random(out=np.zeros(LENGTH))
        0.7 ag.random.${uniform|normal}($key, LENGTH)
        0.4 ag.random.permutation($key, ${LENGTH|$name:array})
    """),
    "statement": statements("""
3
$var:generator = np.random.default_rng(${1|2|$name:counter})

0.7
$var:generator = np.random.RandomState(${1|2})

2
$var:key = ag.random.key(${1|2|n})

1
$var:key, $var:key = ag.random.split($key)

0.6
for $new:key in ag.random.split($key, 3):
    $loop

1
$name:generator.shuffle($name:array)

0.5
$name:generator.shuffle($name:list)

0.5
np.random.seed(${1|2})

0.5
$name:array[$index] = $name:generator.random()

0.5
ag.debugging.assert_${less|greater_equal|equal}($number, $number${|, "told"})

0.5
ag.debugging.check_numerics($number)

0.5
$var:number = ag.py_function(float, $number, result=float)

0.4
ag.print($number, "printed")

0.4
$name:generator.random()
"""),
}
