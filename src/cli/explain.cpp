#include "qkv/report/explain.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/render/markdown.hpp"
#include "words.hpp"

namespace qkv {
namespace {

// "softmax columns" typed as two words is one topic.
std::string words_of(const Arguments& arguments) {
  std::string words;
  for (const std::string& word : arguments.positionals) words += (words.empty() ? "" : " ") + word;
  return words;
}

Diagnostic unknown_topic(const std::string& words, const std::vector<Topic>& topics) {
  std::vector<std::string> ids;
  for (const Topic& topic : topics) {
    ids.push_back(topic.id);
    ids.insert(ids.end(), topic.aliases.begin(), topic.aliases.end());
  }
  std::string suggestion = suggest(words, ids);
  const Topic* like = suggestion.empty() ? topic_like(topics, words) : nullptr;
  if (like != nullptr) suggestion = like->id;
  return {"explain.unknown", {}, {argument("id", shown(words))}, suggestion};
}

Result<Document> document_of(const Topic& topic, const std::vector<Topic>& topics, const Session& session) {
  const Catalogue& catalogue = session.catalogue;
  switch (topic.kind) {
    case TopicKind::step:
      return step_document(*step_from_name(topic.id), topics, catalogue);
    case TopicKind::term:
      return term_document(topic.id, catalogue);
    case TopicKind::misconception:
      return misconception_document(notes_of(topic.id).value(), catalogue);
    case TopicKind::mistake:
      break;
  }
  const MistakeNotes notes = notes_of(topic.id).value();
  const Result<Problem> example = load_problem(notes.example_problem, session);
  if (!example) return example.faults();
  return mistake_document(notes, example.value(), catalogue);
}

}  // namespace

Outcome run_explain(const Arguments& arguments, const Session& session) {
  const std::vector<Topic> known = topics(all_notes());
  const std::string words = words_of(arguments);
  const Topic* topic = find_topic(known, words);
  if (topic == nullptr && !words.empty()) return unusable({unknown_topic(words, known)});
  Result<Document> document = topic != nullptr ? document_of(*topic, known, session)
                                               : Result(topics_document(known, session.catalogue));
  if (!document) return unusable(document.faults());
  if (arguments.value("format") == "markdown") return {.output = render_markdown(document.value())};
  return {.output = render_text(std::move(document.value()), choose_text_options(arguments, session.system))};
}

}  // namespace qkv
