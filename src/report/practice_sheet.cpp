#include "practice_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "handout_parts.hpp"
#include "qkv/base/number.hpp"
#include "qkv/trace/labels.hpp"
#include "qkv/trace/pipeline.hpp"

namespace qkv {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// A table that repeats numbers of others, in another order at most.
bool only_repeats(const Problem& problem, Step step) {
  switch (step) {
    case Step::q_heads:
    case Step::k_heads:
    case Step::v_heads:
    case Step::merged:
      return true;
    case Step::scaled:
      return problem.scale.kind == Scale::Kind::none;
    case Step::q:
    case Step::k:
    case Step::v:
    case Step::scores:
    case Step::masked:
    case Step::exp:
    case Step::sum:
    case Step::weights:
    case Step::dropped:
    case Step::output:
    case Step::projected:
      return false;
  }
  return false;
}

Tensor numbers_of(const Problem& problem, const AnswerTable& table, const ReadOptions& reading) {
  Tensor values(shape_of(problem, table.step), unknown);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const auto read = read_number(table.cells[i].written, reading);
    if (const WrittenNumber* number = std::get_if<WrittenNumber>(&read)) values.values()[i] = number->value;
    const std::vector<int> at = index_at(values.shape(), i);
    const std::size_t row = at.size() - (table.step == Step::sum ? 1 : 2);
    if (!is_asked_row(problem, table.step, at[0], at[row])) values.values()[i] = 0.0;
  }
  return values;
}

// As many decimals as are asked, or none where all numbers are whole.
Digits digits_of_known(const Tensor& values, int decimals) {
  const bool whole = std::ranges::all_of(values.values(), [](double value) {
    return std::isnan(value) || std::isinf(value) || value == std::floor(value);
  });
  return {.shortest = false, .decimals = whole ? 0 : decimals};
}

Blackboard board_of(const Practice& practice, const Trace& known, const Catalogue& catalogue) {
  const Problem& problem = practice.problem();
  const Trace right = compute(problem, right_recipe(), Carry::by_hand);
  const Blackboard usual = make_blackboard(problem, right, right, {.detail = Detail::tables}, catalogue);
  Blackboard board{problem, known, known, catalogue};
  board.detail = Detail::tables;
  board.batches = usual.batches;
  board.heads = usual.heads;
  board.rows = usual.rows;
  board.focus = usual.focus;
  board.divisor = usual.divisor;
  board.digits_of_step = usual.digits_of_step;
  for (const StepTable& table : known.tables) {
    of_step(board.digits_of_step, table.step) =
        digits_of_known(table.values, of_step(problem.decimals, table.step));
  }
  return board;
}

void append(std::vector<Block>& blocks, std::vector<Block> more) {
  for (Block& block : more) blocks.push_back(std::move(block));
}

MatrixNames names_of_matrix(const Blackboard& board, std::string_view rows, std::string_view columns) {
  return {board.word(rows), board.word(columns), {}, {}};
}

std::vector<Block> projection_blocks(const Blackboard& board, const std::string& letter,
                                     const Projection& projection) {
  std::vector<Block> blocks = {matrix_table(
      "W_" + letter, projection.w, 0, names_of_matrix(board, "axis.input-feature", "axis.output-feature"))};
  if (projection.b)
    blocks.emplace_back(
        matrix_table("b_" + letter, *projection.b, 0, {"", board.word("axis.output-feature"), {}, {}}));
  return blocks;
}

std::vector<Block> embedding_blocks(const Blackboard& board, Step step, int batch) {
  const Source& source = *board.problem.source;
  const bool of_queries = step == Step::q;
  const auto at = static_cast<std::size_t>(batch);
  MatrixNames names = names_of_matrix(board, "axis.position", "axis.feature");
  names.rows = of_queries ? board.problem.query_names[at] : board.problem.key_names[at];
  std::vector<Block> blocks = {matrix_table(of_queries || !source.cross ? "X" : "X_kv",
                                            of_queries ? source.x : source.x_kv, batch, names)};
  append(blocks, projection_blocks(board, std::string(step_name(step)),
                                   of_queries        ? source.q
                                   : step == Step::k ? source.k
                                                     : source.v));
  return blocks;
}

