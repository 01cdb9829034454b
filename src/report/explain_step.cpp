// The pages of steps and terms: what holds for every problem, so sizes are letters.
#include "explain_parts.hpp"
#include "qkv/report/explain.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

std::string key_of(std::string_view family, Step step, std::string_view part = {}) {
  std::string key = std::string(family) + "." + std::string(step_name(step));
  if (!part.empty()) key += "." + std::string(part);
  return key;
}

// The axes after the batch, and the head axis if there is one.
struct Letters {
  std::string heads;  // "H, " or nothing
  std::string page;   // what a page shows: "T_q, T_k"
};

Letters letters_of(Step step) {
  switch (step) {
    case Step::q:
      return {"", "T_q, H·d_k"};
    case Step::k:
      return {"", "T_k, H_kv·d_k"};
    case Step::v:
      return {"", "T_k, H_kv·d_v"};
    case Step::q_heads:
      return {"H, ", "T_q, d_k"};
    case Step::k_heads:
      return {"H_kv, ", "T_k, d_k"};
    case Step::v_heads:
      return {"H_kv, ", "T_k, d_v"};
    case Step::scores:
    case Step::scaled:
    case Step::masked:
    case Step::exp:
    case Step::weights:
    case Step::dropped:
      return {"H, ", "T_q, T_k"};
    case Step::sum:
      return {"H, ", "T_q"};
    case Step::output:
      return {"H, ", "T_q, d_v"};
    case Step::merged:
      return {"", "T_q, H·d_v"};
    case Step::projected:
      return {"", "T_q, C"};
  }
  return {};
}

std::string page_letters(Step step) {
  return "[" + letters_of(step).page + "]";
}

std::string shape_letters(Step step) {
  const Letters letters = letters_of(step);
  return "[B, " + letters.heads + letters.page + "]";
}

// The matrix that makes Q, K or V from X.
std::string matrix_letters(Step step) {
  return step == Step::q ? "[C, H·d_k]" : step == Step::k ? "[C, H_kv·d_k]" : "[C, H_kv·d_v]";
}

// Everything that a formula and the reason for a step may name.
std::vector<Argument> letters_for(Step step, const Catalogue& catalogue) {
  const auto reads = step_row(step).reads;
  const bool has_before = !reads.empty();
  const Step before = has_before ? reads.front().front() : step;
  const std::string name(step_name(step));
  const bool by_kv_head = step == Step::k_heads || step == Step::v_heads;
  return {argument("q", page_letters(Step::q_heads)),
          argument("k", "[d_k, T_k]"),
          argument("v", page_letters(Step::v_heads)),
          argument("s", page_letters(Step::scores)),
          argument("z", page_letters(Step::sum)),
          argument("divisor", "√d_k"),
          argument("added", std::string(catalogue.text("walk.masked.added.mask")) + " + " +
                                std::string(catalogue.text("walk.masked.added.bias"))),
          argument("p", "p"),
          argument("weights", "A"),
          argument("here", page_letters(step)),
          argument("here_shape", shape_letters(step)),
          argument("from", page_letters(before)),
          argument("from_name", std::string(step_name(before))),
          argument("from_shape", shape_letters(before)),
          argument("x_name", "X"),
          argument("x", step == Step::q ? "[T_q, C]" : "[T_k, C]"),
          argument("w", matrix_letters(step)),
          argument("bias", has_before ? "" : " + b_" + name),
          argument("w_o", "[H·d_v, C]"),
          argument("b_o", " + b_O"),
          argument("heads", "H"),
          argument("kv_heads", by_kv_head ? "H_kv" : "H"),
          argument("per_head", step == Step::v_heads ? "d_v" : "d_k"),
          argument("d_v", "d_v")};
}

// Where walk speaks of its problem, the same is said for all problems.
std::string why(Step step, const Catalogue& catalogue) {
  std::string key = key_of("explain.why", step);
  if (step == Step::q || step == Step::k || step == Step::v) key = key_of("walk.given", step);
  if (step == Step::exp) key = "walk.exp.why.masked";
  if (!catalogue.has(key)) key = key_of("walk", step, "why");
  return catalogue.say(key, letters_for(step, catalogue));
}

