// Attention over the line protocol of `qkv verify`: a JSON object a line in, one out. C++17, nothing else.
// 按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。只用 C++17。
//
//     g++ -std=c++17 -O2 attention.cpp -o attention
//     qkv verify -- ./attention
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using Matrix = std::vector<std::vector<double>>;         // [T][D]
using Tensor = std::vector<std::vector<Matrix>>;         // [B][H][T][D]
using Mask = std::optional<std::vector<std::vector<bool>>>;  // [B][T]
struct Answer {
  Tensor output;
  Tensor weights;
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b.at(i);
  return sum;
}

Matrix matmul(const Matrix& a, const Matrix& b) {
  Matrix c(a.size(), std::vector<double>(b.at(0).size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k)
      for (std::size_t j = 0; j < c[i].size(); ++j) c[i][j] += a[i][k] * b.at(k).at(j);
  return c;
}

// Put your own attention in the place of this function.
// 把这个函数换成你自己的注意力。
//   q [B][H][Tq][D]   k [B][H][Tk][D]   v [B][H][Tk][Dv]
//   causal_offset n: query i may look at key j when j <= i + n (none: no causal mask)
//   causal_offset n：查询 i 可以看键 j，当且仅当 j <= i + n（没有：没有因果遮罩）
//   padding_mask [B][Tk]: true is a real token (none: all are)
//   padding_mask [B][Tk]：true 是真实 token（没有：全都是）
//   scale multiplies q·k (none: 1/sqrt(D))
//   scale 与 q·k 相乘（没有：1/sqrt(D)）
Answer attention(const Tensor& q, const Tensor& k, const Tensor& v, std::optional<int> causal_offset = {},
                 const Mask& padding_mask = {}, std::optional<double> scale = {}) {
  const int queries = static_cast<int>(q.at(0).at(0).size());
  const int keys = static_cast<int>(k.at(0).at(0).size());
  const double factor = scale ? *scale : 1 / std::sqrt(static_cast<double>(q[0][0].at(0).size()));
  Answer answer;
  for (std::size_t b = 0; b < q.size(); ++b) {
    answer.weights.emplace_back();
    answer.output.emplace_back();
    for (std::size_t h = 0; h < q[b].size(); ++h) {
      Matrix weights(queries, std::vector<double>(keys, 0.0));
      for (int i = 0; i < queries; ++i) {
        // A padded query: its row stays 0. 填充的查询：整行为 0。
        if (padding_mask && queries == keys && !padding_mask->at(b).at(i)) continue;
        std::vector<int> visible;
        for (int j = 0; j < keys; ++j) {
          const bool causal = !causal_offset || j <= i + *causal_offset;
          if (causal && (!padding_mask || padding_mask->at(b).at(j))) visible.push_back(j);
        }
        double top = -HUGE_VAL;
        for (int j : visible) top = std::max(top, factor * dot(q[b][h].at(i), k.at(b).at(h).at(j)));
        double total = 0;
        for (int j : visible) {
          weights[i][j] = std::exp(factor * dot(q[b][h][i], k[b][h][j]) - top);
          total += weights[i][j];
        }
        // Nothing to look at: the row stays 0. 什么都看不到：整行为 0。
        for (int j : visible) weights[i][j] /= total;
      }
      answer.output[b].push_back(matmul(weights, v.at(b).at(h)));
      answer.weights[b].push_back(std::move(weights));
    }
  }
  return answer;
}

// A whole layer: x [B][T][C], w_qkv [C][3C] with q | k | v side by side, w_o [C][C]. The output is [B][1][T][C].
// 一整层：x [B][T][C]；w_qkv [C][3C]，q | k | v 并排；w_o [C][C]。输出是 [B][1][T][C]。
// Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
Answer layer(const std::vector<Matrix>& x, int heads, const Matrix& w_qkv, const Matrix& w_o,
             std::optional<int> causal_offset = {}, const Mask& padding_mask = {}, std::optional<double> scale = {}) {
  const std::size_t channels = w_o.size();
  const std::size_t features = channels / heads;
  Tensor parts[3];
  for (const Matrix& tokens : x) {
    const Matrix projected = matmul(tokens, w_qkv);
    for (std::size_t part = 0; part < 3; ++part) {
      parts[part].emplace_back();
      for (int h = 0; h < heads; ++h) {
        Matrix head;
        for (const std::vector<double>& row : projected) {
          const auto begin = row.begin() + static_cast<std::ptrdiff_t>(part * channels + h * features);
          head.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(features));
        }
        parts[part].back().push_back(std::move(head));
      }
    }
  }
  Answer answer = attention(parts[0], parts[1], parts[2], causal_offset, padding_mask, scale);
  for (std::vector<Matrix>& per_head : answer.output) {
    Matrix merged = per_head.at(0);
    for (std::size_t h = 1; h < per_head.size(); ++h)
      for (std::size_t t = 0; t < merged.size(); ++t)
        merged[t].insert(merged[t].end(), per_head[h][t].begin(), per_head[h][t].end());
    per_head = {matmul(merged, w_o)};
  }
  return answer;
}

// ---- JSON, as much as the protocol needs. 协议用得到的 JSON。

