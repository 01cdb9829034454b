"""Attention over the line protocol of `qkv verify`: a JSON object a line in, one out.
按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。

    qkv verify -- python3 attention.py
"""
import json
import math
import sys


# Put your own attention in the place of this function.
# 把这个函数换成你自己的注意力。
#   q [B][H][Tq][D]   k [B][H][Tk][D]   v [B][H][Tk][Dv]
#   causal_offset n: query i may look at key j when j <= i + n (None: no causal mask)
#   causal_offset n：查询 i 可以看键 j，当且仅当 j <= i + n（None：没有因果遮罩）
#   padding_mask [B][Tk]: True is a real token (None: all are)
#   padding_mask [B][Tk]：True 是真实 token（None：全都是）
#   scale multiplies q·k (None: 1/sqrt(D))
#   scale 与 q·k 相乘（None：1/sqrt(D)）
def attention(q, k, v, causal_offset=None, padding_mask=None, scale=None):
    batch, heads, queries, keys = len(q), len(q[0]), len(q[0][0]), len(k[0][0])
    if scale is None:
        scale = 1 / math.sqrt(len(q[0][0][0]))

    def may_look(b, i, j):
        causal = causal_offset is None or j <= i + causal_offset
        return causal and (padding_mask is None or padding_mask[b][j])

    def is_padded_query(b, i):
        return padding_mask is not None and queries == keys and not padding_mask[b][i]

    def weights_of(b, h, i):
        visible = [j for j in range(keys) if may_look(b, i, j)]
        row = [0.0] * keys
        # Nothing to look at, or a padded query: the row is 0. 什么都看不到，或是填充的查询：整行为 0。
        if not visible or is_padded_query(b, i):
            return row
        scores = {j: scale * sum(x * y for x, y in zip(q[b][h][i], k[b][h][j])) for j in visible}
        top = max(scores.values())
        exp = {j: math.exp(score - top) for j, score in scores.items()}
        total = sum(exp.values())
        for j in visible:
            row[j] = exp[j] / total
        return row

    weights = [[[weights_of(b, h, i) for i in range(queries)] for h in range(heads)] for b in range(batch)]
    output = [[matmul(weights[b][h], v[b][h]) for h in range(heads)] for b in range(batch)]
    return output, weights


# A whole layer: x [B][T][C], w_qkv [C][3C] with q | k | v side by side, w_o [C][C].
# 一整层：x [B][T][C]；w_qkv [C][3C]，q | k | v 并排；w_o [C][C]。
# Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
def layer(x, heads, w_qkv, w_o, causal_offset=None, padding_mask=None, scale=None):
    channels = len(x[0][0])
    features = channels // heads
    projected = [matmul(tokens, w_qkv) for tokens in x]

    def split(part):
        starts = [part * channels + h * features for h in range(heads)]
        return [[[row[at:at + features] for row in rows] for at in starts] for rows in projected]

    output, weights = attention(split(0), split(1), split(2), causal_offset, padding_mask, scale)
    merged = [[sum((head[t] for head in sequence), []) for t in range(len(x[0]))] for sequence in output]
    return [matmul(rows, w_o) for rows in merged], weights


def matmul(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


# What yours cannot do it may say instead: {"id": ..., "lacks": "layer"}
# 做不到的可以这样说：{"id": ..., "lacks": "layer"}
def answer(request):
    is_layer = "x" in request
    queries = len(request["x"][0]) if is_layer else len(request["q"][0][0])
    keys = queries if is_layer else len(request["k"][0][0])
    causal = request.get("causal")
    offset = causal["offset"] if isinstance(causal, dict) else keys - queries if causal else None
    masks = offset, request.get("padding_mask"), request.get("scale")
    if is_layer:
        output, weights = layer(request["x"], request["heads"], request["w_qkv"], request["w_o"], *masks)
    else:
        output, weights = attention(request["q"], request["k"], request["v"], *masks)
    return {"id": request["id"], "output": output, "weights": weights}


def main():
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        request = {}
        try:
            request = json.loads(line)
            reply = answer(request)
        except Exception as fault:
            name = request.get("id") if isinstance(request, dict) else None
            reply = {"id": name, "error": f"{type(fault).__name__}: {fault}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
