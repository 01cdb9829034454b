# qkv_embed_data(): data/ becomes C++ tables (declared in qkv/base/embedded.hpp and qkv/text/catalogue.hpp).
function(qkv_embed_data)
  add_executable(qkv_embed "${PROJECT_SOURCE_DIR}/src/json/tool/embed.cpp")
  target_link_libraries(qkv_embed PRIVATE nlohmann_json::nlohmann_json)

  set(data "${PROJECT_SOURCE_DIR}/data")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${data}/*")
  set(generated "${PROJECT_BINARY_DIR}/generated")
  add_custom_command(
    OUTPUT "${generated}/embedded_files.cpp" "${generated}/catalogue_tables.cpp"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${generated}"
    COMMAND qkv_embed "${data}" "${generated}"
    DEPENDS qkv_embed ${files}
    COMMENT "Embedding data/"
    VERBATIM)
  target_sources(qkv_base PRIVATE "${generated}/embedded_files.cpp")
  target_sources(qkv_text PRIVATE "${generated}/catalogue_tables.cpp")
endfunction()
