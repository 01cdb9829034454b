#include "qkv/json/write_lab.hpp"

#include <cmath>

#include "qkv/json/writer.hpp"
#include "qkv/lab/words.hpp"
#include "write_members.hpp"

namespace qkv {
namespace {

class LabWriter {
 public:
  LabWriter(JsonWriter& json, const Catalogue& catalogue) : json_(json), catalogue_(catalogue) {}

  void write(const LabSection& section) {
    json_.begin_object();
    write_words("heading", section.heading);
    json_.key("blocks");
    json_.begin_array();
    for (const LabSection::Block& block : section.blocks) {
      json_.begin_object();
      std::visit([this](const auto& each) { members(each); }, block);
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

 private:
  void write_words(std::string_view key, const LabText& text) {
    write_text(json_, key, lab_words(text, catalogue_));
  }

  void number(double value) {
    if (std::isnan(value)) {
      json_.text("nan");
    } else if (value > 0 && std::isinf(value)) {
      json_.text("inf");
    } else {
      json_.number(value);
    }
  }

  void write_number(std::string_view key, double value) {
    json_.key(key);
    number(value);
  }

  void cell(const LabCell& cell) {
    if (const LabText* text = std::get_if<LabText>(&cell)) {
      json_.begin_object();
      write_words("text", *text);
      json_.end_object();
    } else {
      number(std::get<LabNumber>(cell).value);
    }
  }

  void members(const LabText& text) {
    write_text(json_, "kind", "text");
    write_words("text", text);
  }

  void members(const LabTable& table) {
    write_text(json_, "kind", "table");
    write_text(json_, "id", table.id);
    write_words("caption", table.caption);
    write_words("row_axis", table.row_axis);
    json_.key("columns");
    json_.begin_array();
    for (const LabText& column : table.columns) json_.text(lab_words(column, catalogue_));
    json_.end_array();
    json_.key("rows");
    json_.begin_array();
    for (const LabTable::Row& row : table.rows) {
      json_.begin_object();
      write_words("name", row.name);
      json_.key("cells");
      json_.begin_array();
      for (const LabCell& each : row.cells) cell(each);
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
  }

  void members(const LabPlot& plot) {
    write_text(json_, "kind", "plot");
    write_text(json_, "id", plot.id);
    write_words("caption", plot.caption);
    write_words("x_axis", plot.x_axis);
    write_words("y_axis", plot.y_axis);
    json_.key("series");
    json_.begin_array();
    for (const LabPlot::Series& series : plot.series) {
      json_.begin_object();
      write_words("name", series.name);
      json_.key("points");
      json_.begin_array();
      for (const auto& [x, y] : series.points) point(x, y);
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
  }

  void point(double x, double y) {
    json_.begin_array();
    number(x);
    number(y);
    json_.end_array();
  }

  void members(const LabClaim& claim) {
    write_text(json_, "kind", "claim");
    write_text(json_, "id", claim.id);
    write_text(json_, "sentence", claim_words(claim, catalogue_));
    write_number("found", claim.found);
    write_text(json_, "relation", relation_name(claim.relation));
    write_number("bound", claim.bound);
    if (claim.relation == LabClaim::Relation::equal) write_number("tolerance", claim.tolerance);
    json_.key("holds");
    json_.boolean(claim.holds());
  }

  JsonWriter& json_;
  const Catalogue& catalogue_;
};

std::string text_of(std::string_view lab, std::string_view part, const Catalogue& catalogue) {
  return std::string(catalogue.text("lab." + std::string(lab) + "." + std::string(part)));
}

}  // namespace

std::string lab_json(const LabResult& result, const Catalogue& catalogue) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  write_text(json, "lab", result.lab);
  write_text(json, "title", text_of(result.lab, "title", catalogue));
  json.key("seed");
  json.unsigned_whole(result.seed);
  if (!result.problem.empty()) write_text(json, "problem", result.problem);
  json.key("holds");
  json.boolean(result.holds());
  json.key("sections");
  json.begin_array();
  LabWriter writer(json, catalogue);
  for (const LabSection& section : result.sections) writer.write(section);
  json.end_array();
  json.end_object();
  return json.take();
}

std::string labs_json(std::span<const Lab> labs, const Catalogue& catalogue) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "qkv", 1);
  json.key("labs");
  json.begin_array();
  for (const Lab& lab : labs) {
    json.begin_object();
    write_text(json, "id", lab.id);
    write_text(json, "title", text_of(lab.id, "title", catalogue));
    write_text(json, "summary", text_of(lab.id, "summary", catalogue));
    if (!lab.default_problem.empty()) write_text(json, "problem", lab.default_problem);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace qkv
