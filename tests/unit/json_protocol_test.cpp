// The line protocol: requests there and back, what is refused with its place, answers in any spelling.
#include <cmath>
#include <limits>

#include "qkv/json/protocol.hpp"
#include "qkv/json/value.hpp"
#include "support/catch.hpp"
#include "support/faults.hpp"

using namespace qkv;
using qkv::test::check_sayable;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

AttentionRequest small_request() {
  AttentionRequest request;
  request.id = "c1";
  request.inputs = AttentionInputs{Tensor({1, 1, 1, 2}, {1, -0.5}), Tensor({1, 1, 2, 2}, {1, 2, 3, 4}),
                                   Tensor({1, 1, 2, 1}, {0.1, 1e-9})};
  return request;
}

AttentionRequest small_layer() {
  AttentionRequest request;
  request.id = "层";
  request.inputs = LayerInputs{Tensor({1, 1, 2}, {1, 2}), Tensor({2, 6}, std::vector<double>(12, 0.25)),
                               Tensor({2, 2}, {1, 0, 0, 1}), 2};
  return request;
}

// A request with these members beside the version and an id.
Result<AttentionRequest> read(const std::string& members) {
  return read_request(R"({"qkv":1,"id":"c1",)" + members + "}", {.file = "stdin", .line = 7});
}
std::string tiny(const std::string& more = "") {
  return R"("q":[[[[1]]]],"k":[[[[1],[2]]]],"v":[[[[1],[2]]]])" + more;
}
Diagnostic only_fault(const std::string& members) {
  const auto request = read(members);
  if (request || request.faults().size() != 1) return {};
  check_sayable(request.faults());
  return request.faults().front();
}
std::string code(const std::string& members) {
  return only_fault(members).code;
}

Tensor output_of(const std::string& table) {
  const auto reply = read_reply(R"({"id":"c1","output":)" + table + "}");
  return reply && reply.value().output ? *reply.value().output : Tensor();
}
std::string reply_fault(const std::string& line) {
  const auto reply = read_reply(line);
  if (reply) return "";
  check_sayable(reply.faults());
  return reply.faults().front().code;
}

}  // namespace

TEST_CASE("a request is one line with the keys in their order") {
  AttentionRequest request = small_request();
  const std::string inputs = R"("q":[[[[1,-0.5]]]],"k":[[[[1,2],[3,4]]]],"v":[[[[0.1],[1e-09]]]],)";
  CHECK(request_line(request) == R"({"qkv":1,"id":"c1",)" + inputs + R"("causal":false})");
  request.causal_offset = -1;
  request.padding_mask = Tensor({1, 2}, {1, 0});
  request.scale = 0.5;
  CHECK(request_line(request) == R"({"qkv":1,"id":"c1",)" + inputs +
                                     R"("causal":{"offset":-1},"padding_mask":[[true,false]],"scale":0.5})");
}

TEST_CASE("a request comes back as it was written") {
  std::vector<AttentionRequest> requests = {small_request(), small_layer()};
  for (AttentionRequest request : std::vector(requests)) {
    request.causal_offset = 1;
    request.padding_mask =
        std::holds_alternative<LayerInputs>(request.inputs) ? Tensor({1, 1}, 1.0) : Tensor({1, 2}, {0, 1});
    request.scale = -0.125;
    requests.push_back(request);
  }
  for (const AttentionRequest& request : requests) {
    const std::string line = request_line(request);
    const auto again = read_request(line, {});
    REQUIRE(again);
    CHECK(request_line(again.value()) == line);
    CHECK(again.value().id == request.id);
    CHECK(again.value().causal_offset == request.causal_offset);
    CHECK(again.value().scale == request.scale);
    CHECK(again.value().inputs.index() == request.inputs.index());
  }
}

TEST_CASE("causal as true lets the last query see the last key, and null is as if it was not there") {
  CHECK(read(tiny(R"(,"causal":true)")).value().causal_offset == 1);
  CHECK_FALSE(read(tiny(R"(,"causal":false)")).value().causal_offset);
  CHECK_FALSE(read(tiny()).value().causal_offset);
  const AttentionRequest request = read(tiny(R"(,"scale":null,"padding_mask":null)")).value();
  CHECK_FALSE(request.scale);
  CHECK_FALSE(request.padding_mask);
}

TEST_CASE("a fault of a request names line, column and pointer") {
  const Diagnostic fault = only_fault(tiny(R"(,"paddingmask":[[true,true]])"));
  CHECK(fault.code == "unknown-key");
  CHECK(fault.suggestion == "padding_mask");
  CHECK(fault.place.file == "stdin");
  CHECK(fault.place.line == 7);
  CHECK(fault.place.column == 70);
  CHECK(fault.place.pointer == "/paddingmask");
}

