// What every experiment owes its readers: claims that hold whatever is drawn, and the same bytes for a seed.
#include <set>

#include "qkv/base/embedded.hpp"
#include "qkv/json/write_lab.hpp"
#include "support/effort.hpp"
#include "support/lab.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

bool is_long(const Lab& lab) {
  return lab.id == "scale" || lab.id == "loss" || lab.id == "cost";
}

// Instrumented, what draws millions of numbers takes minutes.
std::uint64_t seeds_for(const Lab& lab) {
  if (thorough) return 20;
  return is_long(lab) ? 1 : 4;
}

}  // namespace

TEST_CASE("every claim of every experiment holds for each of 20 seeds") {
  for (const Lab& lab : labs()) {
    for (std::uint64_t seed = 0; seed < seeds_for(lab); ++seed) {
      const LabResult result = run_lab(lab.id, seed);
      INFO(lab.id << " with seed " << seed);
      CHECK_FALSE(result.claims().empty());
      for (const LabClaim* claim : result.claims()) {
        INFO(claim->id << ": " << claim->found << " against " << claim->bound);
        CHECK(claim->holds());
      }
    }
  }
}

TEST_CASE("claims also hold for the largest seed") {
  for (const Lab& lab : labs()) {
    if (!thorough && is_long(lab)) continue;
    INFO(lab.id);
    CHECK(run_lab(lab.id, ~std::uint64_t{0}).holds());
  }
}

TEST_CASE("a seed always gives the same bytes, and another seed other ones where something is drawn") {
  const Catalogue catalogue(Language::en);
  for (const Lab& lab : labs()) {
    if (!thorough && is_long(lab)) continue;
    INFO(lab.id);
    const std::string first = lab_json(run_lab(lab.id, 7), catalogue);
    CHECK(first == lab_json(run_lab(lab.id, 7), catalogue));
    LabResult other = run_lab(lab.id, 8);
    other.seed = 7;
    CHECK((first != lab_json(other, catalogue)) == lab.draws);
  }
}

TEST_CASE("ids within an experiment are unique, and every row has a cell for each column") {
  for (const Lab& lab : labs()) {
    const LabResult result = run_lab(lab.id);
    INFO(lab.id);
    CHECK(result.lab == lab.id);
    std::set<std::string> ids;
    for (const LabClaim* claim : result.claims()) {
      INFO(claim->id);
      CHECK(ids.insert("claim " + claim->id).second);
      CHECK(claim->tolerance >= 0);
    }
    for (const LabTable* table : blocks_of<LabTable>(result)) {
      INFO(table->id);
      CHECK(ids.insert("table " + table->id).second);
      CHECK_FALSE(table->rows.empty());
      for (const LabTable::Row& row : table->rows) CHECK(row.cells.size() == table->columns.size());
    }
    for (const LabPlot* plot : blocks_of<LabPlot>(result)) CHECK(ids.insert("plot " + plot->id).second);
  }
}

TEST_CASE("progress only grows, and ends with all of it") {
  for (const Lab& lab : labs()) {
    if (!lab.default_problem.empty() || (!thorough && is_long(lab))) continue;
    INFO(lab.id);
    std::vector<double> shares;
    REQUIRE(
        lab.run({.seed = 1, .problem = nullptr, .progress = [&](double share) { shares.push_back(share); }}));
    for (std::size_t i = 0; i < shares.size(); ++i) {
      CHECK(shares[i] >= (i == 0 ? 0.0 : shares[i - 1]));
      CHECK(shares[i] <= 1.0);
    }
    if (!shares.empty()) CHECK(shares.back() == 1.0);
  }
}

TEST_CASE("a claim without a number never holds") {
  const double nan = std::nan("");
  using enum LabClaim::Relation;
  for (const LabClaim::Relation relation : {less, at_most, equal, at_least, greater}) {
    CHECK_FALSE(LabClaim{.found = nan, .relation = relation, .bound = 1.0, .tolerance = 9.0}.holds());
    CHECK_FALSE(LabClaim{.found = 1.0, .relation = relation, .bound = nan, .tolerance = 9.0}.holds());
  }
  CHECK(LabClaim{.found = 1.25, .relation = equal, .bound = 1.0, .tolerance = 0.25}.holds());
  CHECK_FALSE(LabClaim{.found = 1.26, .relation = equal, .bound = 1.0, .tolerance = 0.25}.holds());
  CHECK_FALSE(LabClaim{.found = 1.0, .relation = less, .bound = 1.0}.holds());
  CHECK(LabClaim{.found = 1.0, .relation = at_least, .bound = 1.0}.holds());
}

TEST_CASE("experiments on a problem hold on every built-in one, or say why it is of no use") {
  for (const Lab& lab : labs()) {
    if (lab.default_problem.empty()) continue;
    for (const std::string& id : builtin_ids()) {
      INFO(lab.id << " on " << id);
      const Result<LabResult> result = run_lab_on(lab.id, id, 1);
      if (result) {
        CHECK(result.value().holds());
        CHECK(result.value().problem == id);
      } else {
        CHECK(result.faults().front().code.starts_with("lab."));
      }
    }
  }
}
