# cmake -P expect_exit.cmake CODE COMMAND [ARGUMENT…]: runs the command and fails unless it exits with that code.
cmake_minimum_required(VERSION 3.25)

# CMAKE_ARGV0 to 2 are cmake, -P and this file.
set(expected "${CMAKE_ARGV3}")
set(command "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 4 ${last})
  list(APPEND command "${CMAKE_ARGV${i}}")
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE code)
if(NOT code STREQUAL expected)
  message(FATAL_ERROR "exit code ${code} where ${expected} was expected")
endif()
