package enum Regapp {
    package static let name = "regapp"

    package static let version = "1.0.0"

    /// The day of that version, for the manual page.
    package static let date = "2026-11-21"

    /// The option that names the documents directory.
    package static let documentsOption = "documents"
}
