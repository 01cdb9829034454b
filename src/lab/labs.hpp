// The experiments, one file each.
#pragma once

#include "qkv/lab/lab.hpp"

namespace qkv {

Result<LabResult> lab_ladder(const LabRequest& request);
Result<LabResult> lab_scale(const LabRequest& request);
Result<LabResult> lab_leak(const LabRequest& request);
Result<LabResult> lab_fill(const LabRequest& request);
Result<LabResult> lab_padding(const LabRequest& request);
Result<LabResult> lab_axis(const LabRequest& request);
Result<LabResult> lab_heads(const LabRequest& request);
Result<LabResult> lab_loss(const LabRequest& request);
Result<LabResult> lab_weights(const LabRequest& request);
Result<LabResult> lab_cost(const LabRequest& request);

}  // namespace qkv
