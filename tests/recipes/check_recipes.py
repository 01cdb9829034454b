#!/usr/bin/env python3
"""The recipes of docs/ci.md do what the page says, as they stand there.

    check_recipes.py QKV SOURCE_DIR

Parts are left out, with a line that says so, where python3-yaml or GNU parallel is missing.
"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # The source folder stays as it is.

import recipes
from answers import write_problem
from check_platforms import check_classroom50, check_gradescope
from check_scripts import check_grade_class, check_grade_files, check_parallel
from check_workflows import check_class_step, check_github, check_gitlab

CHECKS = {
    ".github/workflows/grade.yml": check_github,
    "grade-class-step.yml": check_class_step,
    ".gitlab-ci.yml": check_gitlab,
    "setup.sh": None,  # with run_autograder
    "run_autograder": check_gradescope,
    "autograder.py": check_classroom50,
    "grade-files.sh": check_grade_files,
    "grade-class.sh": check_grade_class,
    "grade-parallel.sh": check_parallel,
}


def main():
    qkv = pathlib.Path(sys.argv[1]).resolve()
    found = recipes.read_recipes(pathlib.Path(sys.argv[2]) / "docs" / "ci.md")
    recipes.expect(set(found) == set(CHECKS), f"not the same recipes: {sorted(set(found) ^ set(CHECKS))}")
    for name, check in CHECKS.items():
        if check is None or name not in found:
            continue
        with tempfile.TemporaryDirectory(prefix="qkv-recipes-") as folder:
            problem = write_problem(qkv, pathlib.Path(folder))
            try:
                check(found, qkv, problem, pathlib.Path(folder))
            except Exception as error:  # What a recipe owed was not there to be looked at.
                recipes.expect(False, f"{name}: {type(error).__name__}: {error}")
    for failure in recipes.failures:
        print(failure)
    print(f"{recipes.checked} checks, {len(recipes.failures)} failed")
    return 1 if recipes.failures or recipes.checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
