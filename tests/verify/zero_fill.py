"""A student's attention in NumPy whose mask is filled with 0 in place of −∞. All else is right: padded queries are
cleared. Runs beside the template of `qkv show --template numpy`, attention.py.
"""
import numpy as np

import attention as template


def attention(q, k, v, causal_offset=None, padding_mask=None, scale=None):
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = q @ k.swapaxes(-1, -2) * scale
    if causal_offset is not None:
        future = np.arange(k.shape[2])[None, :] > np.arange(q.shape[2])[:, None] + causal_offset
        scores = np.where(future, 0.0, scores)
    if padding_mask is not None:
        scores = np.where(padding_mask[:, None, None, :], scores, 0.0)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    if padding_mask is not None and q.shape[2] == k.shape[2]:
        weights = np.where(padding_mask[:, None, :, None], weights, 0.0)
    return weights @ v, weights


if __name__ == "__main__":
    template.attention = attention
    template.main()
