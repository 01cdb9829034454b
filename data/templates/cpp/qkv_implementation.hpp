// The implementation under test, as two ordinary functions for Catch2, GoogleTest or assert(). C++17, POSIX.
// 把被测的实现包成两个普通的函数，供 Catch2、GoogleTest 或 assert() 使用。C++17，POSIX。
//
// Save as qkv_implementation.hpp beside your test / 存成 qkv_implementation.hpp，放在测试旁边:
//
//     #include "qkv_implementation.hpp"
//     qkv_test::Setting setting;
//     setting.causal = true;
//     const qkv_test::Answer answer = qkv_test::attention(q, k, v, setting);
//     answer.weights.at({0, 0, 1, 2});
//
// q, k, v: [B, H, T, D]; padding_mask: [B, T], 1 = a real token / 1 表示真正的词。
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace qkv_test {

// Row major: the last axis varies fastest / 最后一维变化最快。
struct Tensor {
  std::vector<int> shape;
  std::vector<double> values;

  double& at(const std::vector<int>& index) { return values[offset(index)]; }
  double at(const std::vector<int>& index) const { return values[offset(index)]; }

 private:
  std::size_t offset(const std::vector<int>& index) const {
    std::size_t flat = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (index.at(axis) < 0 || index[axis] >= shape[axis]) throw std::out_of_range("index");
      flat = flat * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(index[axis]);
    }
    return flat;
  }
};

struct Setting {
  bool causal = false;
  std::optional<int> offset = {};           // query i may look at key j when j <= i + offset
  std::optional<Tensor> padding_mask = {};  // [B, T]
  std::optional<double> scale = {};         // multiplies q·k; 1/sqrt(D) without it
};

struct Answer {
  Tensor output;   // [B, H, T_q, D_v], of a layer [B, T, C]
  Tensor weights;  // [B, H, T_q, T_k]
};

namespace detail {

inline void write(std::string& out, const Tensor& tensor, bool truth, std::size_t axis, std::size_t& next) {
  if (axis == tensor.shape.size()) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", tensor.values.at(next));
    out += truth ? (tensor.values[next] != 0 ? "true" : "false") : text;
    ++next;
    return;
  }
  out += '[';
  for (int i = 0; i < tensor.shape[axis]; ++i) {
    if (i > 0) out += ',';
    write(out, tensor, truth, axis + 1, next);
  }
  out += ']';
}

inline std::string json(const Tensor& tensor, bool truth = false) {
  std::string out;
  std::size_t next = 0;
  write(out, tensor, truth, 0, next);
  return out;
}

// Nested lists of numbers from where `text` stands; NaN and Infinity too / 嵌套的数，也认 NaN 和 Infinity。
inline void read(const char*& text, Tensor& tensor, std::size_t axis, bool first) {
  while (*text == ' ') ++text;
  if (*text != '[') {
    if (*text == '"') ++text;
    char* end = nullptr;
    tensor.values.push_back(std::strtod(text, &end));
    if (end == text) throw std::runtime_error("not a number in the answer");
    text = *end == '"' ? end + 1 : end;
    return;
  }
  if (first && tensor.shape.size() == axis) tensor.shape.push_back(0);
  int count = 0;
  for (++text; *text != ']'; ++count) {
    read(text, tensor, axis + 1, first && count == 0);
    while (*text == ' ' || *text == ',') ++text;
    if (*text == '\0') throw std::runtime_error("the answer ends too early");
  }
  ++text;
  if (first) tensor.shape[axis] = count;
}

inline Tensor member(const std::string& line, const std::string& key) {
  const std::size_t found = line.find('"' + key + '"');
  if (found == std::string::npos) throw std::runtime_error("no " + key + " in the answer: " + line.substr(0, 200));
  const char* text = line.c_str() + line.find(':', found) + 1;
  Tensor tensor;
  read(text, tensor, 0, true);
  return tensor;
}

inline std::string run(const std::string& line) {
  const char* given = std::getenv("QKV_IMPLEMENTATION");
  const std::string command = given ? given : "qkv reference";
  int in[2];
  int out[2];
  if (pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  std::signal(SIGPIPE, SIG_IGN);
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::write(in[1], line.data() + done, line.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  close(in[1]);
  std::string answer;
  char bytes[65536];
  for (ssize_t count; (count = ::read(out[0], bytes, sizeof bytes)) > 0;)
    answer.append(bytes, static_cast<std::size_t>(count));
  close(out[0]);
  waitpid(child, nullptr, 0);
  if (answer.empty()) throw std::runtime_error(command + ": no answer");
  return answer.substr(0, answer.find('\n'));
}

inline Answer ask(const std::string& inputs, const Setting& setting) {
  std::string line = "{\"qkv\":1,\"id\":\"test\"," + inputs + ",\"causal\":";
  if (setting.offset) {
    line += "{\"offset\":" + std::to_string(*setting.offset) + "}";
  } else {
    line += setting.causal ? "true" : "false";
  }
  if (setting.padding_mask) line += ",\"padding_mask\":" + json(*setting.padding_mask, true);
  if (setting.scale) line += ",\"scale\":" + json({{}, {*setting.scale}});
  const std::string answer = run(line + "}\n");
  return {member(answer, "output"), member(answer, "weights")};
}

}  // namespace detail

inline Answer attention(const Tensor& q, const Tensor& k, const Tensor& v, const Setting& setting = {}) {
  return detail::ask("\"q\":" + detail::json(q) + ",\"k\":" + detail::json(k) + ",\"v\":" + detail::json(v), setting);
}

// x [B, T, C], w_qkv [C, 3C], w_o [C, C]
inline Answer layer(const Tensor& x, int heads, const Tensor& w_qkv, const Tensor& w_o, const Setting& setting = {}) {
  return detail::ask("\"x\":" + detail::json(x) + ",\"heads\":" + std::to_string(heads) + ",\"w_qkv\":" +
                         detail::json(w_qkv) + ",\"w_o\":" + detail::json(w_o),
                     setting);
}

}  // namespace qkv_test