TEST_CASE("what does not fit together is refused, each with its code") {
  const std::string k = R"("k":[[[[1],[2]]]])";
  const std::string v = R"("v":[[[[1],[2]]]])";
  CHECK(code("\"x\":[[[1]]]," + tiny()) == "request.both-inputs");
  CHECK(code("\"causal\":true") == "request.no-inputs");
  CHECK(code(k + "," + v) == "content.missing-key");
  CHECK(code(R"("q":[[1]],)" + k + "," + v) == "tensor.depth-exact");
  CHECK(code(R"("q":[[[[1,2]]]],)" + k + "," + v) == "request.shape");
  CHECK(code(R"("q":[[[[1]],[[1]]]],)" + k + "," + v) == "request.shape");
  CHECK(code(R"("q":[[[[1]]]],)" + k + R"(,"v":[[[[1]]]])") == "request.shape");
  CHECK(code(R"("q":[[[[1],[2,3]]]],)" + k + "," + v) == "matrix.ragged");
  CHECK(code(R"("q":[[[["1/3"]]]],)" + k + "," + v) == "wrong-type");
  CHECK(code(R"("q":[[[[1e999]]]],)" + k + "," + v) == "number.too-large");
  CHECK(code(R"("q":[[[[1e200]]]],"k":[[[[1e200],[2]]]],)" + v) == "numbers.too-large");
  CHECK(code(tiny(R"(,"padding_mask":[[true]])")) == "request.shape");
  CHECK(code(tiny(R"(,"padding_mask":[[true,0]])")) == "wrong-type");
  CHECK(code(tiny(R"(,"causal":1)")) == "wrong-type");
  CHECK(code(tiny(R"(,"causal":{})")) == "mask.offset-missing");
  CHECK(code(tiny(R"(,"causal":{"offset":0.5})")) == "not-whole");
  CHECK(code(tiny(R"(,"causal":{"offset":2000})")) == "request.offset-range");
  CHECK(code(tiny(R"(,"scale":0)")) == "request.scale-range");
  CHECK(code(tiny(R"(,"scale":1e13)")) == "request.scale-range");
  CHECK(code(tiny(R"(,"scale":"sqrt_dk")")) == "wrong-type");
  CHECK(code(tiny(R"(,"scale":1,"scale":2)")) == "json.duplicate-key");
  CHECK(code(R"("q":[[[[NaN]]]],)" + k + "," + v) == "json.not-a-number");
}

TEST_CASE("a layer fits its channels and its heads") {
  const auto layer = [](const std::string& heads, const std::string& w_qkv, const std::string& w_o) {
    return R"("x":[[[1,2]]],"heads":)" + heads + R"(,"w_qkv":)" + w_qkv + R"(,"w_o":)" + w_o;
  };
  const std::string fused = "[[1,2,3,4,5,6],[1,2,3,4,5,6]]";
  const std::string square = "[[1,0],[0,1]]";
  CHECK(read(layer("2", fused, square)));
  CHECK(code(layer("3", fused, square)) == "request.heads-split");
  CHECK(code(layer("0", fused, square)) == "heads.range");
  CHECK(code(layer("2", square, square)) == "request.shape");
  CHECK(code(layer("2", fused, "[[1]]")) == "request.shape");
}

TEST_CASE("several faults of a request are told at once") {
  const auto request = read(R"("q":[[[[1,2]]]],"k":[[[[1],[2]]]],"v":[[[["x"]]]],"scale":0,"mask":1)");
  REQUIRE_FALSE(request);
  CHECK(request.faults().size() == 4);
}

TEST_CASE("beyond the limits of a problem nothing is calculated") {
  std::string rows = "[[[";
  for (int i = 0; i < 1025; ++i) rows += i == 0 ? "[1]" : ",[1]";
  rows = "[" + rows.substr(1) + "]]]";
  CHECK(code("\"q\":" + rows + ",\"k\":" + rows + ",\"v\":" + rows) == "limit.tokens");
}

TEST_CASE("without a version or an id a line is no request") {
  CHECK(read_request(R"({"id":"a","q":[]})", {}).faults().front().code == "version.missing");
  CHECK(read_request(R"({"qkv":2,"id":"a"})", {}).faults().front().code == "version.other");
  CHECK(read_request("[]", {}).faults().front().code == "request.not-an-object");
  CHECK(read_request("{" + tiny() + R"(,"qkv":1})", {}).faults().front().code == "content.missing-key");
}

TEST_CASE("the id of a bad line is found where it can be") {
  CHECK(id_in(R"({"id":"a","x":)"
              "1}") == "a");
  CHECK_FALSE(id_in(R"({"id":"a","x":})"));
  CHECK_FALSE(id_in(R"({"id":1})"));
  CHECK_FALSE(id_in("3"));
  CHECK(error_line("a", "no \"x\"") == R"({"id":"a","error":"no \"x\""})");
  CHECK(error_line(std::nullopt, "no") == R"({"id":null,"error":"no"})");
}

