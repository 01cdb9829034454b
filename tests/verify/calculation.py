"""What a request of the line protocol asks for, calculated from the formula with exact sums: nothing of it is taken
from a template or from the program. Written for clearness, cell by cell.
"""
import math
import random


def visible(request, sizes, b, i, j):
    _, _, queries, keys, _ = sizes
    causal = request.get("causal", False)
    if causal is not False:
        offset = keys - queries if causal is True else causal["offset"]
        if j > i + offset:
            return False
    padding = request.get("padding_mask")
    return padding is None or padding[b][j]


def cleared(request, sizes, b, i):
    _, _, queries, keys, _ = sizes
    padding = request.get("padding_mask")
    return padding is not None and queries == keys and not padding[b][i]


def attend(request, q, k, v):
    sizes = (len(q), len(q[0]), len(q[0][0]), len(k[0][0]), len(q[0][0][0]))
    batch, heads, queries, keys, features = sizes
    scale = request.get("scale")
    scale = features ** -0.5 if scale is None else scale
    weights = [[[[0.0] * keys for _ in range(queries)] for _ in range(heads)] for _ in range(batch)]
    output = [[[[0.0] * len(v[0][0][0]) for _ in range(queries)] for _ in range(heads)] for _ in range(batch)]
    for b in range(batch):
        for h in range(heads):
            for i in range(queries):
                seen = [j for j in range(keys) if visible(request, sizes, b, i, j)]
                if not seen or cleared(request, sizes, b, i):
                    continue
                score = {j: math.fsum(q[b][h][i][d] * k[b][h][j][d] for d in range(features)) * scale for j in seen}
                # e^(s_j − s_m) / Σ e^(s_m' − s_m), the weights of one key against each other one.
                for j in seen:
                    weights[b][h][i][j] = 1 / math.fsum(math.exp(min(700, score[m] - score[j])) for m in seen)
                for d in range(len(v[0][0][0])):
                    output[b][h][i][d] = math.fsum(weights[b][h][i][j] * v[b][h][j][d] for j in seen)
    return output, weights


def expected(request):
    """(output, weights)"""
    if "q" in request:
        return attend(request, request["q"], request["k"], request["v"])
    x, heads, w_qkv, w_o = (request[key] for key in ("x", "heads", "w_qkv", "w_o"))
    channels = len(x[0][0])
    features = channels // heads

    def part(which):
        def cell(b, h, t, d):
            column = which * channels + h * features + d
            return math.fsum(x[b][t][c] * w_qkv[c][column] for c in range(channels))
        return [[[[cell(b, h, t, d) for d in range(features)] for t in range(len(x[0]))] for h in range(heads)]
                for b in range(len(x))]

    output, weights = attend(request, part(0), part(1), part(2))

    def projected(b, t, c):
        return math.fsum(output[b][h][t][d] * w_o[h * features + d][c] for h in range(heads) for d in range(features))
    return ([[[projected(b, t, c) for c in range(channels)] for t in range(len(x[0]))] for b in range(len(x))], weights)


def table(draw, *shape):
    if not shape:
        return draw.choice([draw.randint(-8, 8) / 4, draw.uniform(-2, 2)])
    return [table(draw, *shape[1:]) for _ in range(shape[0])]


def random_requests(count, seed=1):
    """Requests with everything that they may have; sizes differ, and some rows see nothing."""
    draw = random.Random(seed)
    for number in range(count):
        request = {"qkv": 1, "id": f"号{number}"}
        batch = draw.randint(1, 3)
        heads = draw.randint(1, 3)
        if number % 3 == 2:
            queries = keys = draw.randint(1, 5)
            channels = heads * draw.randint(1, 3)
            request.update(x=table(draw, batch, keys, channels), heads=heads, w_qkv=table(draw, channels, 3 * channels),
                           w_o=table(draw, channels, channels))
        else:
            queries = draw.randint(1, 5)
            keys = queries if draw.random() < 0.5 else draw.randint(1, 6)
            features = draw.randint(1, 4)
            request.update(q=table(draw, batch, heads, queries, features), k=table(draw, batch, heads, keys, features),
                           v=table(draw, batch, heads, keys, draw.randint(1, 4)))
        causal = draw.choice([None, False, True, "offset", "offset"])
        if causal == "offset":
            request["causal"] = {"offset": draw.randint(-queries, keys)}
        elif causal is not None:
            request["causal"] = causal
        if draw.random() < 0.6:
            request["padding_mask"] = [[draw.random() < 0.6 for _ in range(keys)] for _ in range(batch)]
        elif draw.random() < 0.5:
            request["padding_mask"] = None
        if draw.random() < 0.5:
            request["scale"] = draw.choice([None, 1, 0.5, -0.25, 40])
        yield request


def difference(wanted, found, tolerance=1e-9):
    """Where two tables differ, in words; None if they agree."""
    if isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            return f"another shape: {str(found)[:80]}"
        for index, (left, right) in enumerate(zip(wanted, found)):
            inner = difference(left, right, tolerance)
            if inner:
                return f"[{index}]{inner}"
        return None
    if not isinstance(found, (int, float)) or isinstance(found, bool):
        return f" = {found!r} is no number"
    if wanted == 0:
        return None if found == 0 else f" = {found} instead of exactly 0"
    return None if abs(wanted - found) <= tolerance * max(1.0, abs(wanted)) else f" = {found} instead of {wanted}"
