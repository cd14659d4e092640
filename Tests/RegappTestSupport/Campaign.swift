import Foundation

/// How much is done of what could go on for ever: all of it where `REGAPP_CAMPAIGNS=all` is set, as `.ci/run` does
/// once, else a part, so that `swift test` is soon over.
package enum Campaign {
    package static let isWhole = ProcessInfo.processInfo.environment["REGAPP_CAMPAIGNS"] == "all"

    package static func rounds(_ whole: Int, usually part: Int) -> Int { isWhole ? whole : part }

    /// From one case to the next one that is tried.
    package static func stride(_ part: Int) -> Int { isWhole ? 1 : part }
}
