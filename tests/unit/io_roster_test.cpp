// Class lists, as teachers keep them and as platforms export them.
#include "qkv/io/read_roster.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Lines = std::vector<std::string>;

// "2 s001 Ann": the line, the id, the name.
Lines learners_of(const std::string& text) {
  const auto roster = read_roster(text, "class.csv");
  if (!roster) {
    check_sayable(roster.faults());
    FAIL(brief(roster.faults().front()));
  }
  Lines learners;
  for (const RosterEntry& each : roster.value())
    learners.push_back(std::to_string(each.line) + " " + each.id + " " + each.name);
  return learners;
}

std::vector<Diagnostic> faults_of(const std::string& text) {
  const auto roster = read_roster(text, "class.csv");
  REQUIRE_FALSE(roster);
  check_sayable(roster.faults());
  for (const Diagnostic& fault : roster.faults()) CHECK(fault.place.file == "class.csv");
  return roster.faults();
}

struct Case {
  std::string what;
  std::string list;
  Lines expected;
};

const std::string mark = "\xEF\xBB\xBF";

std::string utf16_little(const std::string& ascii) {
  std::string text = "\xFF\xFE";
  for (const char c : ascii) text += {c, '\0'};
  return text;
}

}  // namespace

TEST_CASE("a class list is read whatever program saved it") {
  const std::vector<Case> cases = {
      {"plain", "id,name\ns001,张三\ns002,李四\n", {"2 s001 张三", "3 s002 李四"}},
      {"a byte order mark", mark + "学号,姓名\n2024001,张三\n", {"2 2024001 张三"}},
      {"UTF-16", utf16_little("id\tname\r\ns001\tAnn\r\n"), {"2 s001 Ann"}},
      {"semicolons", "name;id\nAnn;s001\n", {"2 s001 Ann"}},
      {"tabs", "id\tname\ns001\tAnn Lee\n", {"2 s001 Ann Lee"}},
      {"full-width commas", "学号，姓名\ns001，张三\n", {"2 s001 张三"}},
      {"the separator named", "sep=;\nid;name\ns001;Ann\n", {"3 s001 Ann"}},
      {"CR LF", "id,name\r\ns001,Ann\r\ns002,Bo\r\n", {"2 s001 Ann", "3 s002 Bo"}},
      {"lone carriage returns", "id,name\rs001,Ann\r", {"2 s001 Ann"}},
      {"no line break at the end", "id,name\ns001,Ann", {"2 s001 Ann"}},
      {"quoted names",
       "id,name\ns001,\"Lee, Ann\"\ns002,\"\"\"Bo\"\" Li\"\n",
       {"2 s001 Lee, Ann", "3 s002 \"Bo\" Li"}},
      {"blanks around", "id , name\n  s001 ,　张三\n", {"2 s001 张三"}},
      {"blank lines", "\nid,name\n\ns001,Ann\n,\n\ns002,Bo\n\n,,\n \n", {"4 s001 Ann", "7 s002 Bo"}},
      {"without names", "id\ns001\ns002\n", {"2 s001 ", "3 s002 "}},
      {"a blank name", "id,name\ns001,\ns002\n", {"2 s001 ", "3 s002 "}},
      {"ids that no file could be called",
       "id,name\na/b,Ann\n..,Bo\nCON,Cy\n张*,Di\n",
       {"2 a/b Ann", "3 .. Bo", "4 CON Cy", "5 张* Di"}},
      {"ids that differ in letter case", "id\ns1\nS1\n", {"2 s1 ", "3 S1 "}},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    CHECK(learners_of(one.list) == one.expected);
  }
}

TEST_CASE("the columns are known by the names that class lists have") {
  const std::vector<Case> cases = {
      {"beside others", "class,ID,row,Name\n4b,s001,1,Ann\n", {"2 s001 Ann"}},
      {"Chinese", "序号,姓名,班级,学号\n1,张三,四班,2024001\n", {"2 2024001 张三"}},
      {"stretched", "编 号,姓　名\n7,张三\n", {"2 7 张三"}},
      {"the surer name counts", "编号,学号,姓名\n1,2024001,张三\n", {"2 2024001 张三"}},
      {"as in a manifest", "learner,name\ns001,Ann\n", {"2 s001 Ann"}},
      {"low lines", "student_id,full_name\ns001,Ann\n", {"2 s001 Ann"}},
      {"full-width letters", "ＩＤ,Ｎａｍｅ\ns001,Ann\n", {"2 s001 Ann"}},
      {"a gradebook of Canvas",
       "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lee, Ann\",17,s001,ann,4b\n",
       {"3 s001 Lee, Ann"}},
      {"a column that nobody fills is not the one of ids, and Canvas's own student is none",
       "Student,ID,SIS User ID,SIS Login ID\n\"Lee, Ann\",17,,ann\n\"Student, Test\",1299,,8f7a\n",
       {"2 17 Lee, Ann"}},
      {"lines that name nobody are passed over", "row,id,name\n1,s001,Ann\n2,,\n3,,\n", {"2 s001 Ann"}},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    CHECK(learners_of(one.list) == one.expected);
  }
}