struct Json {
  char kind = 'n';   // null, bool, digits, string, array, object: n b d s a o
  double number = 0;  // of a bool 0 or 1
  std::string text;   // of a string as it is written, with its quotation marks 字符串连同引号原样保留
  std::vector<Json> elements;
  std::map<std::string, Json> members;

  bool has(const std::string& key) const { return members.count(key) > 0 && members.at(key).kind != 'n'; }
  const Json& at(const std::string& key) const {
    if (!has(key)) throw std::runtime_error("no " + key);
    return members.at(key);
  }
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  Json whole() {
    Json json = value();
    if (peek() != '\0') throw std::runtime_error("text after the JSON");
    return json;
  }

 private:
  char peek() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) { return peek() == c && ++at_ > 0; }
  void expect(char c) {
    if (!take(c)) throw std::runtime_error(std::string("no '") + c + "' where one should be");
  }
  bool word(const std::string& name) {
    if (text_.compare(at_, name.size(), name) != 0) return false;
    at_ += name.size();
    return true;
  }
  std::string string() {
    if (peek() != '"') throw std::runtime_error("no string where one should be");
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) throw std::runtime_error("a string without an end");
    return text_.substr(begin, ++at_ - begin);
  }
  Json value() {
    Json json;
    switch (peek()) {
      case '{':
        json.kind = 'o';
        expect('{');
        while (peek() != '}') {
          std::string key = string();
          expect(':');
          json.members[key.substr(1, key.size() - 2)] = value();
          if (!take(',')) break;
        }
        expect('}');
        return json;
      case '[':
        json.kind = 'a';
        expect('[');
        while (peek() != ']') {
          json.elements.push_back(value());
          if (!take(',')) break;
        }
        expect(']');
        return json;
      case '"':
        json.kind = 's';
        json.text = string();
        return json;
      default:
        return plain();
    }
  }
  Json plain() {
    Json json;
    if (word("null")) return json;
    json.kind = 'b';
    if (word("false")) return json;
    json.number = 1;
    if (word("true")) return json;
    const char* begin = text_.c_str() + at_;
    char* end = nullptr;
    json.kind = 'd';
    json.number = std::strtod(begin, &end);
    if (end == begin) throw std::runtime_error("no JSON value where one should be");
    at_ += static_cast<std::size_t>(end - begin);
    return json;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

void read(const Json& json, double& number) {
  if (json.kind != 'd') throw std::runtime_error("no number where one should be");
  number = json.number;
}
template <typename Element>
void read(const Json& json, std::vector<Element>& list) {
  for (const Json& element : json.elements) read(element, list.emplace_back());
}
template <typename Table>
Table table(const Json& request, const std::string& key) {
  Table result;
  read(request.at(key), result);
  return result;
}

void write(std::string& out, double number) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", number);
  out += digits;
}
template <typename Element>
void write(std::string& out, const std::vector<Element>& list) {
  out += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ',';
    write(out, list[i]);
  }
  out += ']';
}

// What yours cannot do it may say instead: {"id": ..., "lacks": "layer"}
// 做不到的可以这样说：{"id": ..., "lacks": "layer"}
std::string answer(const Json& request) {
  const bool is_layer = request.has("x");
  const Tensor q = is_layer ? Tensor() : table<Tensor>(request, "q");
  const Tensor k = is_layer ? Tensor() : table<Tensor>(request, "k");
  const std::vector<Matrix> x = is_layer ? table<std::vector<Matrix>>(request, "x") : std::vector<Matrix>();

  std::optional<int> offset;
  const Json causal = request.has("causal") ? request.at("causal") : Json();
  if (causal.kind == 'o') offset = static_cast<int>(causal.at("offset").number);
  if (causal.kind == 'b' && causal.number == 1)
    offset = is_layer ? 0 : static_cast<int>(k.at(0).at(0).size()) - static_cast<int>(q.at(0).at(0).size());
  Mask padding;
  if (request.has("padding_mask")) {
    padding.emplace();
    for (const Json& row : request.at("padding_mask").elements) {
      padding->emplace_back();
      for (const Json& flag : row.elements) padding->back().push_back(flag.number == 1);
    }
  }
  std::optional<double> scale;
  if (request.has("scale")) scale = request.at("scale").number;

  std::string out = "{\"id\":" + request.at("id").text + ",\"output\":";
  if (is_layer) {
    const Answer result = layer(x, static_cast<int>(request.at("heads").number), table<Matrix>(request, "w_qkv"),
                                table<Matrix>(request, "w_o"), offset, padding, scale);
    std::vector<Matrix> output;
    for (const std::vector<Matrix>& sequence : result.output) output.push_back(sequence.at(0));
    write(out, output);
    out += ",\"weights\":";
    write(out, result.weights);
  } else {
    const Answer result = attention(q, k, table<Tensor>(request, "v"), offset, padding, scale);
    write(out, result.output);
    out += ",\"weights\":";
    write(out, result.weights);
  }
  return out + "}";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string id = "null";
    try {
      const Json request = Reader(line).whole();
      if (request.has("id") && request.at("id").kind == 's') id = request.at("id").text;
      std::cout << answer(request) << std::endl;
    } catch (const std::exception& fault) {
      // None of these words needs escaping. 这些话里没有需要转义的字符。
      std::cout << "{\"id\":" << id << ",\"error\":\"" << fault.what() << "\"}" << std::endl;
    }
  }
}
