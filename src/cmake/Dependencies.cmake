# Packages of the distribution; docs/dependencies.md says what each is for.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# The archive is preferred here as well; where pugixml is built otherwise, it has one target.
find_package(pugixml REQUIRED)
add_library(qkv_pugixml INTERFACE)
foreach(target pugixml::static pugixml::pugixml pugixml)
  if(TARGET ${target})
    target_link_libraries(qkv_pugixml INTERFACE ${target})
    break()
  endif()
endforeach()

# utf8proc ships no CMake package in Debian 12. The archive is preferred: nothing to load at start.
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h REQUIRED)
find_library(UTF8PROC_LIBRARY NAMES libutf8proc.a utf8proc REQUIRED)
add_library(utf8proc UNKNOWN IMPORTED)
set_target_properties(utf8proc PROPERTIES
  IMPORTED_LOCATION "${UTF8PROC_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${UTF8PROC_INCLUDE_DIR}"
  INTERFACE_COMPILE_DEFINITIONS UTF8PROC_STATIC)

if(BUILD_TESTING)
  find_package(Catch2 REQUIRED)
endif()
