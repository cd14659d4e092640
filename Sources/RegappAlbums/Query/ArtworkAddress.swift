internal import RegappValues

enum ArtworkAddress {
    /// The address of the PNG variant of a size, in pixels a side.
    ///
    /// The last path component of the known forms (`100x100bb.jpg`, `100x100bb-85.jpg`, `100x100-75.jpg`) becomes
    /// `SIZExSIZEbb.png`; an address of another form is returned unchanged.
    static func variant(of address: String, size: Int) -> String {
        guard let slash = address.lastIndex(of: "/") else { return address }
        let piece = address[address.index(after: slash)...]
        guard isSizedPiece(piece) else { return address }
        return address[...slash] + "\(size)x\(size)bb.png"
    }

    /// Whether a component has the form `DIGITSxDIGITS`, letters, optional `-DIGITS`, and a known extension.
    private static func isSizedPiece(_ piece: Substring) -> Bool {
        var rest = piece.utf8[...]
        func skip(_ set: (UInt8) -> Bool) -> Int {
            let run = rest.prefix(while: set)
            rest = rest.dropFirst(run.count)
            return run.count
        }
        guard (1...5).contains(skip(\.isDigit)), skip({ $0 == UInt8(ascii: "x") }) == 1,
            (1...5).contains(skip(\.isDigit))
        else { return false }
        _ = skip { (0x61...0x7A).contains($0) }
        if rest.first == UInt8(ascii: "-") {
            rest = rest.dropFirst()
            guard skip(\.isDigit) > 0 else { return false }
        }
        return [".jpg", ".jpeg", ".png", ".webp"].contains(String(Substring(rest)))
    }
}
