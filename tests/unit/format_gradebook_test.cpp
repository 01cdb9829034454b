// The gradebook as Canvas and spreadsheets read it.
#include "qkv/format/gradebook.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

ClassRecord graded(const std::string& learner, const std::string& name, int points, int max_points = 8) {
  ClassRecord record;
  record.learner = learner;
  record.learner_name = name;
  record.label = learner.empty() ? name : learner;
  record.problem = "p";
  record.graded = true;
  record.points = points;
  record.max_points = max_points;
  return record;
}

std::string written(Gradebook& book) {
  std::string text;
  book.write([&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

TEST_CASE("the head and the points possible are those of Canvas, points are whole numbers") {
  Gradebook book;
  book.add(graded("s1", "Ann", 7));
  book.add(graded("s2", "", 8));
  CHECK(written(book) ==
        "Student,ID,SIS User ID,SIS Login ID,Section,p\r\n"
        "Points Possible,,,,,8\r\n"
        "Ann,,s1,s1,,7\r\n"
        "s2,,s2,s2,,8\r\n");
}

TEST_CASE("with different problems the points are per cent with two decimals at most, halves up") {
  Gradebook book;
  book.add(graded("a", "", 7, 8));
  book.add(graded("b", "", 1, 3));
  book.add(graded("c", "", 2, 3));
  book.add(graded("d", "", 1, 800));
  const std::string text = written(book);
  for (const std::string line : {"Points Possible,,,,,100\r\n", "a,,a,a,,87.50\r\n", "b,,b,b,,33.33\r\n",
                                 "c,,c,c,,66.67\r\n", "d,,d,d,,0.13\r\n"}) {
    INFO(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("of several submissions with one id the last counts; equal names are no proof") {
  Gradebook book;
  book.add(graded("s1", "Ann", 1));
  book.add(graded("", "Li Wei", 2));
  book.add(graded("s2", "", 3));
  book.add(graded("s1", "Ann", 4));
  book.add(graded("", "Li Wei", 5));
  book.add(graded("s1", "Ann", 6));
  CHECK(book.repeated() == std::vector<std::string>{"s1"});
  CHECK(written(book) ==
        "Student,ID,SIS User ID,SIS Login ID,Section,p\r\n"
        "Points Possible,,,,,8\r\n"
        "\"Li Wei\",,,,,2\r\n"
        "s2,,s2,s2,,3\r\n"
        "\"Li Wei\",,,,,5\r\n"
        "Ann,,s1,s1,,6\r\n");
}

TEST_CASE("a later submission that cannot be read takes no points away") {
  Gradebook book;
  book.add(graded("s1", "", 5));
  ClassRecord unreadable = ungraded_record(2, "b.json");
  unreadable.learner = "s1";
  book.add(unreadable);
  CHECK(book.repeated() == std::vector<std::string>{"s1"});
  CHECK(written(book).find("s1,,s1,s1,,5\r\n") != std::string::npos);
  CHECK(written(book).find("b.json") == std::string::npos);
}

TEST_CASE("names beyond ASCII begin with a byte order mark, for spreadsheets") {
  Gradebook book;
  book.add(graded("s1", "张红", 5));
  CHECK(written(book).starts_with("\xEF\xBB\xBFStudent,"));
}

TEST_CASE("whoever could not be graded has a line without points") {
  Gradebook book;
  book.add(ungraded_record(1, "b.json"));
  book.add(graded("s1", "", 3));
  CHECK(written(book).find("b.json,,,,,\r\n") != std::string::npos);
}

TEST_CASE("nbgrader #1339: no points at all is 0, and neither nothing nor full marks") {
  Gradebook book;
  book.add(graded("s1", "", 0));
  CHECK(written(book).find("s1,,s1,s1,,0\r\n") != std::string::npos);
  book.add(graded("s2", "", 0, 9));
  CHECK(written(book).find("s2,,s2,s2,,0\r\n") != std::string::npos);
}

TEST_CASE("names are hostile: formulas, quotes, line breaks, zero bytes, any length") {
  Gradebook book;
  book.add(graded("+1", "=HYPERLINK(\"x\")", 1));
  book.add(graded("a\nb", "x,\"y\"", 2));
  book.add(graded(std::string("z\0q", 3), std::string(100'000, 'n'), 3));
  const std::string text = written(book);
  CHECK(text.find("\"'=HYPERLINK(\"\"x\"\")\",,") != std::string::npos);
  CHECK(text.find("\"x,\"\"y\"\"\",,") != std::string::npos);
  CHECK(text.find(",,z,z,,3\r\n") != std::string::npos);
  CHECK(text.size() < 1'500);
  CHECK(std::count(text.begin(), text.end(), '\n') == 5);
}

TEST_CASE("a class of any size is written completely") {
  Gradebook book;
  for (int i = 0; i < 30'000; ++i) book.add(graded("s" + std::to_string(i % 20'000), "", i % 9));
  const std::string text = written(book);
  CHECK(std::count(text.begin(), text.end(), '\n') == 20'002);
  CHECK(book.repeated().size() == 10'000);
  CHECK(text.find("s9999,,s9999,s9999,,2\r\n") != std::string::npos);
}
