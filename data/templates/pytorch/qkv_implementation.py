"""The implementation under test, as two functions over PyTorch tensors.
把被测的实现包成两个收发 PyTorch 张量的函数。

Save as qkv_implementation.py beside your test / 存成 qkv_implementation.py，放在测试旁边:

    from qkv_implementation import attention, layer
    output, weights = attention(q, k, v, causal=True)

q, k, v: [B, H, T, D]; padding_mask: [B, T], True = a real token / True 表示真正的词。
causal: True, False or {"offset": n}; scale multiplies q·k, None is 1/sqrt(D) / scale 乘在 q·k 上，None 就是 1/√D。
What comes back is float64, without a gradient / 返回 float64，不带梯度。
"""
import json
import os
import subprocess

import torch

COMMAND = os.environ.get("QKV_IMPLEMENTATION", "qkv reference")


def ask(request):
    plain = {key: value.tolist() if torch.is_tensor(value) else value for key, value in request.items()}
    line = json.dumps({"qkv": 1, "id": "test", **plain}) + "\n"
    done = subprocess.run(COMMAND, shell=True, input=line, capture_output=True, encoding="utf-8", timeout=60)
    if not done.stdout.strip():
        raise RuntimeError(f"{COMMAND}: no answer\n{done.stderr}")
    answer = json.loads(done.stdout.splitlines()[0])
    if "output" not in answer:
        raise RuntimeError(f"{COMMAND}: {answer.get('error') or answer}")
    return tuple(torch.tensor(answer[part], dtype=torch.float64) for part in ("output", "weights"))


def attention(q, k, v, causal=False, padding_mask=None, scale=None):
    """Returns output [B, H, T_q, D_v] and weights [B, H, T_q, T_k]."""
    return ask({"q": q, "k": k, "v": v, "causal": causal, "padding_mask": padding_mask, "scale": scale})


def layer(x, heads, w_qkv, w_o, causal=False, padding_mask=None):
    """x [B, T, C], w_qkv [C, 3C], w_o [C, C]. Returns output [B, T, C] and weights [B, H, T, T]."""
    return ask({"x": x, "heads": heads, "w_qkv": w_qkv, "w_o": w_o, "causal": causal, "padding_mask": padding_mask})