// The steps from those tables to this one, which nobody writes down, and it itself.
void add_hidden_steps(const Problem& problem, Step step, std::vector<Step>& steps) {
  steps.push_back(step);
  for (const Step read : tables_read(problem, step)) {
    if (!stands_on_sheet(problem, read)) add_hidden_steps(problem, read, steps);
  }
}

void add_sources(const Problem& problem, Step step, std::vector<Step>& sources) {
  for (const Step read : tables_read(problem, step)) {
    if (stands_on_sheet(problem, read)) {
      sources.push_back(read);
    } else {
      add_sources(problem, read, sources);
    }
  }
}

std::string cell_text_of(const PracticeBoard& board, Step step, std::size_t flat) {
  const PracticeSession& session = board.practice().session();
  const auto table = std::ranges::find(session.answers, step, &AnswerTable::step);
  const std::string& written = table->cells[flat].written;
  return written.empty() ? "?" : shown_text(written);
}

// Where a cell of a plane stands in its table.
std::size_t flat_of(const Shape& shape, Plane plane, int row, int column) {
  std::vector<int> at = {plane.batch};
  if (plane.head >= 0) at.push_back(plane.head);
  at.push_back(row);
  if (plane.step != Step::sum) at.push_back(column);
  return flat_index(shape, at);
}

Cell typed_cell(const PracticeBoard& board, Plane plane, int row, int column, Marks marks) {
  const Problem& problem = board.practice().problem();
  const std::size_t flat = flat_of(shape_of(problem, plane.step), plane, row, column);
  Cell cell{.text = cell_text_of(board, plane.step, flat), .role = Role::learner};
  if (marks == Marks::none) return cell;
  const CellReport* report = cell_report(*table_report(board.practice().report(), plane.step), flat);
  if (report != nullptr && report->verdict != Verdict::blank) cell.mark = mark_of(report->verdict);
  return cell;
}

}  // namespace

Trace known_numbers(const Practice& practice) {
  const Problem& problem = practice.problem();
  const PracticeSession& session = practice.session();
  const Answers given = given_answers(problem);
  const Answers key = session.shown.empty() ? Answers{} : answer_key(problem);
  const ReadOptions reading{.decimal_comma = session.decimal_comma};
  Trace known;
  for (const Step step : steps_of(problem)) {
    Tensor values;
    if (const AnswerTable* table = given.find(step)) {
      values = numbers_of(problem, *table, {});
    } else if (is_shown(session, step)) {
      values = numbers_of(problem, *key.find(step), {});
    } else if (problem.is_asked(step)) {
      values = numbers_of(problem, *std::ranges::find(session.answers, step, &AnswerTable::step), reading);
    } else if (only_repeats(problem, step)) {
      values = of_step(right_recipe(), step)(problem, known);
    } else {
      values = Tensor(shape_of(problem, step), unknown);
    }
    known.tables.push_back({step, std::move(values), axes_of(problem, step)});
  }
  return known;
}

PracticeBoard::PracticeBoard(const Practice& practice, const Catalogue& catalogue)
    : practice_(practice), known_(known_numbers(practice)), board_(board_of(practice, known_, catalogue)) {}

Plane plane_of(const Spot& spot) {
  return {spot.step, spot.batch, spot.head};
}

bool stands_on_sheet(const Problem& problem, Step step) {
  return given_table(problem, step) != nullptr || problem.is_asked(step) || problem.is_given(step);
}

