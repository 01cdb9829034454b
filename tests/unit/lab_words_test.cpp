// How the results of experiments are said: numbers, claims that hold and that do not, Markdown and JSON.
#include <fstream>
#include <iterator>
#include <limits>

#include "qkv/json/write_lab.hpp"
#include "qkv/lab/words.hpp"
#include "qkv/render/markdown.hpp"
#include "qkv/render/text.hpp"
#include "qkv/report/lab.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A result with one claim that holds and one that does not.
LabResult doctored() {
  using enum LabClaim::Relation;
  LabSection section{.heading = lab_literal("heading"), .blocks = {}};
  section.blocks.emplace_back(lab_literal("a paragraph"));
  section.blocks.emplace_back(
      LabTable{.id = "numbers",
               .caption = {},
               .row_axis = lab_literal("row"),
               .columns = {lab_literal("a"), lab_literal("b"), lab_literal("c"), lab_literal("d")},
               .rows = {{lab_literal("first"),
                         {LabNumber{0.1, 2}, LabNumber{std::nan(""), 2}, LabNumber{infinity, 2},
                          LabNumber{-infinity, 2}}}}});
  section.blocks.emplace_back(LabClaim{.id = "right",
                                       .key = "lab.scale.claim.odds",
                                       .found = 2.7182,
                                       .relation = equal,
                                       .bound = 2.7183,
                                       .tolerance = 0.001,
                                       .decimals = 3});
  section.blocks.emplace_back(LabClaim{.id = "wrong",
                                       .key = "lab.scale.claim.odds",
                                       .found = 2.5,
                                       .relation = greater,
                                       .bound = 2.7183,
                                       .decimals = 3});
  return {.lab = "scale", .seed = 3, .sections = {std::move(section)}};
}

std::string read(const std::string& path) {
  std::ifstream in(std::string(QKV_SOURCE_DIR) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE(
    "numbers are said with the signs of mathematics, very large and small ones with their power of ten") {
  CHECK(lab_number(0.125, 2) == "0.13");
  CHECK(lab_number(-0.5, 2) == "\u22120.50");
  CHECK(lab_number(-infinity, 2) == "\u2212\u221E");
  CHECK(lab_number(infinity, significant) == "\u221E");
  CHECK(lab_number(std::nan(""), 3) == "NaN");
  CHECK(lab_number(0, significant) == "0");
  CHECK(lab_number(0.00123456, significant) == "0.00123");
  CHECK(lab_number(12345.6, significant) == "12346");
  CHECK(lab_number(-3.4028234663852886e38, significant) == "\u22123.4e38");
  CHECK(lab_number(9.999e-9, significant) == "1e-8");
  CHECK(lab_number(4.9e-324, significant) == "4.94e-324");
  CHECK(lab_number(-1e9, significant) == "\u22121e9");
}

TEST_CASE("a claim that fails says what was found and what it had to be, in both languages") {
  const LabResult result = doctored();
  CHECK_FALSE(result.holds());
  for (const Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    const std::string text = render_text(lab_document(result, catalogue), {});
    INFO(text);
    CHECK(has(text, "\u2713 "));
    CHECK(has(text, "\u2717 "));
    CHECK(has(text, claim_numbers(*result.claims()[1], catalogue)));
    CHECK(has(text, catalogue.count("lab.some-hold", 2, {argument("held", 1)})));
    CHECK(has(render_markdown(lab_document(result, catalogue)), "| row | a | b | c | d |"));
  }
  const Catalogue english(Language::en);
  CHECK(claim_numbers(*result.claims()[1], english) ==
        "Does not hold: found 2.500, which should be greater than 2.718.");
}

TEST_CASE("the end of a result whose claims all hold says so, and where to go on") {
  LabResult result = doctored();
  result.sections[0].blocks.pop_back();
  CHECK(result.holds());
  const std::string text = render_text(lab_document(result, Catalogue(Language::en)), {});
  CHECK(has(text, "\n\u2713 The only claim holds.\n\nNext: "));
}

TEST_CASE("every relation has its sentence in both languages") {
  using enum LabClaim::Relation;
  for (const Language language : {Language::zh, Language::en}) {
    const Catalogue catalogue(language);
    for (const LabClaim::Relation relation : {less, at_most, equal, at_least, greater}) {
      for (const double tolerance : {0.0, 0.5}) {
        const LabClaim claim{.found = 4.25, .relation = relation, .bound = 1.75, .tolerance = tolerance};
        const std::string text = claim_numbers(claim, catalogue);
        INFO(text);
        CHECK(has(text, "4.25"));
        CHECK(has(text, "1.75"));
      }
    }
  }
}

TEST_CASE("JSON has the numbers in full and says which claims hold") {
  const std::string json = lab_json(doctored(), Catalogue(Language::en));
  CHECK(json.starts_with(R"({"qkv":1,"lab":"scale","title":)"));
  CHECK(has(json, R"("seed":3,"holds":false,)"));
  CHECK(has(json, R"("cells":[0.1,"nan","inf","-inf"])"));
  CHECK(has(json, R"("found":2.7182,"relation":"equal","bound":2.7183,"tolerance":0.001,"holds":true)"));
  CHECK(has(json, R"("found":2.5,"relation":"greater","bound":2.7183,"holds":false)"));
}

TEST_CASE("every experiment has its texts in both languages, and a part of docs/labs.md") {
  const std::string page = read("docs/labs.md");
  REQUIRE_FALSE(page.empty());
  for (const Lab& lab : labs()) {
    INFO(lab.id);
    CHECK(find_lab(lab.id) == &lab);
    for (const Language language : {Language::zh, Language::en}) {
      for (const std::string part : {".title", ".summary"})
        CHECK(Catalogue(language).has("lab." + std::string(lab.id) + part));
      CHECK(has(render_text(labs_document(labs(), Catalogue(language)), {}), std::string(lab.id)));
    }
    CHECK(has(page, "qkv lab " + std::string(lab.id)));
    CHECK(has(page, "| `" + std::string(lab.id) + "` |"));
  }
  CHECK(find_lab("none") == nullptr);
}
