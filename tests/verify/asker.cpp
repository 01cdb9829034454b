// What `qkv verify` does with a command, and nothing else: asks it a few things within limits and says what
// came of it, one line each. For check_hostile.py.
//
//     asker QUESTIONS SIZE START ANSWER MEMORY PROCESSES -- COMMAND…
//
// SIZE: keys of each question. START, ANSWER: seconds. MEMORY: MiB.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "cli/verify/ask.hpp"
#include "qkv/report/verify.hpp"
#include "qkv/system/interrupt.hpp"
#include "qkv/text/catalogue.hpp"

using namespace qkv;

namespace {

AttentionRequest question(int number, int size) {
  const auto count = static_cast<std::size_t>(size);
  return {.id = "c" + std::to_string(number),
          .inputs = AttentionInputs{.q = Tensor({1, 1, 1, 1}, std::vector<double>(1, 1.0)),
                                    .k = Tensor({1, 1, size, 1}, std::vector<double>(count, 0.125)),
                                    .v = Tensor({1, 1, size, 1}, std::vector<double>(count, 2.0))}};
}

void tell(const Reply& reply) {
  const bool whole = reply.output && reply.weights;
  std::printf("reply %s%s\n", reply.id.c_str(), whole ? "" : " (not whole)");
}

void tell(const Trouble& trouble, const Asker& asker, const Catalogue& catalogue) {
  const std::string name(trouble_name(trouble.kind));
  std::printf("%s: %s | %s\n", name.c_str(), trouble_text(trouble, catalogue).c_str(),
              trouble.excerpt.c_str());
  if (asker.fault()) std::printf("fault: %s\n", fault_text(catalogue, *asker.fault()).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 9) return 2;
  std::signal(SIGPIPE, SIG_IGN);
  const System system = real_system();
  const Catalogue catalogue(Language::en);
  Sink sink(system, {});
  const Session session{system, catalogue, sink};
  AskLimits limits;
  limits.start_seconds = std::atof(argv[3]);
  limits.answer_seconds = std::atof(argv[4]);
  limits.memory = std::atoll(argv[5]) << 20;
  limits.processes = std::atoi(argv[6]);
  system.catch_interrupts();
  Asker asker(std::vector<std::string>(argv + 8, argv + argc), limits, session);
  bool fine = true;
  for (int number = 1; number <= std::atoi(argv[1]); ++number) {
    const Asked asked = asker.ask(question(number, std::atoi(argv[2])));
    if (const auto* reply = std::get_if<Reply>(&asked)) {
      tell(*reply);
    } else {
      tell(std::get<Trouble>(asked), asker, catalogue);
      fine = false;
    }
    std::fflush(stdout);
  }
  end_if_interrupted();
  return fine ? 0 : 1;
}
