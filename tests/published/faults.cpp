#include "published/faults.hpp"

#include <array>

namespace qkv::published {
namespace {

constexpr std::array table = {
    FaultyTable{"solve-by-hand-self-attention", Step::weights, "?xx? .x?. .x.. ....",
                "3^x in place of e^x and a scale of one half, rounded down"},
    FaultyTable{"solve-by-hand-self-attention", Step::output, "??? xx. xx. ?xx",
                "the weights were transposed before they met V: 28, though no value is above 20"},

    FaultyTable{"deepml-94-example", Step::merged, "xx xx", "one-hot weights in place of the softmax"},

    FaultyTable{"yangshiteng-mha", Step::weights, "xx xx -- --", "not divided by the square root of d_k"},
    FaultyTable{
        "yangshiteng-mha", Step::output, "ff ff xx xx",
        "head 1 follows from its weights; the weights of head 2 were not published, so that its output "
        "is judged from the right ones"},
    FaultyTable{"yangshiteng-mha", Step::merged, "ffff ffff", "the outputs side by side, as they are"},

    FaultyTable{"zh-cat-eats-fish", Step::weights, "... ... xxx",
                "the softmax of the scores, not of the scaled ones, in the last row"},

    FaultyTable{"pdfcourse-54-two-heads", Step::weights, "xx xx",
                "softmax of 0.7 and 0: one decimal carried where three are claimed"},
    FaultyTable{"pdfcourse-54-two-heads", Step::output, "ff ff", "right on these weights"},

    FaultyTable{"nursnaaz-mha-head1", Step::q, "xxxx xxxx .... xxxx xxxx", "invented but for the third row"},
    FaultyTable{"nursnaaz-mha-head1", Step::k, "xxxx xxxx .xxx xxxx xxxx", "invented but for one number"},
    FaultyTable{"nursnaaz-mha-head1", Step::v, "xxxx xxxx xxxx xxxx xxxx", "invented"},
    FaultyTable{"nursnaaz-mha-head1", Step::scores, "xx?xx xxxxx fffff xxxxx xxxxx",
                "only the third row was calculated, from the printed K"},
    FaultyTable{
        "nursnaaz-mha-head1", Step::weights, "????? ???f? fff.f ??xx? ???f?",
        "only the third row was calculated; two decimals in the table between reach some of the others"},
    FaultyTable{"nursnaaz-mha-head1", Step::output, "---- ---- ffff ---- ----",
                "right on the printed weights and V"},

    FaultyTable{"zh-wo-ai-ni", Step::scores, "... x.. xx.", "three dot products are off"},
    FaultyTable{"zh-wo-ai-ni", Step::scaled, "... f.. ff.", "right on these scores"},
    FaultyTable{"zh-wo-ai-ni", Step::weights, "... fff ff.", "right on these scores"},
    FaultyTable{"zh-wo-ai-ni", Step::output, ".... ffff ffff", "right on these weights"},

    FaultyTable{"vi-causal-scores", Step::weights, "... ... ??x", "the last row was guessed"},

    FaultyTable{"pdfcourse-310-pronoun", Step::weights, "---- ---- x??? ----", "guessed"},

    FaultyTable{"prakash-i-am-studying", Step::scores, "... .xx .x.", "three dot products are off"},
    FaultyTable{"prakash-i-am-studying", Step::scaled, "... .ff .f.", "right on these scores"},
    FaultyTable{"prakash-i-am-studying", Step::weights, "... xxx xxx",
                "not the softmax of any table before them"},
    FaultyTable{"prakash-i-am-studying", Step::output, "... ffx f.x",
                "the last column is off; -0.02 comes from nowhere, and is near enough to the true value"},
};

constexpr std::array named = {
    NamedFault{"solve-by-hand-self-attention", Step::output, "weights-transposed",
               "the last line multiplies V by the transpose"},
    NamedFault{"deepml-94-example", Step::merged,
               "softmax-missing|argmax-one-hot|argmax-value|own-value-only|scores-times-values",
               "hard argmax; scores of 0 and 1 as they stand, or each value as it is, give the same numbers"},
    NamedFault{"yangshiteng-mha", Step::weights, "scale-missing|scale-by-half-dk",
               "no scale; half of d_k = 2 is 1, too"},
    NamedFault{"yangshiteng-mha", Step::output, "scale-missing|scale-by-half-dk",
               "the weights of head 2 are not published, its output shows them"},
    NamedFault{"zh-cat-eats-fish", Step::weights, "row 2: scale-missing|scale-by-half-dk",
               "the scale is missing in the last row alone"},
    NamedFault{"pdfcourse-54-two-heads", Step::weights, "sign rounded-early", "0.7071 was carried as 0.7"},
    NamedFault{"zh-wo-ai-ni", Step::scores, "sign asymmetric; slip swapped",
               "Q = K, so the scores are symmetric; two neighbours changed places, a third is off"},
    NamedFault{"prakash-i-am-studying", Step::output, "sign outside-values",
               "0.83, where no value of that column is above 0.8"},
};

}  // namespace

std::span<const NamedFault> named_faults() {
  return named;
}

std::span<const FaultyTable> faulty_tables() {
  return table;
}

}  // namespace qkv::published
