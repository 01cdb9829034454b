// What `qkv explain` tells about steps, known mistakes, concepts and terms, each as a Document.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/mistakes/notes.hpp"
#include "qkv/model/problem.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

enum class TopicKind {
  step,           // a table of the calculation
  mistake,        // one that numbers show
  misconception,  // a concept: one that no numbers show
  term,           // a word that needs explaining: texts term.<id>.name and term.<id>.what
};

struct Topic {
  TopicKind kind;
  std::string id;  // "scaled", "scale-missing", "dot-product"
  std::vector<std::string> aliases;
  LocalizedText name;
};

// The ids of the terms, in an order to read them in.
std::vector<std::string_view> terms();

// Everything that can be explained, in the order of the list. `notes`: those of all mistakes and concepts.
std::vector<Topic> topics(const std::vector<MistakeNotes>& notes);

// The topic of that id or alias, else of that name. Case does not matter, and a blank or "_" is as good as
// "-": "Scale missing", "d_k", "点积". Null: there is none.
const Topic* find_topic(std::span<const Topic> topics, std::string_view words);

// The topic that was probably meant by words that are no id: one whose id holds all of them, or whose name
// holds them as they stand. Null: none.
const Topic* topic_like(std::span<const Topic> topics, std::string_view words);

Document topics_document(std::span<const Topic> topics, const Catalogue& catalogue);
Document step_document(Step step, std::span<const Topic> topics, const Catalogue& catalogue);
Document term_document(std::string_view id, const Catalogue& catalogue);
// `example` is the problem that the notes name: the right and the wrong table are shown side by side there.
Document mistake_document(const MistakeNotes& notes, const Problem& example, const Catalogue& catalogue);
Document misconception_document(const MistakeNotes& notes, const Catalogue& catalogue);

}  // namespace qkv
