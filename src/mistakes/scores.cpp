#include <algorithm>
#include <cmath>
#include <numeric>

#include "qkv/trace/heads.hpp"
#include "rows.hpp"
#include "wrong_steps.hpp"

namespace qkv::wrong {
namespace {

using Row = const double*;

double dot(Row a, Row b, int count) {
  return std::inner_product(a, a + count, b, 0.0);
}

// The rows that a score is made from, found once for the whole table.
struct Sources {
  Sources(const Problem& of, const Trace& earlier)
      : problem(of), queries(query_rows(of, earlier)), keys(key_rows(of, earlier)) {}

  Row query(int b, int h, int i) const { return queries.row(b, h, i); }
  Row key(int b, int h, int j) const { return keys.row(b, problem.kv_head_of(h), j); }
  int d_k() const { return problem.d_k; }

  const Problem& problem;
  HeadRows queries;
  HeadRows keys;
};

// [B, H, T_q, T_k] with score(at, j) in every cell.
template <typename Score>
Tensor make(const Problem& problem, Score score) {
  Tensor scores = query_by_key(problem);
  each_cell(problem, scores, [&](const RowAt& at, int j, double& cell) { cell = score(at, j); });
  return scores;
}

}  // namespace

Tensor scores_of_keys_by_queries(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  Tensor scores({problem.batch, problem.heads, problem.key_count, problem.query_count});
  double* cell = scores.values().data();
  for (int b = 0; b < problem.batch; ++b) {
    for (int h = 0; h < problem.heads; ++h) {
      for (int j = 0; j < problem.key_count; ++j) {
        for (int i = 0; i < problem.query_count; ++i) {
          *cell++ = dot(from.key(b, h, j), from.query(b, h, i), from.d_k());
        }
      }
    }
  }
  return scores;
}

Tensor scores_key_not_turned(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    double sum = 0.0;
    for (int c = 0; c < from.d_k(); ++c) sum += from.query(at.b, at.h, at.i)[c] * from.key(at.b, at.h, c)[j];
    return sum;
  });
}

Tensor scores_key_reshaped(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    double sum = 0.0;
    for (int c = 0; c < from.d_k(); ++c) {
      const int flat = c * problem.key_count + j;
      sum += from.query(at.b, at.h, at.i)[c] * from.key(at.b, at.h, flat / from.d_k())[flat % from.d_k()];
    }
    return sum;
  });
}

Tensor scores_of_queries(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, at.i), from.query(at.b, at.h, j), from.d_k());
  });
}

Tensor scores_of_keys(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.key(at.b, at.h, at.i), from.key(at.b, at.h, j), from.d_k());
  });
}

Tensor scores_with_values(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  const HeadRows values = value_rows(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, at.i), values.row(at.b, problem.kv_head_of(at.h), j), from.d_k());
  });
}

Tensor scores_of_sums(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    double sum = 0.0;
    for (int c = 0; c < from.d_k(); ++c) sum += from.query(at.b, at.h, at.i)[c] + from.key(at.b, at.h, j)[c];
    return sum;
  });
}

Tensor scores_short(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, at.i), from.key(at.b, at.h, j), from.d_k() - 1);
  });
}

// A vector of length 0 has no angle.
Tensor scores_cosine(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  const int d_k = from.d_k();
  return make(problem, [&](const RowAt& at, int j) {
    const Row q = from.query(at.b, at.h, at.i);
    const Row k = from.key(at.b, at.h, j);
    return dot(q, k, d_k) / std::sqrt(dot(q, q, d_k) * dot(k, k, d_k));
  });
}

Tensor scores_next_query(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, (at.i + 1) % problem.query_count), from.key(at.b, at.h, j), from.d_k());
  });
}

Tensor scores_next_key(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, at.i), from.key(at.b, at.h, (j + 1) % problem.key_count), from.d_k());
  });
}

Tensor scores_next_query_but_last(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    const int query = std::min(at.i + 1, problem.query_count - 1);
    return dot(from.query(at.b, at.h, query), from.key(at.b, at.h, j), from.d_k());
  });
}

Tensor scores_next_key_but_last(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    const int key = std::min(j + 1, problem.key_count - 1);
    return dot(from.query(at.b, at.h, at.i), from.key(at.b, at.h, key), from.d_k());
  });
}

Tensor scores_other_group(const Problem& problem, Earlier earlier) {
  const Sources from(problem, earlier);
  return make(problem, [&](const RowAt& at, int j) {
    return dot(from.query(at.b, at.h, at.i), from.keys.row(at.b, at.h % problem.kv_heads, j), from.d_k());
  });
}

}  // namespace qkv::wrong
