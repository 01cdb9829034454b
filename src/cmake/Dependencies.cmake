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

# Editing of typed lines. Without it the program is built all the same and reads lines as they come. The archive is
# preferred, with those that it needs in turn; nobody else pays for them at start.
option(QKV_LINE_EDITING "Edit typed lines with libedit where it is found" ON)
find_path(LIBEDIT_INCLUDE_DIR histedit.h)
find_library(LIBEDIT_LIBRARY NAMES libedit.a edit)
if(QKV_LINE_EDITING AND LIBEDIT_INCLUDE_DIR AND LIBEDIT_LIBRARY)
  add_library(qkv_libedit INTERFACE IMPORTED)
  target_include_directories(qkv_libedit INTERFACE "${LIBEDIT_INCLUDE_DIR}")
  target_link_libraries(qkv_libedit INTERFACE "${LIBEDIT_LIBRARY}")
  if(LIBEDIT_LIBRARY MATCHES "\\.a$")
    find_library(TERMINFO_LIBRARY NAMES libtinfo.a libncursesw.a libncurses.a)
    find_library(BSD_LIBRARY NAMES libbsd.a)
    find_library(MD_LIBRARY NAMES libmd.a)
    foreach(library "${TERMINFO_LIBRARY}" "${BSD_LIBRARY}" "${MD_LIBRARY}")
      if(library)
        target_link_libraries(qkv_libedit INTERFACE "${library}")
      endif()
    endforeach()
  endif()
elseif(QKV_LINE_EDITING)
  message(STATUS "libedit was not found: practice will read lines without editing")
endif()

if(BUILD_TESTING)
  find_package(Catch2 REQUIRED)
endif()
