// qkv reference: an implementation of attention over the line protocol, right or with a known mistake.
#include "qkv/report/reference.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "commands.hpp"
#include "grade/line_reader.hpp"
#include "qkv/cli/load_problem.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/json/protocol.hpp"
#include "qkv/json/read_notes.hpp"
#include "qkv/json/write_reference.hpp"
#include "qkv/verify/served.hpp"
#include "words.hpp"

namespace qkv {
namespace {

Outcome list_mistakes(const Arguments& arguments, const Session& session) {
  const NotesShelf notes(notes_of);
  if (arguments.value("format") == "json") return {.output = reference_json(notes)};
  Document document = reference_document(notes, session.catalogue);
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system))};
}

// What looks like something has no effect on answers, which are always JSON.
std::vector<Diagnostic> list_alone(const Arguments& arguments) {
  std::vector<Diagnostic> faults;
  for (const std::string_view option : {"format", "color", "ascii", "plain"}) {
    if (arguments.has(option))
      faults.push_back({"usage.list-alone", {}, {argument("option", "--" + std::string(option))}, {}});
  }
  return faults;
}

Diagnostic not_served(const std::string& name) {
  const std::optional<MistakeNotes> notes = notes_of(name);
  if (!notes) {
    std::vector<std::string> known;
    for (const MistakeNotes& each : all_notes()) {
      known.push_back(each.id);
      known.insert(known.end(), each.aliases.begin(), each.aliases.end());
    }
    return {"reference.unknown", {}, {argument("id", shown(name))}, suggest(name, known)};
  }
  const auto rows = unserved_mistakes();
  const auto row = std::ranges::find(rows, notes->id, &UnservedMistake::id);
  const std::string why = "reference.why." + std::string(unserved_name(row->why));
  return {"reference.unserved", {}, {argument("id", notes->id), argument_key("why", why)}, {}};
}

// All that is wrong with a line, in one.
std::string words_of(const std::vector<Diagnostic>& faults, const Catalogue& catalogue) {
  std::string words;
  for (const Diagnostic& fault : faults) {
    const std::string text = fault_text(catalogue, fault);
    words += (words.empty() ? "" : " ") + text.substr(0, text.find('\n'));
  }
  return words;
}

class Reference {
 public:
  // Null: the right one.
  Reference(const ServedMistake* mistake, const Session& session)
      : mistake_(mistake), session_(session), input_(shown_name("-", session)) {}

  std::string reply_to(const TextLine& line) const {
    const Place place{.file = input_, .line = line.number, .column = 0, .pointer = {}, .source = {}};
    if (line.too_long) {
      const auto limit = static_cast<long long>(most_line_bytes >> 20);
      return error_line(std::nullopt, words({{"request.too-long", place, {argument("limit", limit)}, {}}}));
    }
    const Result<AttentionRequest> request = read_request(line.text, place);
    if (!request) return error_line(id_in(line.text), words(request.faults()));
    const AttentionAnswer answer = answer_to(request.value());
    const bool has_any = !answer.output.values().empty() || !answer.weights.values().empty();
    if (has_any) return answer_line(answer);
    return error_line(answer.id, session_.catalogue.text("reference.no-answer"));
  }

 private:
  AttentionAnswer answer_to(const AttentionRequest& request) const {
    if (mistake_ == nullptr) return answer_of(request, right_recipe());
    return mistaken_answer(request, *mistake_->mistake, *mistake_->way);
  }

  std::string words(const std::vector<Diagnostic>& faults) const {
    return words_of(faults, session_.catalogue);
  }

  const ServedMistake* mistake_;
  const Session& session_;
  std::string input_;
};

}  // namespace

Outcome run_reference(const Arguments& arguments, const Session& session) {
  if (arguments.has("list")) return list_mistakes(arguments, session);
  if (auto faults = list_alone(arguments); !faults.empty()) return unusable(std::move(faults));
  const ServedMistake* mistake = nullptr;
  if (const auto name = arguments.value("mistake")) {
    const std::optional<MistakeNotes> notes = notes_of(*name);
    mistake = notes ? find_served(notes->id) : nullptr;
    if (mistake == nullptr) return unusable({not_served(*name)});
  }
  const Reference reference(mistake, session);
  LineReader lines(session.system.open_input(shown_name("-", session)), LineEncoding::utf8);
  while (!session.sink.failed() && !session.sink.is_closed()) {
    const std::vector<TextLine> line = lines.next(1);
    if (line.empty()) break;
    session.sink.write(reference.reply_to(line.front()) + "\n");
  }
  if (lines.fault()) return unusable({*lines.fault()});
  return {};
}

}  // namespace qkv
