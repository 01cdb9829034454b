"""Attention over the line protocol of `qkv verify`, with PyTorch: a JSON object a line in, one out.
用 PyTorch 按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。

    qkv verify -- python3 attention.py
"""
import json
import sys

import torch


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
        scale = q.shape[3] ** -0.5
    scores = q @ k.transpose(-1, -2) * scale

    may_look = torch.ones(q.shape[0], 1, queries, keys, dtype=torch.bool)
    if causal_offset is not None:
        may_look = may_look & (torch.arange(keys)[None, :] <= torch.arange(queries)[:, None] + causal_offset)
    if padding_mask is not None:
        may_look = may_look & padding_mask[:, None, None, :]
    weights = torch.softmax(scores.masked_fill(~may_look, -torch.inf), dim=-1)

    # The softmax of a row without anything to look at is NaN; its weights have to be 0.
    # 什么都看不到的一行，softmax 得到 NaN；它的权重应当是 0。
    weights = weights.masked_fill(~may_look.any(dim=-1, keepdim=True), 0.0)
    if padding_mask is not None and queries == keys:
        weights = weights * padding_mask[:, None, :, None]  # padded queries are 0 填充的查询为 0
    return weights @ v, weights


# A whole layer: x [B,T,C], w_qkv [C,3C] with q | k | v side by side, w_o [C,C].
# 一整层：x [B,T,C]；w_qkv [C,3C]，q | k | v 并排；w_o [C,C]。
# Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
def layer(x, heads, w_qkv, w_o, causal_offset=None, padding_mask=None, scale=None):
    batch, tokens, channels = x.shape

    def split(table):
        return table.reshape(batch, tokens, heads, channels // heads).transpose(1, 2)

    q, k, v = (split(part) for part in (x @ w_qkv).chunk(3, dim=-1))
    output, weights = attention(q, k, v, causal_offset, padding_mask, scale)
    merged = output.transpose(1, 2).reshape(batch, tokens, channels)
    return merged @ w_o, weights


# What yours cannot do it may say instead: {"id": ..., "lacks": "layer"}
# 做不到的可以这样说：{"id": ..., "lacks": "layer"}
def answer(request):
    tables = {key: torch.tensor(request[key], dtype=torch.float64)
              for key in ("q", "k", "v", "x", "w_qkv", "w_o") if key in request}
    queries = tables["x"].shape[1] if "x" in tables else tables["q"].shape[2]
    keys = tables["x"].shape[1] if "x" in tables else tables["k"].shape[2]
    causal = request.get("causal")
    offset = causal["offset"] if isinstance(causal, dict) else keys - queries if causal else None
    padding = request.get("padding_mask")
    masks = offset, None if padding is None else torch.tensor(padding, dtype=torch.bool), request.get("scale")
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
