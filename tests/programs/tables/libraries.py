"""Calls of Python's library: what keeps state, short-lived objects, lambdas, changes."""

from __future__ import annotations

from tests.programs.grammar import expressions, statements

TABLES = {
    "queue": expressions("""
        6   $name:queue
        1   deque($list${|, maxlen=3})
        0.5 deque([$number, $number])
        0.5 deque([1, 2])
    """),
    "counts": expressions("""
        6   $name:counts
        0.5 Counter(${$name:text|[1, 2, 1]})
        0.3 ($name:counts + Counter(a=1))
        0.5 Counter("abca")
    """),
    "draws": expressions("""
        6   $name:draws
        1   random.Random(${1|2|3})
    """),
    "number": expressions("""
        0.7 max($list, key=lambda $let:number: $number, default=$literal)
        0.5 min($list, key=lambda $let:number: -$same, default=$literal)
        0.6 functools.reduce(lambda p, q: p ${+|-|*} q, $list, $number)
        0.5 sum(map(lambda $let:number: $number, $iterable))
        0.5 (lambda $let:number: $number)($number)
        0.4 (lambda p, q=$literal: p + q)(${q=$number, p=$number|$number})
        0.4 sum(1 for _ in filter(lambda $let:number: $condition, $iterable))
        0.4 functools.partial(operator.${add|sub|mul}, $number)($number)
        0.4 Box($number, $array).${t|twice|grow($number)|peek($number)|scaled(2)}
        0.3 Pair($number, [$number]).${first|second[0]}
        0.3 Point($number, $number)._replace(x=$number).${x|y}
        0.3 heapq.${nsmallest|nlargest}(1, [$number, $number])[0]
        0.4 bisect.${bisect|bisect_left}(sorted($list), $number)
        0.4 next(iter($list), $number)
        0.3 next(($same for $let:number in $iterable if $condition), $literal)
        0.4 $draws.${random()|randint(1, 4)|uniform(0, 2)|choice([1, 2, 3])}
        0.4 $counts["a"]
        0.3 len($queue)
        0.3 copy.${copy|deepcopy}($name:list)[-1]
        0.3 statistics.${mean|median}([$number, $number])
        0.4 tick($number)
        0.2 random.Random(2).random()
    """),
    "list": expressions("""
        0.7 list(map(lambda $let:number: $number, $iterable))
        0.5 sorted($list, key=lambda $let:number: $number)
        0.5 list($queue)
        0.4 heapq.${nsmallest|nlargest}(2, $list)
        0.4 list(itertools.accumulate($list, lambda p, q: p ${+|*} q))
        0.3 copy.${copy|deepcopy}($name:list)
        0.3 sorted($counts.elements(), key=str)
        0.3 list(itertools.takewhile(lambda $let:number: $condition, $list))
        0.3 [len(list(group)) for _, group in itertools.groupby($list)]
        0.3 $draws.sample(range(9), 3)
        0.3 [v for k, v in zip(itertools.count($counter), $list)]
        0.2 random.Random(2).sample(range(9), 2)
    """),
    "statement": statements("""
1
$var:queue = $queue

0.7
$var:counts = $counts

0.8
$var:draws = random.Random(${1|2|$name:counter})

0.7
$name:queue.${append|appendleft}($number)

0.4
$name:queue.${rotate(1)|reverse()|extend($list)|clear()}

0.5
if $name:queue:
    $var:number = $last.${pop|popleft}()

0.6
$name:counts[${"a"|"b"|"c"}] ${+=|-=|=} $number

0.4
$name:counts.update(${"ab"|$name:text|a=1})

0.4
$name:draws.shuffle($name:list)

0.5
heapq.heappush($name:list, $number)

0.3
heapq.heapify($name:list)
$var:number = heapq.heapreplace($last, $number)

0.4
$name:list.sort()
bisect.insort($last, $number)

0.5
$name:list.sort(key=lambda $let:number: $number)

0.6
for $let:number in $name:list:
    $last[0] = $number
    $loop

0.5
for i, $let:number in enumerate($name:list):
    if i + 1 < len($last):
        $last[i + 1] = $number

0.4
for $let:number in $name:list[:]:
    $last.remove($same)
    $loop

0.4
for key in list($name:dict):
    $last[key] = $number
    $loop

0.3
for key, $let:number in $name:dict.items():
    $name:list.append($same)

0.3
while len($name:list) > ${1|2}:
    $last.pop(${|0})

0.4
$name:list[:] = map(lambda $let:number: $number, $last)

0.3
$name:list[1:1] = [$number, $number]

0.4
$name:dict.setdefault(${"a"|"n"}, $number)

0.3
$name:dict.update(${a=$number|$dict|zip("ab", $iterable)})

0.4
for $new:object in (Box($number, $array), Box($number, $array)):
    $loop

0.4
boxes = [Box($let:number, $array) for $same in $iterable]
for each in boxes:
    each.t = each.t + $number
$var:number = sum(each.t for each in boxes)

0.4 outer
class Local:
    size = $number
    def more(self, by):
        return self.size + by
$var:number = Local().more($number)

0.4
made = []
for $let:number in $iterable:
    made.append(lambda v, k=$same: v + k)
$var:list = [each($number) for each in made]

0.4
seen = set()
$new:list = []
for $let:number in filter(lambda v: v not in seen, $iterable):
    seen.add($same)
    $last.append($same)

0.3
groups = {}
for $let:number in $iterable:
    groups.setdefault($same > 0, []).append($same)
$var:list = [len(each) for each in groups.values()]

0.4
tick($number)
"""),
}
