// What can be explained, and how it is found.
#include <algorithm>
#include <array>

#include "explain_parts.hpp"
#include "qkv/report/explain.hpp"

namespace qkv {
namespace {

// What can be read next.
struct Lead {
  std::string_view id;
  std::string_view next;  // the command to try after it
};

// THE table of terms.
constexpr std::array term_rows = {
    Lead{"token", "qkv walk contract"},
    Lead{"feature", "qkv walk contract --step scores"},
    Lead{"query", "qkv walk contract --step scores"},
    Lead{"key", "qkv walk contract --step scores"},
    Lead{"value", "qkv walk contract --step output"},
    Lead{"transpose", "qkv explain scores-transposed"},
    Lead{"dot-product", "qkv walk contract --step scores"},
    Lead{"logits", "qkv explain masked"},
    Lead{"scaling", "qkv explain scaled"},
    Lead{"d-k", "qkv explain scaled"},
    Lead{"d-model", "qkv shapes --tokens 3 --channels 6 --heads 2"},
    Lead{"softmax", "qkv walk contract --from exp --to weights"},
    Lead{"weights-row", "qkv explain weights"},
    Lead{"mask", "qkv explain masked"},
    Lead{"causal-mask", "qkv walk causal-3 --step masked"},
    Lead{"padding-mask", "qkv walk padding --step masked"},
    Lead{"offset", "qkv walk decode --step masked"},
    Lead{"bias", "qkv explain bias-scaled-with-scores"},
    Lead{"dropout", "qkv walk dropout --step dropped"},
    Lead{"future-leak", "qkv explain future-changes-past"},
    Lead{"self-attention", "qkv walk contract-full"},
    Lead{"cross-attention", "qkv walk cross"},
    Lead{"head", "qkv walk multi-head --step Q_heads"},
    Lead{"multi-head", "qkv walk multi-head"},
    Lead{"grouped-queries", "qkv walk grouped"},
    Lead{"batch", "qkv walk padding"},
    Lead{"channel", "qkv shapes --tokens 3 --channels 6 --heads 2"},
    Lead{"hand-carried", "qkv walk contract --exact"},
    Lead{"rounding", "qkv help check"},
    Lead{"follow-through", "qkv help check"},
    Lead{"slip", "qkv help check"},
    Lead{"imprecise", "qkv help check"},
};

constexpr std::array concept_rows = {
    Lead{"causal-padding-confused", "qkv walk left-padding --step masked"},
    Lead{"weights-as-explanation", "qkv walk contract --from weights --to output"},
    Lead{"future-changes-past", "qkv explain causal-missing"},
    Lead{"scores-shape-bthh", "qkv shapes --batch 2 --tokens 5 --channels 12 --heads 3"},
};

LocalizedText in_both_languages(const std::string& key) {
  return {.zh = std::string(Catalogue(Language::zh).text(key)),
          .en = std::string(Catalogue(Language::en).text(key))};
}

const MistakeNotes* notes_in(const std::vector<MistakeNotes>& notes, std::string_view id) {
  const auto found = std::ranges::find(notes, id, &MistakeNotes::id);
  return found == notes.end() ? nullptr : &*found;
}

void add_noted(TopicKind kind, std::string_view id, const std::vector<MistakeNotes>& notes,
               std::vector<Topic>& list) {
  if (const MistakeNotes* own = notes_in(notes, id)) list.push_back({kind, own->id, own->aliases, own->name});
}

// One spelling for all that mean the same id.
std::string folded(std::string_view words) {
  std::string text;
  for (const char c : words) {
    const bool upper = c >= 'A' && c <= 'Z';
    text += c == ' ' || c == '_' ? '-' : upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

// A topic may be asked for by its name; of "点积（dot product）" the part before the bracket is enough.
bool is_name(const LocalizedText& name, std::string_view words) {
  return name.zh == words || name.zh.substr(0, name.zh.find("（")) == words ||
         folded(name.en) == folded(words);
}

// Whether every part of "missing-scale" occurs in "scale-missing".
bool holds_all_parts(std::string_view id, std::string_view parts) {
  while (!parts.empty()) {
    const std::string_view part = parts.substr(0, parts.find('-'));
    if (id.find(part) == std::string_view::npos) return false;
    parts.remove_prefix(std::min(part.size() + 1, parts.size()));
  }
  return true;
}

}  // namespace

std::vector<std::string_view> terms() {
  std::vector<std::string_view> ids;
  for (const Lead& row : term_rows) ids.push_back(row.id);
  return ids;
}

std::string_view next_command(std::string_view id) {
  for (const Lead& row : term_rows) {
    if (row.id == id) return row.next;
  }
  for (const Lead& row : concept_rows) {
    if (row.id == id) return row.next;
  }
  return {};
}

std::vector<Topic> topics(const std::vector<MistakeNotes>& notes) {
  std::vector<Topic> list;
  for (const Step step : all_steps) {
    const std::string id(step_name(step));
    list.push_back({TopicKind::step, id, {}, in_both_languages("walk." + id + ".name")});
  }
  for (const Step step : all_steps) {
    for (const Mistake& mistake : mistakes()) {
      if (mistake.step == step) add_noted(TopicKind::mistake, mistake.id, notes, list);
    }
  }
  for (const std::string_view id : concepts()) add_noted(TopicKind::misconception, id, notes, list);
  for (const Lead& row : term_rows) {
    const std::string id(row.id);
    list.push_back({TopicKind::term, id, {}, in_both_languages("term." + id + ".name")});
  }
  return list;
}

const Topic* find_topic(std::span<const Topic> topics, std::string_view words) {
  const std::string wanted = folded(words);
  const auto is_meant = [&](const std::string& id) { return folded(id) == wanted; };
  for (const Topic& topic : topics) {
    if (is_meant(topic.id) || std::ranges::any_of(topic.aliases, is_meant)) return &topic;
  }
  for (const Topic& topic : topics) {
    if (is_name(topic.name, words)) return &topic;
  }
  return nullptr;
}

const Topic* topic_like(std::span<const Topic> topics, std::string_view words) {
  const std::string wanted = folded(words);
  if (wanted.empty()) return nullptr;
  for (const Topic& topic : topics) {
    if (holds_all_parts(folded(topic.id), wanted)) return &topic;
  }
  for (const Topic& topic : topics) {
    if (topic.name.zh.find(words) != std::string::npos ||
        folded(topic.name.en).find(wanted) != std::string::npos) {
      return &topic;
    }
  }
  return nullptr;
}

}  // namespace qkv
