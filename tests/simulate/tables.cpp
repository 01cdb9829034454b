#include "simulate/tables.hpp"

namespace qkv::test {

Shape table_shape(const Problem& problem, Step step) {
  const int b = problem.batch;
  const int h = problem.heads;
  const int kv = problem.kv_heads;
  const int t_q = problem.query_count;
  const int t_k = problem.key_count;
  switch (step) {
    case Step::q:
      return {b, t_q, h * problem.d_k};
    case Step::k:
      return {b, t_k, kv * problem.d_k};
    case Step::v:
      return {b, t_k, kv * problem.d_v};
    case Step::q_heads:
      return {b, h, t_q, problem.d_k};
    case Step::k_heads:
      return {b, kv, t_k, problem.d_k};
    case Step::v_heads:
      return {b, kv, t_k, problem.d_v};
    case Step::scores:
    case Step::scaled:
    case Step::masked:
    case Step::exp:
    case Step::weights:
    case Step::dropped:
      return {b, h, t_q, t_k};
    case Step::sum:
      return {b, h, t_q};
    case Step::output:
      return {b, h, t_q, problem.d_v};
    case Step::merged:
      return {b, t_q, h * problem.d_v};
    case Step::projected:
      return {b, t_q, problem.w_o->w.size(1)};
  }
  return {};
}

const Tensor& table_or_given(const Problem& problem, const Tables& tables, Step step) {
  if (step == Step::q && problem.q) return *problem.q;
  if (step == Step::k && problem.k) return *problem.k;
  if (step == Step::v && problem.v) return *problem.v;
  if (step == Step::scores && problem.given_scores) return *problem.given_scores;
  return of_step(tables, step);
}

double head_cell(const Tensor& table, int heads, int batch, int head, int position, int feature) {
  if (table.rank() == 4) return table.at({batch, head, position, feature});
  return table.at({batch, position, head * (table.size(2) / heads) + feature});
}

double q_cell(const Problem& problem, const Tables& tables, int batch, int head, int query, int feature) {
  const Step step = problem.computes(Step::q_heads) ? Step::q_heads : Step::q;
  return head_cell(table_or_given(problem, tables, step), problem.heads, batch, head, query, feature);
}

double k_cell(const Problem& problem, const Tables& tables, int batch, int head, int key, int feature) {
  const Step step = problem.computes(Step::k_heads) ? Step::k_heads : Step::k;
  const int group = head / (problem.heads / problem.kv_heads);
  return head_cell(table_or_given(problem, tables, step), problem.kv_heads, batch, group, key, feature);
}

double v_cell(const Problem& problem, const Tables& tables, int batch, int head, int key, int feature) {
  const Step step = problem.computes(Step::v_heads) ? Step::v_heads : Step::v;
  const int group = head / (problem.heads / problem.kv_heads);
  return head_cell(table_or_given(problem, tables, step), problem.kv_heads, batch, group, key, feature);
}

bool is_padded_cell(const Problem& problem, Step step, const std::vector<int>& at) {
  if (step < Step::weights) return false;
  const bool by_position = step == Step::merged || step == Step::projected;
  return problem.is_padded_query(at[0], by_position ? at[1] : at[2]);
}

}  // namespace qkv::test
