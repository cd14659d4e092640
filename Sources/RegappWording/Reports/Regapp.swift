package enum Regapp {
    package static let name = "regapp"

    /// That of a release, or of the next release with `-dev`. `.ci/version` reads and writes it, and the date.
    package static let version = "1.0.0-dev"

    /// The day of the release, or on which its development began; for the manual page.
    package static let date = "2026-11-21"

    /// The option that names the documents directory.
    package static let documentsOption = "documents"
}
