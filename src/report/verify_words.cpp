#include "verify_words.hpp"

#include <utility>

#include "qkv/text/unicode.hpp"
#include "short_number.hpp"

namespace qkv {
namespace {

constexpr int error_width = 200;  // columns of what it says is wrong

// As in code: "[0, 0, 1, 2]". A row where the whole row is meant.
std::string place(const FailedCase& failure) {
  std::vector<int> at = failure.at;
  if (failure.is_row_sum) at.pop_back();
  std::string text;
  for (const int index : at) text += (text.empty() ? "" : ", ") + std::to_string(index);
  return "[" + text + "]";
}

}  // namespace

std::string VerifyWords::name(const CheckResult& result) const {
  return text("verify.check." + std::string(result.check->id) + ".name");
}

std::string VerifyWords::why(const CheckResult& result) const {
  return text("verify.check." + std::string(result.check->id) + ".why");
}

std::string VerifyWords::skipped(const CheckResult& result) const {
  const std::string key = "verify.lack." + result.lack;
  return catalogue_.say("verify.skipped", {argument("name", name(result)),
                                           catalogue_.has(key) ? argument_key("lack", key)
                                                               : argument("lack", visible(result.lack))});
}

std::string VerifyWords::did(const FailedCase& failure) const {
  std::vector<Argument> arguments = failure.arguments;
  const Problem problem = problem_of(failure.request);
  arguments.push_back(argument("queries", problem.query_count));
  arguments.push_back(argument("keys", problem.key_count));
  arguments.push_back(argument("heads", problem.heads));
  arguments.push_back(argument("batch", problem.batch));
  arguments.push_back(argument("sizes", sizes(failure.request)));
  return catalogue_.say("verify.did." + failure.did, arguments);
}

std::string VerifyWords::saw(const FailedCase& failure) const {
  switch (failure.kind) {
    case FailedCase::Kind::trouble:
      return trouble_text(failure.trouble, catalogue_);
    case FailedCase::Kind::refused:
      return catalogue_.say("verify.saw.refused",
                            {argument("error", elide(visible(failure.error), error_width))});
    case FailedCase::Kind::missing:
      return catalogue_.say(failure.part == "weights" ? "verify.saw.no-weights" : "verify.saw.no-output",
                            {argument("shape", shape_text(failure.expected_shape))});
    case FailedCase::Kind::shape:
      return catalogue_.say("verify.saw.shape", {argument("part", failure.part),
                                                 argument("expected", shape_text(failure.expected_shape)),
                                                 argument("seen", shape_text(failure.seen_shape))});
    case FailedCase::Kind::numbers:
      break;
  }
  const char* key = failure.is_row_sum ? "verify.saw.row-sum"
                    : failure.before   ? "verify.saw.differs"
                                       : "verify.saw.number";
  const int decimals = decimals_that_differ(failure.expected, failure.seen);
  return catalogue_.say(key, {argument("cell", failure.part + place(failure)),
                              argument("expected", short_number(failure.expected, decimals)),
                              argument("seen", short_number(failure.seen, decimals))});
}

std::string VerifyWords::line(const CheckResult& failed) const {
  return catalogue_.say("verify.line",
                        {argument("name", name(failed)), argument("saw", saw(*failed.failure))});
}

std::string VerifyWords::note(const FailedCase& failure) const {
  return failure.note.empty() ? "" : text("verify.note." + failure.note);
}

std::string VerifyWords::mistake_name(const Reproduced& reproduced) const {
  const MistakeNotes* notes = options_.notes->find(reproduced.mistake->id);
  return notes == nullptr ? std::string(reproduced.mistake->id) : notes->name.in(catalogue_.language());
}

std::string VerifyWords::reproduces(const Reproduced& reproduced) const {
  std::vector<Argument> arguments = {
      argument("name", mistake_name(reproduced)), argument("id", std::string(reproduced.mistake->id)),
      argument("agreeing", reproduced.agreeing), argument("wrong", reproduced.wrong)};
  if (reproduced.fill) {
    arguments.push_back(argument("fill", "−" + short_number(-*reproduced.fill, 1)));  // as −∞ beside it
    return catalogue_.say("verify.reproduces.fill", arguments);
  }
  return catalogue_.say(reproduced.all ? "verify.reproduces.all" : "verify.reproduces.some", arguments);
}

std::string VerifyWords::sizes(const AttentionRequest& request) const {
  if (const auto* layer = std::get_if<LayerInputs>(&request.inputs))
    return catalogue_.say("verify.sizes.layer",
                          {argument("x", shape_text(layer->x.shape())), argument("heads", layer->heads)});
  const auto& inputs = std::get<AttentionInputs>(request.inputs);
  return catalogue_.say("verify.sizes", {argument("q", shape_text(inputs.q.shape())),
                                         argument("k", shape_text(inputs.k.shape())),
                                         argument("v", shape_text(inputs.v.shape()))});
}

}  // namespace qkv
