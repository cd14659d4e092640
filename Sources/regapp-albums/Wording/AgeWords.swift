/// How long something took, or how old it is, in one unit.
enum AgeWords {
    /// Whole days, hours or minutes.
    static func text(milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes < 1 { return "less than a minute" }
        if minutes >= 2 * 24 * 60 { return "\(minutes / (24 * 60)) days" }
        if minutes >= 2 * 60 { return "\(minutes / 60) hours" }
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}
