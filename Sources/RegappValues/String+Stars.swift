extension String {
    /// Stands for a secret, whatever its length.
    package static let stars = "********"
}
