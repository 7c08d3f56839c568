"""The command: `python -m tests.programs --count N --seed FIRST`.

With `--mutate`, functions of the corpus with small changes run instead of programs.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial

import autograph.conversion  # noqa: F401 - what it misses, it misses here, and once
from autograph.cli.progress import tracked
from tests.corpus_report import DECORATORS, workers
from tests.harness import DIFFERENT, OBSCURE, REFUSED, VERDICTS, Judgement
from tests.programs.judging import Trial, trial
from tests.programs.mutants import mutant
from tests.programs.program import Program
from tests.programs.shrinking import shrink_trial


def main() -> int:
    options = arguments()
    if options.show is not None and options.mutate:
        changed = mutant(options.show)
        print(changed and f"# {changed.title}\n{changed.source}")
        return 0
    if options.show is not None:
        program = Program(options.show)
        print(program.source)
        print(program.sets)
        return 0
    wanted = options.verdict or [DIFFERENT, OBSCURE]
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for seed, judgement in all_judgements(options):
        counts[judgement.verdict] += 1
        if judgement.verdict == REFUSED:
            reasons[gist(judgement.reason)] += 1
        if judgement.verdict in wanted and options.limit > 0:
            options.limit -= 1
            show = report_mutant if options.mutate else report
            show(seed, judgement, options)
    total = sum(counts.values())
    for reason, count in reasons.most_common(options.reasons):
        print(f"{count / total:6.1%} refused: {reason}")
    shares = (f"{counts[v]} {v} ({counts[v] / max(total, 1):.1%})" for v in VERDICTS)
    kind = "mutants" if options.mutate else "programs"
    print(f"{total} {kind}: {', '.join(shares)}")
    return int(counts[DIFFERENT] + counts[OBSCURE] > 0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument(
        "--mutate", action="store_true", help="functions of the corpus, changed"
    )
    parser.add_argument("--show", type=int, metavar="SEED", help="print one program")
    parser.add_argument(
        "--verdict", action="append", choices=VERDICTS[1:], help="print these"
    )
    parser.add_argument("--limit", type=int, default=10, help="programs printed")
    parser.add_argument("--reasons", type=int, default=15, help="refusals listed")
    parser.add_argument("--as", dest="form", choices=DECORATORS, default="function")
    parser.add_argument(
        "--strict",
        action=argparse.BooleanOptionalAction,
        help="with strict=True or without (default: every other program)",
    )
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def all_judgements(options: argparse.Namespace) -> Iterator[tuple[int, Judgement]]:
    seeds = range(options.seed, options.seed + options.count)
    run = partial(judge_seeds, options=options)
    batches = [seeds[start : start + 20] for start in range(0, len(seeds), 20)]
    if options.jobs == 1:
        for batch in batches:
            yield from run(batch)
        return
    with workers(options.jobs) as pool:
        judged = pool.map(run, batches)
        for results in tracked(judged, "judging", total=len(batches)):
            yield from results


def judge_seeds(
    seeds: range, options: argparse.Namespace
) -> list[tuple[int, Judgement]]:
    judged = []
    for seed in seeds:
        try:
            judgement = judge_seed(seed, options)
        except (MemoryError, RecursionError):
            continue  # plain Python needs more than there is, or gives what is too deep
        if judgement is not None:
            judged.append((seed, judgement))
    return judged


def judge_seed(seed: int, options: argparse.Namespace) -> Judgement | None:
    if not options.mutate:
        return chosen(seed, options).judgement()
    changed = mutant(seed)
    return changed.judgement(DECORATORS[options.form]) if changed else None


def chosen(seed: int, options: argparse.Namespace) -> Trial:
    return trial(seed, DECORATORS[options.form], options.strict)


def gist(reason: str) -> str:
    """A refusal without what is this program's own."""
    text = reason.partition(": ")[2].partition(": ")[2].partition(" File ")[0]
    return re.sub(r"\b[a-z]{1,3}\d*\b(?=`)", "…", text)[:110]


def report(seed: int, judgement: Judgement, options: argparse.Namespace) -> None:
    """Print the shrunk program as a function of the corpus, with its calls."""
    whole = chosen(seed, options)
    if "TimeUp" in judgement.reason:  # each smaller one would take as long
        print(f"# --- seed {seed}: {judgement.verdict}: {judgement.reason}")
        return
    small = shrink_trial(whole, judgement)
    final = small.judgement()
    strict = ", strict" if small.strict else ""
    print(f"# --- seed {seed}{strict}: {final.verdict}: {final.reason}")
    print(small.source)
    print("    case(\n        program,")
    for call in small.calls:
        print(f"        lambda: ({', '.join(used(small.source, call))},),")
    print("    ),\n", flush=True)


def report_mutant(seed: int, judgement: Judgement, options: argparse.Namespace) -> None:
    """Print the shrunk mutant; its arguments are those of its case."""
    changed = mutant(seed)
    if changed is None:  # which mutant it is may depend on the time that it takes
        print(f"# --- seed {seed}: {judgement.verdict}: {judgement.reason}", flush=True)
        return
    if "TimeUp" not in judgement.reason:
        changed = changed.shrunk(DECORATORS[options.form], judgement)
    print(f"# --- seed {seed}: {changed.title}: {judgement.verdict}: ", end="")
    print(f"{judgement.reason}\n{changed.source}", flush=True)


def used(source: str, call: dict[str, str]) -> list[str]:
    """The arguments of a call, named where a later one is made of them."""
    head = re.search(r"def program\((.*)\):", source)
    names = [name.strip() for name in head[1].split(",")] if head else []
    return [
        f"({n} := {call[n]})" if n in ("x", "m") and len(names) > 1 else call[n]
        for n in names
        if n in call
    ]


if __name__ == "__main__":
    sys.exit(main())
