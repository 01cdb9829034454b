// A gradebook for spreadsheets and for the import of Canvas: CSV with a line for each learner.
//
// Columns after Canvas's own export: Student, ID, SIS User ID, SIS Login ID, Section, then the points, in a
// column called after the problem; the second line holds the points possible. Canvas finds a learner by the
// id, in whichever of the two SIS columns it is known, else by the name. A file with other names than ASCII
// begins with a byte order mark, without which a spreadsheet takes them for another encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/grade/class_tally.hpp"

namespace qkv {

// Holds less than a hundred bytes for each submission.
class Gradebook {
 public:
  void add(const ClassRecord& record);

  // Whoever handed in several times: the last one counts. In the order of their last submissions.
  std::vector<std::string> repeated();
  // Piece by piece. With several problems the points are per cent.
  void write(const std::function<void(std::string_view)>& put);

 private:
  struct Line {
    std::uint64_t hash = 0;  // of the learner's id; 0: none
    std::uint32_t at = 0;    // where its names begin
    std::int32_t points = 0;
    std::int32_t max_points = -1;  // -1: not graded
    bool counts = true;            // there is no later one of the same learner
  };
  struct Names {
    std::string_view id;
    std::string_view student;
  };

  std::uint32_t keep(std::string_view id, std::string_view student);
  Names names(const Line& line) const;
  void find_repeated();
  std::string points_of(const Line& line) const;

  std::deque<Line> lines_;
  std::deque<std::string> blocks_;  // names, each ended by a zero byte; a learner's two stand together
  std::string problem_;
  int max_points_ = 0;
  bool same_problem_ = true;
  bool has_wide_names_ = false;
  bool searched_ = false;
  std::vector<std::string> repeated_;
};

}  // namespace qkv
