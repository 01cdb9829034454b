#include "qkv/report/shapes.hpp"

#include <utility>

#include "commands.hpp"
#include "qkv/cli/output.hpp"
#include "qkv/render/markdown.hpp"

namespace qkv {
namespace {

// --channels and --heads give the features of a head; --d-k and --d-v say otherwise.
Result<FlowSizes> flow_sizes(const Arguments& arguments) {
  FlowSizes sizes;
  sizes.batch = arguments.integer("batch").value_or(1);
  sizes.queries = arguments.integer("tokens").value_or(3);
  sizes.keys = arguments.integer("keys").value_or(sizes.queries);
  sizes.heads = arguments.integer("heads").value_or(1);
  sizes.kv_heads = arguments.integer("kv-heads").value_or(sizes.heads);
  sizes.channels = arguments.integer("channels").value_or(0);
  sizes.out_channels = sizes.channels;
  std::vector<Diagnostic> faults;
  if (sizes.heads % sizes.kv_heads != 0) {
    faults.push_back(
        {"heads.groups", {}, {argument("heads", sizes.heads), argument("kv_heads", sizes.kv_heads)}, {}});
  }
  const std::optional<int> d_k = arguments.integer("d-k");
  if (!d_k && sizes.channels == 0) {
    faults.push_back({"shapes.no-size", {}, {}, {}});
  } else if (!d_k && sizes.channels % sizes.heads != 0) {
    faults.push_back(
        {"shapes.channels",
         {},
         {argument_count("channels", sizes.channels, "thing.channel"), argument("heads", sizes.heads)},
         {}});
  }
  if (!faults.empty()) return faults;
  sizes.d_k = d_k.value_or(sizes.channels / sizes.heads);
  sizes.d_v = arguments.integer("d-v").value_or(sizes.d_k);
  // One matrix makes q, k and v from one X, in parts of one width.
  sizes.fused = sizes.queries == sizes.keys && sizes.d_k == sizes.d_v;
  return sizes;
}

}  // namespace

Outcome run_shapes(const Arguments& arguments, const Session& session) {
  const Result<FlowSizes> sizes = flow_sizes(arguments);
  if (!sizes) return unusable(sizes.faults());
  Document document = shapes_document(sizes.value(), session.catalogue);
  if (arguments.value("format") == "markdown") return {.output = render_markdown(document)};
  return {.output = render_text(std::move(document), choose_text_options(arguments, session.system))};
}

}  // namespace qkv
