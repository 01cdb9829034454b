// An experiment as a Document.
#pragma once

#include <span>

#include "qkv/lab/lab.hpp"
#include "qkv/report/document.hpp"
#include "qkv/text/catalogue.hpp"

namespace qkv {

// Each claim is a note, good or bad; the last line says how many hold.
Document lab_document(const LabResult& result, const Catalogue& catalogue);

// The experiments that there are, one line each.
Document labs_document(std::span<const Lab> labs, const Catalogue& catalogue);

}  // namespace qkv
