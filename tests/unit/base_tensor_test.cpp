#include "qkv/base/tensor.hpp"
#include "support/catch.hpp"

using namespace qkv;

TEST_CASE("a tensor is row major: the last axis varies fastest") {
  const Tensor tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(tensor.at({0, 2}) == 3);
  CHECK(tensor.at({1, 0}) == 4);
  CHECK(tensor.at(std::vector<int>{1, 2}) == 6);
}

TEST_CASE("shapes are shown as people write them") {
  CHECK(shape_text({1, 1, 3, 2}) == "[1, 1, 3, 2]");
  CHECK(shape_text({}) == "[]");
  CHECK(element_count({1, 1, 3, 2}) == 6);
  CHECK(element_count({}) == 1);
}
