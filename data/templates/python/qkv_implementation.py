"""The implementation under test, as two ordinary functions for pytest and unittest.
把被测的实现包成两个普通的函数，供 pytest 和 unittest 使用。

Save as qkv_implementation.py beside your test / 存成 qkv_implementation.py，放在测试旁边:

    from qkv_implementation import attention, layer
    output, weights = attention(q, k, v, causal=True)

q, k, v: nested lists [B][H][T][D]; padding_mask: [B][T], True = a real token / 嵌套列表；True 表示真正的词。
causal: True, False or {"offset": n}; scale multiplies q·k, None is 1/sqrt(D) / scale 乘在 q·k 上，None 就是 1/√D。
"""
import json
import os
import subprocess

COMMAND = os.environ.get("QKV_IMPLEMENTATION", "qkv reference")


def ask(request):
    line = json.dumps({"qkv": 1, "id": "test", **request}) + "\n"
    done = subprocess.run(COMMAND, shell=True, input=line, capture_output=True, encoding="utf-8", timeout=60)
    if not done.stdout.strip():
        raise RuntimeError(f"{COMMAND}: no answer\n{done.stderr}")
    answer = json.loads(done.stdout.splitlines()[0])
    if "output" not in answer:
        raise RuntimeError(f"{COMMAND}: {answer.get('error') or answer}")
    return answer["output"], answer["weights"]


def attention(q, k, v, causal=False, padding_mask=None, scale=None):
    """Returns output [B][H][T_q][D_v] and weights [B][H][T_q][T_k]."""
    return ask({"q": q, "k": k, "v": v, "causal": causal, "padding_mask": padding_mask, "scale": scale})


def layer(x, heads, w_qkv, w_o, causal=False, padding_mask=None):
    """x [B][T][C], w_qkv [C][3C], w_o [C][C]. Returns output [B][T][C] and weights [B][H][T][T]."""
    return ask({"x": x, "heads": heads, "w_qkv": w_qkv, "w_o": w_o, "causal": causal, "padding_mask": padding_mask})
