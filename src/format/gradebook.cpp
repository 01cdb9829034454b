#include "qkv/format/gradebook.hpp"

#include <algorithm>
#include <functional>

#include "csv_field.hpp"

namespace qkv {
namespace {

constexpr std::size_t block_bytes = 1 << 16;
constexpr std::size_t longest_name = 400;  // of what a learner may have typed

// Until then nothing is written.
constexpr std::size_t piece = std::size_t{64} << 10;

// A name is kept until a zero byte ends it.
std::string_view fit_to_keep(std::string_view name) {
  return name.substr(0, std::min({name.size(), name.find('\0'), longest_name}));
}

// At most two decimals, which is what Canvas compares.
std::string per_cent(std::int64_t points, std::int64_t max_points) {
  const std::int64_t hundredths = max_points == 0 ? 10000 : (points * 20000 + max_points) / (2 * max_points);
  std::string text = std::to_string(hundredths / 100);
  const std::string decimals = std::to_string(100 + hundredths % 100).substr(1);
  return decimals == "00" ? text : text + "." + decimals;
}

}  // namespace

std::uint32_t Gradebook::keep(std::string_view id, std::string_view student) {
  if (blocks_.empty() || blocks_.back().size() + id.size() + student.size() + 2 > block_bytes) {
    blocks_.emplace_back().reserve(block_bytes);
  }
  std::string& block = blocks_.back();
  const std::size_t at = (blocks_.size() - 1) * block_bytes + block.size();
  block.append(id).push_back('\0');
  block.append(student).push_back('\0');
  return static_cast<std::uint32_t>(at);
}

Gradebook::Names Gradebook::names(const Line& line) const {
  const std::string& block = blocks_[line.at / block_bytes];
  const char* id = block.data() + line.at % block_bytes;
  const std::string_view first(id);
  return {first, std::string_view(id + first.size() + 1)};
}

void Gradebook::add(const ClassRecord& record) {
  const std::string_view id = fit_to_keep(record.learner);
  const std::string_view student =
      fit_to_keep(record.learner_name.empty() ? record.label : record.learner_name);
  const auto is_wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  has_wide_names_ |= std::ranges::any_of(id, is_wide) || std::ranges::any_of(student, is_wide) ||
                     std::ranges::any_of(record.problem, is_wide);
  Line line;
  line.at = keep(id, student);
  line.hash = id.empty() ? 0 : std::hash<std::string_view>()(id) | 1;
  if (record.graded) {
    same_problem_ &= problem_.empty() || (problem_ == record.problem && max_points_ == record.max_points);
    problem_ = record.problem;
    max_points_ = record.max_points;
    line.points = record.points;
    line.max_points = record.max_points;
  }
  lines_.push_back(line);
}

void Gradebook::find_repeated() {
  if (searched_) return;
  searched_ = true;
  std::vector<std::uint32_t> order;
  order.reserve(lines_.size());
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].hash != 0) order.push_back(i);
  }
  // The last that was graded counts: one that cannot be read takes no points away.
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (lines_[a].hash != lines_[b].hash) return lines_[a].hash < lines_[b].hash;
    const int compared = names(lines_[a]).id.compare(names(lines_[b]).id);
    if (compared != 0) return compared < 0;
    const bool graded = lines_[a].max_points >= 0;
    return graded != (lines_[b].max_points >= 0) ? !graded : a < b;
  };
  std::ranges::sort(order, before);
  std::vector<std::uint32_t> last;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    Line& line = lines_[order[i]];
    const Line& next = lines_[order[i + 1]];
    if (line.hash != next.hash || names(line).id != names(next).id) continue;
    line.counts = false;
    if (!last.empty() && last.back() == order[i]) last.pop_back();
    last.push_back(order[i + 1]);
  }
  std::ranges::sort(last);
  for (const std::uint32_t i : last) repeated_.emplace_back(names(lines_[i]).id);
}

std::vector<std::string> Gradebook::repeated() {
  find_repeated();
  return repeated_;
}

std::string Gradebook::points_of(const Line& line) const {
  if (line.max_points < 0 || (!same_problem_ && line.max_points == 0)) return {};
  return same_problem_ ? std::to_string(line.points) : per_cent(line.points, line.max_points);
}

void Gradebook::write(const std::function<void(std::string_view)>& put) {
  find_repeated();
  std::string text = has_wide_names_ ? "\xEF\xBB\xBF" : "";
  text += "Student,ID,SIS User ID,SIS Login ID,Section,";
  append_csv_field(text, same_problem_ && !problem_.empty() ? problem_ : "qkv (%)");
  text += "\r\nPoints Possible,,,,," + std::to_string(same_problem_ ? max_points_ : 100) + "\r\n";
  for (const Line& line : lines_) {
    if (!line.counts) continue;
    const Names who = names(line);
    append_csv_field(text, who.student);
    text += ",,";
    append_csv_field(text, who.id);
    text += ',';
    append_csv_field(text, who.id);
    text += ",," + points_of(line) + "\r\n";
    if (text.size() < piece) continue;
    put(text);
    text.clear();
  }
  put(text);
}

}  // namespace qkv
