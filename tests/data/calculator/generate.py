#!/usr/bin/env python3
"""Writes expressions with the results that CPython prints, for the tests of the calculator.

    python3 tests/data/calculator/generate.py > tests/data/calculator/results.tsv

Each line is an expression, a tab and what `print(eval(expression))` says, or `!` where it raises, overflows or
leaves the reals, on the way too. `^` is `**`, and `ln` is `math.log`. The same seed gives the same lines.
Expressions whose result depends on what the calculator doesn't have (tuples, attributes …) are left out.
"""

import ast
import math
import random
import struct
import sys
import warnings

SEED = 20261201
NAMES = {
    "abs": abs, "round": round, "min": min, "max": max, "sqrt": math.sqrt, "log": math.log, "ln": math.log,
    "log10": math.log10, "log2": math.log2, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "ceil": math.ceil, "floor": math.floor, "pi": math.pi, "e": math.e,
}
KNOWN = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Constant, ast.Name, ast.Load, ast.Add, ast.Sub, ast.Mult,
    ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.UAdd, ast.USub,
)
random = random.Random(SEED)
warnings.simplefilter("ignore")


class Beyond(Exception):
    """The reals are left, or an integer gets larger than any that the calculator takes."""


def run(node):
    """What CPython makes of an expression, one operation at a time."""
    if isinstance(node, ast.UnaryOp):
        node = ast.UnaryOp(node.op, ast.Constant(run(node.operand)))
    elif isinstance(node, ast.BinOp):
        left, right = run(node.left), run(node.right)
        if isinstance(node.op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
            if abs(left) > 1 and (abs(left).bit_length() - 1) * right > 65_536:
                raise Beyond
            if abs(left) <= 1 and right > 1000:
                right = 1000 + right % 2
        node = ast.BinOp(ast.Constant(left), node.op, ast.Constant(right))
    elif isinstance(node, ast.Call):
        node = ast.Call(node.func, [ast.Constant(run(argument)) for argument in node.args], [])
    value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "-", "eval"), {"__builtins__": {}, **NAMES})
    if isinstance(value, complex):
        raise Beyond
    return value