// "masked or scaled, V_heads or V"
std::string tables_read(Step step, const Catalogue& catalogue) {
  std::string text;
  for (const auto& alternatives : step_row(step).reads) {
    if (!text.empty()) text += catalogue.text("list.separator");
    for (const Step table : alternatives) {
      if (table != alternatives.front()) text += catalogue.text("explain.or.tail");
      text += step_name(table);
    }
  }
  return text.empty() ? "X, W_" + std::string(step_name(step)) : text;
}

// When a problem has this table.
std::string_view when_key(Step step) {
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
      return "explain.when.embeddings";
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
      return "explain.when.heads";
    case Step::masked:
      return "explain.when.mask";
    case Step::dropped:
      return "explain.when.dropout";
    case Step::projected:
      return "explain.when.projection";
    case Step::output:
      return "explain.when.values";
    case Step::scores:
    case Step::scaled:
    case Step::exp:
    case Step::sum:
    case Step::weights:
      break;
  }
  return "explain.when.always";
}

Table facts(Step step, const Catalogue& catalogue) {
  Table table;
  const auto add = [&](std::string_view key, std::string text) {
    table.rows.push_back({.name = std::string(catalogue.text(key)), .cells = {{.text = std::move(text)}}});
  };
  add("explain.reads", tables_read(step, catalogue));
  add("explain.symbol", std::string(step_row(step).symbol));
  add("explain.shape", shape_letters(step));
  add("explain.when", std::string(catalogue.text(when_key(step))));
  return table;
}

// A built-in problem that has the table.
std::string problem_with(Step step) {
  switch (step) {
    case Step::q:
    case Step::k:
    case Step::v:
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
    case Step::projected:
      return "multi-head";
    case Step::masked:
      return "causal-3";
    case Step::dropped:
      return "dropout";
    case Step::scores:
    case Step::scaled:
    case Step::exp:
    case Step::sum:
    case Step::weights:
    case Step::output:
      break;
  }
  return "contract";
}

void add_common_mistakes(Step step, std::span<const Topic> topics, const Catalogue& catalogue,
                         Document& document) {
  Table table = mistakes_of(step, topics, catalogue);
  if (table.rows.empty()) return;
  document.sections.push_back(
      {.tag = {}, .blocks = {Heading{2, std::string(catalogue.text("explain.common"))}, std::move(table)}});
}

}  // namespace

Document titled(std::string title, const Catalogue& catalogue) {
  Document document;
  document.title = std::move(title);
  document.language = std::string(language_name(catalogue.language()));
  document.sections.push_back({.tag = {}, .blocks = {Heading{1, document.title}}});
  return document;
}

Paragraph next_paragraph(const std::vector<std::string>& commands, const Catalogue& catalogue) {
  std::string list;
  for (const std::string& command : commands) {
    if (!list.empty()) list += catalogue.text("explain.or.tail");
    list += command;
  }
  return {catalogue.say("explain.next", {argument("commands", list)})};
}

Document step_document(Step step, std::span<const Topic> topics, const Catalogue& catalogue) {
  const std::string id(step_name(step));
  Document document =
      titled(catalogue.say("explain.title",
                           {argument("id", id), argument_key("name", key_of("walk", step, "name"))}),
             catalogue);
  std::vector<Block>& blocks = document.sections.front().blocks;
  blocks.emplace_back(Formula{catalogue.say(key_of("walk", step, "formula"), letters_for(step, catalogue))});
  blocks.emplace_back(Paragraph{why(step, catalogue)});
  blocks.emplace_back(Paragraph{catalogue.say(key_of("check.rule", step), {argument("divisor", "√d_k")})});
  blocks.emplace_back(facts(step, catalogue));
  blocks.emplace_back(Paragraph{std::string(catalogue.text("explain.letters"))});
  const std::string term = "term." + id + ".what";
  if (catalogue.has(term)) blocks.emplace_back(Paragraph{std::string(catalogue.text(term))});
  add_common_mistakes(step, topics, catalogue, document);
  document.sections.back().blocks.emplace_back(
      next_paragraph({"qkv walk " + problem_with(step) + " --step " + id}, catalogue));
  return document;
}

Document term_document(std::string_view id, const Catalogue& catalogue) {
  const std::string key = "term." + std::string(id);
  Document document = titled(std::string(catalogue.text(key + ".name")), catalogue);
  std::vector<Block>& blocks = document.sections.front().blocks;
  blocks.emplace_back(Paragraph{std::string(catalogue.text(key + ".what"))});
  blocks.emplace_back(next_paragraph({std::string(next_command(id))}, catalogue));
  return document;
}

}  // namespace qkv
