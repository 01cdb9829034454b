// CSV sheets, as spreadsheet programs and people write them.
#include "qkv/io/read_sheet.hpp"
#include "support/faults.hpp"

using namespace qkv;
using namespace qkv::test;

namespace {

using Lines = std::vector<std::string>;

std::string dump(const AnswerTable& table) {
  std::string text = std::string(step_name(table.step)) + " " + shape_text(table.shape) + ":";
  for (const AnswerCell& cell : table.cells) text += " " + (cell.written.empty() ? "_" : cell.written);
  return text;
}

Answers read(const std::string& text) {
  auto answers = read_csv_answers(text, "s001.csv");
  if (!answers) FAIL(brief(answers.faults().front()));
  check_sayable(answers.value().faults);
  return std::move(answers.value());
}

struct Case {
  std::string what;
  std::string sheet;
  Lines tables;
  Lines faults;
};

const std::string head = "step,batch,head,row,column,value\n";

void check_cases(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    INFO(one.what);
    const Answers answers = read(one.sheet);
    Lines tables;
    for (const AnswerTable& table : answers.tables) tables.push_back(dump(table));
    CHECK(tables == one.tables);
    CHECK(brief(answers.faults) == one.faults);
  }
}

}  // namespace

TEST_CASE("a line holds a cell, and says where it belongs") {
  const std::vector<Case> cases = {
      {"in any order",
       head + "weights,1,1,1,2,0.5\nweights,1,1,1,1,0.25\n",
       {"weights [1, 1, 1, 2]: 0.25 0.5"},
       {}},
      {"blank", head + "weights,1,1,1,1,\n", {"weights [1, 1, 1, 1]: _"}, {}},
      {"heads", head + "weights,1,2,1,1,0.25\n", {"weights [1, 2, 1, 1]: _ 0.25"}, {}},
      {"without what is 1",
       head + "sum,,,1,,8\nmerged,,,1,2,3\n",
       {"sum [1, 1, 1]: 8", "merged [1, 1, 2]: _ 3"},
       {}},
      {"columns in another order",
       "value,step,column,row\n0.5,Weights,1,2\n",
       {"weights [1, 1, 2, 1]: _ 0.5"},
       {}},
      {"quoted", head + "\"weights\",\"1\",\"1\",\"1\",\"1\",\" 0.5 \"\n", {"weights [1, 1, 1, 1]: 0.5"}, {}},
      {"semicolons",
       "step;batch;head;row;column;value\nweights;1;1;1;1;0,5\n",
       {"weights [1, 1, 1, 1]: 0,5"},
       {}},
      {"the separator named",
       "sep=;\nstep;row;column;value\nweights;1;1;0,5\n",
       {"weights [1, 1, 1, 1]: 0,5"},
       {}},
      {"tabs", "step\trow\tcolumn\tvalue\nweights\t1\t1\t0.5\n", {"weights [1, 1, 1, 1]: 0.5"}, {}},
      {"full-width commas",
       "step，row，column，value\nweights，１，1，０．５\n",
       {"weights [1, 1, 1, 1]: ０．５"},
       {}},
      {"smart quotes", head + "weights,1,1,1,1,“0.5”\n", {"weights [1, 1, 1, 1]: 0.5"}, {}},
      {"lone carriage returns",
       "step,row,column,value\rweights,1,1,0.5\r",
       {"weights [1, 1, 1, 1]: 0.5"},
       {}},
      {"a line break in quotes",
       head + "note,,,,,\"a\nb \"\"c\"\"\"\nweights,1,1,1,x,1\nweights,1,1,1,1,0.5\n",
       {"weights [1, 1, 1, 1]: 0.5"},
       {"4:15 sheet.bad-number"}},
  };
  check_cases(cases);
}

TEST_CASE("what is broken in a CSV sheet is reported, and the rest is read") {
  const std::string good = "weights,1,1,1,1,0.5\n";
  const std::vector<Case> cases = {
      {"no head", good, {"weights [1, 1, 1, 1]: 0.5"}, {"1:1 sheet.no-csv-head"}},
      {"a misspelt table",
       head + "wieghts,1,1,1,1,1\nwieghts,1,1,1,2,1\n" + good,
       {"weights [1, 1, 1, 1]: 0.5"},
       {"2:1 sheet.unknown-step"}},
      {"a renamed column: the only unknown one stands for the only missing one",
       "step,batch,head,row,column,answer,row_name,column_name,decimals\nweights,1,1,1,1,0.25,a,b,2\n",
       {"weights [1, 1, 1, 1]: 0.25"},
       {"1:28 sheet.csv-column-misspelt"}},
      {"a misspelt column",
       "step,row,colum,value\nweights,1,1,0.5\n",
       {"weights [1, 1, 1, 1]: 0.5"},
       {"1:10 sheet.csv-column-misspelt"}},
      {"no such row",
       head + "weights,1,1,0,1,1\nweights,1,1,-1,1,1\nweights,1,65,99999999999,1,1\n" + good,
       {"weights [1, 1, 1, 1]: 0.5"},
       {"2:13 sheet.bad-number", "3:13 sheet.bad-number", "4:14 sheet.bad-number"}},
      {"a cell twice",
       head + good + "weights,1,1,1,1,0.6\n",
       {"weights [1, 1, 1, 1]: 0.5"},
       {"3:1 sheet.cell-twice"}},
      {"a quotation mark that is never closed",
       head + "weights,1,1,1,1,\"0.5\nweights,1,1,1,2,0.6\n",
       {"weights [1, 1, 1, 2]: 0.5 0.6"},
       {"2:17 sheet.unclosed-quote"}},
      {"too large",
       head + "weights,64,128,1024,1024,1\n" + "scores,1,1,1,1,0.5\n",
       {"scores [1, 1, 1, 1]: 0.5"},
       {"2:1 answers.too-many-cells"}},
  };
  check_cases(cases);
}

TEST_CASE("problem and learner stand in lines of their own") {
  for (const std::string& lines : {std::string("problem,,,,,contract\nlearner,,,,,s001\nname,,,,,小明\n"),
                                   std::string("problem,contract\nlearner,s001\nname,小明\n")}) {
    const Answers answers = read(head + lines + "weights,1,1,1,1,0.5\n");
    CHECK(answers.problem == "contract");
    CHECK(answers.learner == "s001");
    CHECK(answers.learner_name == "小明");
    CHECK(answers.faults.empty());
  }
}

TEST_CASE("a CSV text without a line of answers is refused") {
  for (const std::string& text : {std::string(), head, std::string("learner,s001\n")}) {
    const auto answers = read_csv_answers(text, "s001.csv");
    REQUIRE_FALSE(answers);
    check_sayable(answers.faults());
    CHECK(answers.faults().back().code == "sheet.no-csv-lines");
  }
}