TEST_CASE("an answer is written as Python would write it, and read back") {
  const AttentionAnswer answer{"c1", Tensor({1, 3}, {std::nan(""), infinity, -infinity}), Tensor({1}, 0.1)};
  const std::string line = answer_line(answer);
  CHECK(line == R"({"id":"c1","output":[[NaN,Infinity,-Infinity]],"weights":[0.1]})");
  const Reply reply = read_reply(line).value();
  CHECK(reply.id == "c1");
  CHECK(std::isnan(reply.output->values()[0]));
  CHECK(reply.output->values()[1] == infinity);
  CHECK(reply.output->values()[2] == -infinity);
  CHECK(reply.weights == answer.weights);
  CHECK(answer_line({"c1", {}, Tensor({1}, 1.0)}) == R"({"id":"c1","weights":[1]})");
}

TEST_CASE("numbers that are not finite are read in the spelling of any language") {
  for (const char* spelling : {"NaN", "nan", "-nan", "null", "\"NaN\"", "\"nan\"", "\"-NaN\"", "NAN"}) {
    INFO(spelling);
    const Tensor output = output_of("[" + std::string(spelling) + "]");
    REQUIRE(output.values().size() == 1);
    CHECK(std::isnan(output.values()[0]));
  }
  for (const char* spelling : {"Infinity", "inf", "1e999", "\"inf\"", "\"+Infinity\"", "+inf"}) {
    INFO(spelling);
    CHECK(output_of("[" + std::string(spelling) + "]") == Tensor({1}, infinity));
    const std::string quoted = spelling;
    if (quoted.find('+') != std::string::npos) continue;
    const std::string negative = quoted.front() == '"' ? "\"-" + quoted.substr(1) : "-" + quoted;
    CHECK(output_of("[" + negative + "]") == Tensor({1}, -infinity));
  }
}

TEST_CASE("words inside texts stay what they are") {
  const Reply reply = read_reply(R"({"id":"NaN \" inf","error":"-Infinity at NaN"})").value();
  CHECK(reply.id == "NaN \" inf");
  CHECK(reply.error == "-Infinity at NaN");
}

TEST_CASE("a reply may say more than is asked, and less if it says why") {
  const Reply reply =
      read_reply(R"({"time":{"a":[1,{}]},"id":3,"weights":null,"output":[[1,2],[3,4]]})").value();
  CHECK(reply.id == "3");
  CHECK(reply.output == Tensor({2, 2}, {1, 2, 3, 4}));
  CHECK_FALSE(reply.weights);
  CHECK(read_reply(R"({"id":"a","lacks":"layer"})").value().lacks == std::vector<std::string>{"layer"});
  CHECK(read_reply(R"({"id":"a","lacks":["layer","scale"]})").value().lacks.size() == 2);
  CHECK_FALSE(read_reply(R"({"id":null,"error":""})").value().error.empty());
}

TEST_CASE("half a character or a byte of another encoding does not cost the answer") {
  const auto error_of = [](const std::string& text) {
    return read_reply(R"({"id":"a","error":")" + text + "\"}").value().error;
  };
  CHECK(error_of(R"(before \ud800 after)") == "before \uFFFD after");
  CHECK(error_of(R"(\udc00\ud83d)") == "\uFFFD\uFFFD");
  CHECK(error_of(R"(\ud83d\ude00)") == "\U0001F600");   // both halves, in order
  CHECK(error_of(R"(C:\\ud800\\)") == R"(C:\ud800\)");  // a backslash and plain letters
  CHECK(error_of("d\xe9j\xe0") == "d\uFFFDj\uFFFD");
}

TEST_CASE("an answer that stands twice in a reply is none") {
  CHECK(reply_fault(R"({"id":"a","output":[[1]],"output":[[2]]})") == "reply.twice");
  CHECK(reply_fault(R"({"id":"a","id":"b","output":[[1]]})") == "reply.twice");
  CHECK(reply_fault(R"({"id":"a","error":"x","error":"x"})") == "reply.twice");
  CHECK(reply_fault(R"({"id":"a","time":1,"time":2,"output":[[1]]})").empty());  // passed over
}

TEST_CASE("what is no reply says why") {
  CHECK(reply_fault("Loading model…") != "");
  CHECK(reply_fault("") == "json.empty");
  CHECK(reply_fault("[1]") == "reply.not-an-object");
  CHECK(reply_fault(R"({"output":[1]})") == "reply.no-id");
  CHECK(reply_fault(R"({"id":"a"})") == "reply.empty");
}

TEST_CASE("what is no table is no reply") {
  const auto with_output = [](const std::string& table) {
    return reply_fault(R"({"id":"a","output":)" + table + "}");
  };
  CHECK(with_output("1") == "reply.no-table");
  CHECK(with_output("\"tensor([1])\"") == "reply.no-table");
  CHECK(with_output("[[1,2],[3]]") == "reply.ragged");
  CHECK(with_output("[1,[2]]") == "reply.ragged");
  CHECK(with_output("[[1],2]") == "reply.ragged");
  CHECK(with_output("[true]") == "reply.not-a-number");
  CHECK(with_output("[\"one\"]") == "reply.not-a-number");
  CHECK(with_output(std::string(100, '[') + std::string(100, ']')) == "json.too-deep");
  CHECK(output_of("[]") == Tensor({0}, std::vector<double>{}));
}
