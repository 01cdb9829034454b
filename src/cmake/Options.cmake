# How everything is compiled.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# The same bytes everywhere: a product and a sum are never fused into one rounding.
add_compile_options(-ffp-contract=off)
# Designated initialisers leave out what has a default.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                    -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of g++ 12 about the insides of std::string and std::variant in optimised builds.
  add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()
if(QKV_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()

if(QKV_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(QKV_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # Loading the C++ runtime is most of what a small program pays for at start.
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