TEST_CASE("everything that is wrong with a class list is said at once") {
  const std::vector<Case> cases = {
      {"nothing at all", "", {"1:1 roster.empty"}},
      {"only blanks", mark + "\n \n", {"1:1 roster.empty"}},
      {"only a head", "id,name\n,\n", {"1:1 roster.empty"}},
      {"only the points possible", "Student,SIS User ID\nPoints Possible,\n", {"1:1 roster.empty"}},
      {"no head, two columns", "s001,Ann\ns002,Bo\n", {"1:1 roster.no-head"}},
      {"no head, one column", "s001\ns002\n", {"1:1 roster.no-head"}},
      {"no head, many columns", "1,s001,Ann,4b\n", {"1:1 roster.no-head"}},
      {"no column for the ids", "row,name\n1,Ann\n", {"1:1 roster.no-id-column"}},
      {"an id missing", "name,id\nAnn,\nBo,s002\nCy\n", {"2:1 roster.no-id", "4:1 roster.no-id"}},
      {"an id twice",
       "name,id\nAnn,s001\nBo,s002\nCy, s001\nDi,s001\n",
       {"4:5 roster.twice", "5:4 roster.twice"}},
      {"ids that look the same", "id\ncaf\xC3\xA9\ncafe\xCC\x81\n", {"3:1 roster.twice"}},
      {"control characters",
       std::string("id,name\ns\0001,Ann\ns002,\"Bo\nLi\"\ns003,C\x1By\n", 37),
       {"2:1 roster.control", "3:6 roster.control", "5:6 roster.control"}},
      {"a name without quotation marks", "id,name\ns001,Lee, Ann\ns002,Bo,,\n", {"2:11 roster.many-fields"}},
      {"what a spreadsheet would calculate",
       "id,name\n=1+1,Ann\ns002,@x\n",
       {"2:1 roster.formula", "3:6 roster.formula"}},
      {"a line whose names stand in columns that nobody knows",
       "id,first,last\ns1,Ann,Lee\n,Bob,Ray\n",
       {"3:1 roster.no-id"}},
      {"too long", "id\n" + std::string(201, 'x') + "\n", {"2:1 name.too-long"}},
      {"invisible", "id\n\xE2\x80\x8D\n", {"2:1 name.invisible"}},
      {"a quotation mark that is never closed",
       "id,name\ns001,\"Ann\ns002,Bo\n",
       {"2:6 sheet.unclosed-quote"}},
      {"of each kind",
       "id,name\ns001,Ann\n,Bo\ns001,Cy\ns004,D,i\n",
       {"3:1 roster.no-id", "4:1 roster.twice", "5:8 roster.many-fields"}},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    CHECK(brief(faults_of(one.list)) == one.expected);
  }
}

TEST_CASE("an id that stands twice is told with both lines") {
  const auto faults = faults_of("id,name\ns001,Ann\ns002,Bo\ns001,Cy\n");
  REQUIRE(faults.size() == 1);
  CHECK(argument_of(faults[0], "line") == "2");
  CHECK(faults[0].place.line == 4);
  CHECK(argument_of(faults[0], "id") == "s001");
}

TEST_CASE("a head that is missing is shown as it should be") {
  const auto faults = faults_of("s001,Ann\n");
  for (const Language language : {Language::zh, Language::en})
    CHECK(fault_text(Catalogue(language), faults[0]).find("id,name") != std::string::npos);
}

TEST_CASE("a list in GBK, as spreadsheets on Chinese Windows save it, is read") {
  // 学号,姓名 / 1,张三 / 2,李四
  const std::string gbk = "\xD1\xA7\xBA\xC5,\xD0\xD5\xC3\xFB\n1,\xD5\xC5\xC8\xFD\n2,\xC0\xEE\xCB\xC4\n";
  CHECK(learners_of(gbk) == Lines{"2 1 张三", "3 2 李四"});
}

TEST_CASE("names in an encoding that nobody can tell are refused rather than lost") {
  // É in Latin-1, and a first byte of GBK without a second.
  CHECK(brief(faults_of("id,name\n1,\xC9\n")) == Lines{"2:0 roster.utf8"});
  const auto later = faults_of("id,name\n1,\xD5\xC5\n1,\xC0\xEE\xCB\n");
  CHECK(brief(later) == Lines{"2:0 roster.utf8"});
  CHECK(argument_of(later[0], "byte") == "0xD5");
  CHECK(brief(faults_of(std::string("\xFF\xFE\0\0i\0\0\0", 8))) == Lines{"1:1 file.encoding"});
}

TEST_CASE("of very many faults the first hundred are said") {
  std::string list = "id,name\n";
  for (int i = 0; i < 150; ++i) list += ",Ann\n";
  const auto faults = faults_of(list);
  REQUIRE(faults.size() == 101);
  CHECK(faults.back().code == "more-faults");
}