std::vector<Step> sources_of(const Problem& problem, Step step) {
  std::vector<Step> sources;
  add_sources(problem, step, sources);
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

Table sheet_table(const PracticeBoard& practice_board, Plane plane, Marks marks) {
  const Blackboard& board = practice_board.board();
  const PracticeSession& session = practice_board.practice().session();
  if (!board.problem.is_asked(plane.step) || is_shown(session, plane.step)) return plane_table(board, plane);
  Table table;
  table.caption = std::string(step_name(plane.step));
  table.row_axis = board.word(rows_are_keys(plane.step) ? "axis.key" : "axis.query");
  if (plane.step != Step::sum)
    table.column_axis = board.word(columns_are_keys(plane.step) ? "axis.key" : "axis.feature");
  const int columns = column_count(board, plane.step);
  for (int column = 0; column < columns; ++column) {
    const std::string name = column_name(board.problem, plane.step, plane.batch, column);
    table.column_names.push_back(name.empty() ? board.word("axis.sum") : name);
  }
  for (const int row : shown_rows(board, plane)) {
    if (!is_asked_row(board.problem, plane.step, plane.batch, row)) continue;
    Row line{.name = row_name(board.problem, plane.step, plane.batch, row)};
    for (int column = 0; column < columns; ++column)
      line.cells.push_back(typed_cell(practice_board, plane, row, column, marks));
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::vector<Plane> planes_for(const Problem& problem, Step table, const Spot& spot) {
  const std::vector<Axis> axes = axes_of(problem, table);
  if (std::ranges::find(axes, Axis::head) == axes.end()) return {{table, spot.batch, -1}};
  const int heads = rows_are_keys(table) ? problem.kv_heads : problem.heads;
  std::vector<Plane> planes;
  for (int head = 0; head < heads; ++head) {
    // A split of the keys has as many heads as they have.
    const int wanted =
        !rows_are_keys(table) || rows_are_keys(spot.step) ? spot.head : problem.kv_head_of(spot.head);
    if (spot.head < 0 || head == wanted) planes.push_back({table, spot.batch, head});
  }
  return planes;
}

std::vector<Block> sources_blocks(const PracticeBoard& practice_board, const Spot& spot) {
  const Blackboard& board = practice_board.board();
  const Problem& problem = board.problem;
  std::vector<Step> steps;
  add_hidden_steps(problem, spot.step, steps);
  const auto passes = [&](Step step) { return std::ranges::find(steps, step) != steps.end(); };
  std::vector<Block> blocks;
  for (const Step step : {Step::q, Step::k, Step::v}) {
    if (passes(step)) append(blocks, embedding_blocks(board, step, spot.batch));
  }
  for (const Step step : sources_of(problem, spot.step)) {
    const std::vector<Plane> planes = planes_for(problem, step, spot);
    for (const Plane plane : planes) {
      const std::string name = plane_name(board, plane);
      if (planes.size() > 1 && !name.empty()) blocks.emplace_back(Heading{3, name});
      blocks.emplace_back(sheet_table(practice_board, plane, Marks::none));
    }
  }
  const bool splits = passes(Step::q_heads) || passes(Step::k_heads) || passes(Step::v_heads);
  if (splits) append(blocks, heads_blocks(board));
  if (passes(Step::scaled)) append(blocks, scale_blocks(board));
  if (passes(Step::masked)) append(blocks, mask_rules(board));
  if (passes(Step::dropped)) append(blocks, dropout_blocks(board));
  if (passes(Step::projected)) append(blocks, projection_blocks(board, "O", *problem.w_o));
  return blocks;
}

std::string spot_text(const PracticeBoard& board, const Spot& spot) {
  return quoted(row_name(board.practice().problem(), spot.step, spot.batch, spot.row));
}

Document practice_page(const Catalogue& catalogue) {
  Document page;
  page.language = std::string(language_name(catalogue.language()));
  page.mark_words = mark_words(catalogue);
  page.role_words[Role::masked] = std::string(catalogue.text("role.masked"));
  page.sections.emplace_back();
  return page;
}

}  // namespace qkv
