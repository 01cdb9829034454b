// The experiments, one file each.
#pragma once

#include "qkv/lab/lab.hpp"

namespace qkv {

Result<LabResult> lab_ladder(const LabRequest& request);
Result<LabResult> lab_scale(const LabRequest& request);
Result<LabResult> lab_leak(const LabRequest& request);
Result<LabResult> lab_fill(const LabRequest& request);
Result<LabResult> lab_padding(const LabRequest& request);
Result<LabResult> lab_loss(const LabRequest& request);

}  // namespace qkv
