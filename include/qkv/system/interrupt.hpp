// Ctrl-C, for work that can end early and still have a result.
#pragma once

namespace qkv {

// From here on the first SIGINT, SIGTERM or SIGHUP does not end the program: interrupted() says that it has
// come. The second ends it at once. A signal that was ignored before (nohup, a job in the background) stays
// so.
void catch_interrupts();
bool interrupted();

// Ends the program by the signal that came, if one did, so that a shell script around it stops as well.
void end_if_interrupted();

}  // namespace qkv
