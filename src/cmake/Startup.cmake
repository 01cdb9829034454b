# qkv_starts_fast(TARGET LAYERS LAYER…): a hand-sized problem is worked out in less time than loading shared
# libraries takes, so the program that is installed loads none (tests/bench/startup.cpp measures it).
#
# -static            no dynamic linker, no relocation at start
# -Os, --gc-sections less code to bring into memory; what is slow for large problems (trace, grade) keeps the
#                    optimisation of the build type
# noseparate-code    fewer pages of the file to map
#
# Where the system has no archives of its C library or of what is linked, it is linked in the usual way.
include(CheckCXXSourceCompiles)

function(qkv_starts_fast target)
  cmake_parse_arguments(PARSE_ARGV 1 start "" "" "LAYERS")
  if(QKV_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    return()
  endif()
  foreach(layer IN LISTS start_LAYERS)
    target_compile_options(qkv_${layer} PRIVATE
      $<$<CONFIG:Release>:-Os> -ffunction-sections -fdata-sections)
  endforeach()

  set(options -static -Wl,--gc-sections -Wl,-z,noseparate-code)
  set(CMAKE_REQUIRED_LINK_OPTIONS ${options})
  set(source "#include <cmath>\n#include <string>\nint main(int n, char**) { return std::to_string(std::exp(n)).empty(); }")
  if(TARGET qkv_libedit)
    set(CMAKE_REQUIRED_LIBRARIES qkv_libedit)
    set(source "#include <histedit.h>\n#include <cmath>\nint main(int n, char**) { return std::exp(n) > 9 && el_init(0, 0, 0, 0) != nullptr; }")
  endif()
  check_cxx_source_compiles("${source}" QKV_CAN_LINK_STATICALLY)
  if(QKV_CAN_LINK_STATICALLY)
    target_link_options(${target} PRIVATE ${options})
  endif()
endfunction()

# qkv_stays_fast(FILE…): of the layers above, what is gone through for every cell of thousands of submissions.
# A few files of them cost no start-up time.
function(qkv_stays_fast)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
endfunction()
