#include <string>
#include <string_view>
#include <vector>

#include "qkv/base/suggest.hpp"
#include "support/catch.hpp"

using namespace qkv;

namespace {

std::string among(std::string_view word, const std::vector<std::string_view>& candidates) {
  return nearest(word, std::span<const std::string_view>(candidates));
}

const std::vector<std::string_view> commands = {"walk", "check", "grade", "generate", "practice", "quiz"};
const std::vector<std::string_view> keys = {"weights", "W_Q", "W_K", "scores", "scale", "Q", "K", "V"};

}  // namespace

TEST_CASE("a slip of the fingers finds the word that was meant") {
  CHECK(among("wlak", commands) == "walk");
  CHECK(among("wakl", commands) == "walk");
  CHECK(among("wal", commands) == "walk");
  CHECK(among("wwalk", commands) == "walk");
  CHECK(among("chekc", commands) == "check");
  CHECK(among("genrate", commands) == "generate");
  CHECK(among("weigths", keys) == "weights");
  CHECK(among("socres", keys) == "scores");
  CHECK(nearest("contrct", std::vector<std::string>{"causal", "contract"}) == "contract");
}

TEST_CASE("letter case does not count") {
  CHECK(among("WALK", commands) == "walk");
  CHECK(among("w_q", keys) == "W_Q");
  CHECK(among("q", keys) == "Q");
}

TEST_CASE("a word that is near nothing finds nothing") {
  CHECK(among("xyz", commands).empty());
  CHECK(among("", commands).empty());
  CHECK(among("walk", {}).empty());
  CHECK(among("frobnicate", commands).empty());
  CHECK(among("walking", commands).empty());
  CHECK(among(std::string(100'000, 'w'), commands).empty());
}

TEST_CASE("a single letter is not near every other letter") {
  CHECK(among("Z", keys).empty());
}

TEST_CASE("Chinese words are compared by characters, not by bytes") {
  const std::vector<std::string_view> words = {"合同", "违约金", "过高"};
  CHECK(among("违约经", words) == "违约金");
  CHECK(among("约违金", words) == "违约金");
  CHECK(among("合通", words) == "合同");
  CHECK(among("法律", words).empty());
}

TEST_CASE("the first of equally near words wins, a nearer one beats it") {
  CHECK(among("W_X", {"W_Q", "W_K"}) == "W_Q");
  CHECK(among("scals", {"scabs", "scale", "scals"}) == "scals");
}

TEST_CASE("words that are not UTF-8 are compared byte by byte") {
  CHECK(among("wal\xFF", commands) == "walk");
  CHECK(among("\xE4\xBD", commands).empty());
}
