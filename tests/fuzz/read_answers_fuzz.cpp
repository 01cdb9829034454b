// Any bytes as an answer file: tables whose cells are all there, or faults that can be said.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "qkv/grade/grade.hpp"
#include "qkv/json/read_answers.hpp"
#include "qkv/json/read_problem.hpp"
#include "qkv/json/value.hpp"
#include "qkv/json/write.hpp"

using namespace qkv;
using qkv::fuzz::require;

namespace {

Problem causal_problem() {
  const std::string text = R"({"qkv": 1, "tokens": ["合同", "违约金", "过高"], "mask": {"causal": true},
    "Q": [[1, 0], [0, 1], [1, 1]], "K": [[1, 0], [1, 1], [0, 1]], "V": [[1, 0], [0, 2], [1, 1]]})";
  return read_problem(text, "problem.json", "problem").value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Problem problem = causal_problem();
  const auto answers = read_answers(std::string(reinterpret_cast<const char*>(data), size), "input.json");
  if (!answers) {
    require(!answers.faults().empty());
    qkv::fuzz::require_sayable(answers.faults());
    return 0;
  }
  require(!answers.value().tables.empty());
  for (const AnswerTable& table : answers.value().tables) {
    require(!table.shape.empty() && table.shape.size() <= 4);
    require(table.cells.size() == element_count(table.shape));
  }
  qkv::fuzz::require_sayable(answers.value().faults);
  const Report report = grade(problem, answers.value());
  require(report.points <= report.max_points);
  require(static_cast<bool>(parse_json(report_json(problem, report, Feedback::full), "report.json")));
  return 0;
}
