#include "qkv/base/result.hpp"

namespace qkv {

Place place_in_file(std::string file, LineColumn at) {
  return {std::move(file), at.line, at.column, {}, {}};
}

Argument argument(std::string name, std::string value) {
  return {std::move(name), std::move(value), Argument::Kind::literal, {}};
}

Argument argument(std::string name, long long value) {
  return argument(std::move(name), std::to_string(value));
}

Argument argument_key(std::string name, std::string key) {
  return {std::move(name), std::move(key), Argument::Kind::key, {}};
}

Argument argument_count(std::string name, long long count, std::string thing) {
  return {std::move(name), std::to_string(count), Argument::Kind::counted, std::move(thing)};
}

}  // namespace qkv
