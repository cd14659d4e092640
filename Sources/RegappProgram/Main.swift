import RegappValues
import Glibc
import RegappWording
import regapp

/// `regapp`: reads the command line, runs the command, reports errors, exits.
///
/// `Commands/` has a file for each command, `CommandList.swift`, and their pages of help in `Texts/`. `Process/` holds
/// what surrounds a run: its context, environment, signals, standard streams and the system's log. `Printing/` lays out
/// results, `Editor/` drives the user's editor, `Hosting/` serves the screens, `Topics/` are pages of help, `Options/`
/// has the options that commands share, `Wording/` what only commands say. Everything else is in the modules: screens
/// in RegappScreens, what commands and screens both say in RegappWording, rules and files in RegappCore, the disk in
/// RegappStore, albums in RegappAlbums, questions in RegappTerminal, the command line in RegappCommandLine.
@main
enum Main {
    static func main() {
        ProcessHardening.apply()
        Invocation.begin { .ofProcess }
        // Not exit(): the output is flushed, and exit handlers would pull libraries from under running threads.
        _exit(ExitCode.ofRun().rawValue)
    }
}
