# The target `demo`: walks through the example, then checks a sheet of answers with one mistake in it, which has to
# be found. The language is that of the user's locale.
set(answers "${PROJECT_SOURCE_DIR}/docs/examples/contract-one-mistake.json")
add_custom_target(demo
  COMMAND qkv walk contract
  COMMAND "${CMAKE_COMMAND}" -E echo ""
  COMMAND "${CMAKE_COMMAND}" -E echo "$ qkv check contract docs/examples/contract-one-mistake.json"
  COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_SOURCE_DIR}/src/cmake/expect_exit.cmake"
          1 "$<TARGET_FILE:qkv>" check contract "${answers}"
  DEPENDS qkv
  COMMENT "$ qkv walk contract"
  USES_TERMINAL
  VERBATIM)
