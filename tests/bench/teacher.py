"""What a teacher would write to grade a class: a line of JSON in, a line of CSV out, one np.allclose for each table.

    python3 teacher.py telling.json < class.jsonl > points.csv

It knows the problem `telling` alone, forgives rounding by a tolerance and names no mistake.
"""
import csv
import json
import sys

import numpy as np

STEPS = ["scores", "scaled", "masked", "weights", "output"]

with open(sys.argv[1], encoding="utf-8") as file:
    problem = json.load(file)
q, k, v = (np.array(problem[name], dtype=float) for name in "QKV")
scores = q @ k.T
scaled = scores / np.sqrt(q.shape[1])
masked = np.where(np.tril(np.ones_like(scaled)) > 0, scaled, -np.inf)
numerators = np.exp(masked - masked.max(axis=1, keepdims=True))
weights = numerators / numerators.sum(axis=1, keepdims=True)
truth = {"scores": scores, "scaled": scaled, "masked": masked, "weights": weights, "output": weights @ v}

out = csv.writer(sys.stdout)
out.writerow(["learner", *STEPS, "points"])
for line in sys.stdin:
    try:
        submission = json.loads(line)
        answers = submission["answers"]
    except (ValueError, KeyError, TypeError):
        out.writerow(["?", 0, 0, 0, 0, 0, 0])
        continue
    points = []
    for step in STEPS:
        try:
            table = np.array(answers[step], dtype=float)
            points.append(int(np.allclose(table, truth[step], rtol=0, atol=0.01)))
        except (KeyError, ValueError, TypeError):
            points.append(0)
    out.writerow([submission.get("learner", ""), *points, sum(points)])