def result(text):
    """What is printed, `!` for a failure, nothing for an expression that the calculator has no grammar for."""
    text = text.replace("^", "**")
    try:
        tree = compile(text.lstrip(" \t"), "expression", "eval", ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return "!"
    nodes = list(ast.walk(tree))
    if not all(isinstance(node, KNOWN) for node in nodes) or any(getattr(node, "keywords", []) for node in nodes):
        # A tuple alone is a value, but no real.
        return "!" if isinstance(tree.body, (ast.Tuple, ast.Dict, ast.Set, ast.List, ast.Attribute)) else None
    try:
        value = run(tree.body)
        if not isinstance(value, (int, float)):
            return "!"
        return str(value) if isinstance(value, int) or math.isfinite(value) else "!"
    except (ArithmeticError, ValueError, TypeError, NameError, Beyond):
        return "!"


def digits(count):
    return random.choice("123456789") + "".join(random.choice("0123456789") for _ in range(count - 1))


def an_int():
    choice = random.random()
    if choice < 0.6:
        return str(random.randint(0, 20))
    if choice < 0.8:
        return str(random.randint(0, 10**6))
    if choice < 0.9:
        return digits(random.randint(10, 40))
    return random.choice(["0", "1", "0x1F", "0b101", "0o17", "1_000", str(2**53 + 1), str(2**63), str(10**15)])


def a_float():
    choice = random.random()
    if choice < 0.3:
        return repr(random.randint(0, 400) / random.choice([1, 2, 4, 8, 10, 100]))
    if choice < 0.5:
        return f"{random.uniform(0, 1000):.{random.randint(1, 6)}f}"
    if choice < 0.6:
        return f"{random.randint(1, 9)}e{random.randint(-30, 30)}"
    if choice < 0.7:
        return repr(any_float())
    return random.choice(["0.0", ".5", "1.", "1e16", "1e-5", "0.1", "0.2", "2.5", "1e308", "5e-324", "1E+2", "1e22"])


def any_float():
    while True:
        value = abs(struct.unpack("<d", struct.pack("<Q", random.getrandbits(64)))[0])
        if math.isfinite(value):
            return value


def atom():
    choice = random.random()
    if choice < 0.6:
        return an_int()
    if choice < 0.92:
        return a_float()
    return random.choice(["pi", "e", "True", "False"])


def blank():
    return random.choice(["", "", "", " ", " ", "  ", "\t"])


def call(depth):
    name = random.choice([name for name in NAMES if name not in ("pi", "e")])
    if name in ("min", "max"):
        arguments = [tree(depth) for _ in range(random.randint(2, 4))]
    elif name == "round" and random.random() < 0.7:
        arguments = [tree(depth), random.choice(["", "-"]) + str(random.randint(0, 5))]
    elif name in ("log", "ln") and random.random() < 0.4:
        arguments = [tree(depth), tree(depth)]
    else:
        arguments = [tree(depth)]
    comma = "," + blank()
    return f"{name}{blank() if random.random() < 0.1 else ''}({comma.join(arguments)})"


def tree(depth):
    choice = random.random()
    if depth <= 0 or choice < 0.15:
        return atom()
    if choice < 0.28:
        return random.choice(["-", "-", "-", "+"]) + blank() + tree(depth - 1)
    if choice < 0.45:
        return f"({tree(depth - 1)})"
    if choice < 0.62:
        return call(depth - 1)
    operator = random.choice(["+", "-", "*", "/", "//", "%", "**", "^"])
    if operator in ("**", "^"):
        exponent = random.choice(["", "", "-"]) + random.choice(
            [str(random.randint(0, 12)), str(random.randint(0, 12)), "0.5", "2.5", "(1/3)", "0", "1.0", "-2", "2**2"])
        base = random.choice([atom(), f"({tree(depth - 2)})", "-" + atom()])
        return f"{base}{blank()}{operator}{blank()}{exponent}"
    return f"{tree(depth - 1)}{blank()}{operator}{blank()}{tree(depth - 1)}"


def big():
    """Integers that floats can't hold, some of them exactly at the limit of what is printed."""
    for _ in range(120):
        size = random.choice([20, 50, 120, 308, 309, 310, 330])
        left = random.choice(["", "-"]) + digits(size)
        right = random.choice(["", "-"]) + digits(random.choice([1, 5, 18, 40, 120, 200, 308]))
        yield f"{left} {random.choice(['+', '-', '*', '/', '/', '//', '%'])} {right}"
    for _ in range(60):
        name = random.choice(["log", "log2", "log10", "ln", "sqrt", "abs", "floor", "sin", "round"])
        yield f"{name}({digits(random.choice([20, 300, 308, 309, 310, 400]))})"
    for _ in range(40):
        size = random.randint(20, 80)
        yield f"round({random.choice(['', '-'])}{digits(size)}, -{random.randint(1, size + 2)})"
    for _ in range(30):
        exact = random.randint(2**53, 2**54)
        yield f"{random.choice(['min', 'max'])}({exact}, {float(exact)!r}, {exact + random.randint(-2, 2)})"
    yield f"{digits(4300)} + 1"
    yield f"{digits(4299)} * 7"
    yield f"{digits(2150)} * {digits(2150)}"
    yield f"{digits(4300)} // {digits(2000)}"
    yield f"{digits(4300)} % {digits(700)}"
    yield f"{digits(4300)} / {digits(4200)}"
    yield f"{digits(4300)} / {digits(3900)}"
    yield f"log({digits(4300)})"
    yield f"{digits(4301)} - 1"
    yield f"round({digits(1000)}, -500)"
    yield from ["-10**4299", "10**4300 - 1", "10**4300", "-(10**4300)", "10**4301 // 10**4300", "9**4000 % 10**50", "2**14285 % 7",
                "3**9000 // 3**8990", "10**400 / 10**399", "10**400 / 3", "1 / 10**400", "3 / 10**330", "2**60000 // 2**59990",
                "10**400 * 1.0", "10**308 * 1.0", "max(10**400, 1.5)", "min(10**400, 1e400)", "2**-1074", "2**-1075",
                "(2**1024 - 2**970) / 1", "(2**1024 - 2**970 - 1) / 1", "(2**1024 - 2**970 - 1) * 1.0", "(10**400 + 1) % 2.0",
                "5 / 2**1076", "3 / 2**1075", "1 / 2**1075", "log(2**10000, 2)", "log10(10**1000)", "log2(2**20000)"]


def floats():
    for _ in range(160):
        yield repr(any_float())
    for exponent in range(-12, 26):
        yield f"{random.randint(1, 9)}e{exponent}"
        yield f"{random.uniform(1, 10)!r}e{exponent}"
    for _ in range(80):
        yield f"{digits(random.randint(1, 30))}.{digits(random.randint(1, 30))}"
    for _ in range(60):
        yield f"-{a_float()} {random.choice(['//', '%', '/'])} {random.choice(['', '-'])}{a_float()}"


def rounds():
    for _ in range(120):
        places = random.randint(-3, 8)
        yield f"round({random.choice(['', '-'])}{random.randint(0, 99999)}{random.choice(['.5', '5', '.25', '.125', '.375', '.0'])}, {places})"
    for _ in range(80):
        yield f"round({random.choice(['', '-'])}{a_float()}, {random.randint(-4, 17)})"
    for _ in range(40):
        number = any_float()
        yield f"round({number!r}, {random.randint(-20, 20) - int(math.log10(number))})"
    for half in range(-6, 7):
        yield f"round({half}.5)"
        yield f"round({half}5, -1)"
        yield f"round({half}5.0, -1)"


def broken():
    """Texts that are nearly expressions, in the letters of the grammar."""
    letters = "0123456789..+-*/%^(),e_ xj\n#"
    count = 0
    while count < 300:
        text = tree(3)
        place = random.randint(0, len(text))
        other = random.choice([
            text[:place] + random.choice(letters) + text[place:],
            text[:place] + text[place + 1:],
            text[:place],
            "".join(random.choice(letters) for _ in range(random.randint(1, 8))),
        ])
        if "**" not in other.replace("^", "**") or count % 4 == 0:
            yield other
            count += 1


def main():
    with open(sys.path[0] + "/edges.txt", encoding="utf-8") as file:
        edges = [line.rstrip("\n") for line in file if line.strip()]
    seen = set()
    for source in (edges, big(), floats(), rounds(), broken(), (tree(random.randint(2, 5)) for _ in range(2600))):
        for text in source:
            # A line is a case, with a tab between its halves; the tests have line breaks of their own.
            text = text.replace("\t", " ")
            if "\n" in text or text in seen:
                continue
            seen.add(text)
            if (value := result(text)) is not None:
                print(text, value, sep="\t")


main()
