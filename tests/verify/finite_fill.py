"""Attention in PyTorch as it is often seen: the smallest number there is in place of −∞, and no clean-up afterwards.
Right as long as every query sees a key. Runs beside the template of `qkv show --template pytorch`, attention.py.
"""
import torch

import attention as template


def attention(q, k, v, causal_offset=None, padding_mask=None, scale=None):
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = q @ k.transpose(-1, -2) * scale
    lowest = torch.finfo(scores.dtype).min
    if causal_offset is not None:
        future = torch.arange(k.shape[2])[None, :] > torch.arange(q.shape[2])[:, None] + causal_offset
        scores = scores.masked_fill(future, lowest)
    if padding_mask is not None:
        scores = scores.masked_fill(~padding_mask[:, None, None, :], lowest)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


if __name__ == "__main__":
    template.attention = attention
    template.main()
