"""Attention over the line protocol of `qkv verify`, with NumPy: a JSON object a line in, one out.
用 NumPy 按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。

    qkv verify -- python3 attention.py
"""
import json
import sys

import numpy as np


# Put your own attention in the place of this function.
# 把这个函数换成你自己的注意力。
#   q [B,H,Tq,D]   k [B,H,Tk,D]   v [B,H,Tk,Dv]
#   causal_offset n: query i may look at key j when j <= i + n (None: no causal mask)
#   causal_offset n：查询 i 可以看键 j，当且仅当 j <= i + n（None：没有因果遮罩）
#   padding_mask [B,Tk]: True is a real token (None: all are)
#   padding_mask [B,Tk]：True 是真实 token（None：全都是）
#   scale multiplies q·k (None: 1/sqrt(D))
#   scale 与 q·k 相乘（None：1/sqrt(D)）
def attention(q, k, v, causal_offset=None, padding_mask=None, scale=None):
    queries, keys = q.shape[2], k.shape[2]
    if scale is None:
        scale = 1 / np.sqrt(q.shape[3])
    scores = q @ k.swapaxes(-1, -2) * scale

    may_look = np.ones((q.shape[0], 1, queries, keys), dtype=bool)
    if causal_offset is not None:
        may_look &= np.arange(keys)[None, :] <= np.arange(queries)[:, None] + causal_offset
    if padding_mask is not None:
        may_look &= padding_mask[:, None, None, :]
    scores = np.where(may_look, scores, -np.inf)

    # A row without anything to look at has no maximum, and its weights are 0.
    # 什么都看不到的一行没有最大值，它的权重都是 0。
    top = scores.max(axis=-1, keepdims=True)
    exp = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = exp.sum(axis=-1, keepdims=True)
    weights = np.divide(exp, total, out=np.zeros_like(exp), where=total > 0)
    if padding_mask is not None and queries == keys:
        weights = weights * padding_mask[:, None, :, None]  # padded queries are 0 填充的查询为 0
    return weights @ v, weights


# A whole layer: x [B,T,C], w_qkv [C,3C] with q | k | v side by side, w_o [C,C].
# 一整层：x [B,T,C]；w_qkv [C,3C]，q | k | v 并排；w_o [C,C]。
# Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
def layer(x, heads, w_qkv, w_o, causal_offset=None, padding_mask=None, scale=None):
    batch, tokens, channels = x.shape

    def split(table):
        return table.reshape(batch, tokens, heads, channels // heads).transpose(0, 2, 1, 3)

    q, k, v = (split(part) for part in np.split(x @ w_qkv, 3, axis=-1))
    output, weights = attention(q, k, v, causal_offset, padding_mask, scale)
    merged = output.transpose(0, 2, 1, 3).reshape(batch, tokens, channels)
    return merged @ w_o, weights


# What yours cannot do it may say instead: {"id": ..., "lacks": "layer"}
# 做不到的可以这样说：{"id": ..., "lacks": "layer"}
def answer(request):
    tables = {key: np.array(request[key], dtype=np.float64)
              for key in ("q", "k", "v", "x", "w_qkv", "w_o") if key in request}
    queries = tables["x"].shape[1] if "x" in tables else tables["q"].shape[2]
    keys = tables["x"].shape[1] if "x" in tables else tables["k"].shape[2]
    causal = request.get("causal")
    offset = causal["offset"] if isinstance(causal, dict) else keys - queries if causal else None
    padding = request.get("padding_mask")
    masks = offset, None if padding is None else np.array(padding, dtype=bool), request.get("scale")
    if "x" in tables:
        output, weights = layer(tables["x"], request["heads"], tables["w_qkv"], tables["w_o"], *masks)
    else:
        output, weights = attention(tables["q"], tables["k"], tables["v"], *masks)
    return {"id": request["id"], "output": output.tolist(), "weights": weights.tolist()}


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
